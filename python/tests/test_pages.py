"""What pages and the package's docstring show in Python runs, in the current folder.
Use: test_pages.py PAGE.md ..."""

import doctest
import re
import sys

import fulcrum


def main(pages):
    for page in pages:
        with open(page, encoding="utf-8") as file:
            text = file.read()
        names, count = {}, 0
        for block in re.finditer(r"(?ms)^```python$\n(.*?)^```$", text):
            lines = "\n" * text.count("\n", 0, block.start(1))
            exec(compile(lines + block[1], page, "exec"), names)
            count += 1
        if not count:
            sys.exit(f"{page} shows no Python")
        print(f"{page}: {count} snippets")
    wrong, examples = doctest.testmod(fulcrum)
    if wrong or not examples:
        sys.exit(f"the package's docstring: {wrong} of {examples} examples are wrong")


if __name__ == "__main__":
    main(sys.argv[1:])
