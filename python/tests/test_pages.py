"""What pages show in Python runs, word for word, page by page, in the current folder.
Use: test_pages.py PAGE.md ..."""

import re
import sys


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


if __name__ == "__main__":
    main(sys.argv[1:])
