"""c_source.py - extracts from a C file's text what it includes, declares and uses.
Use: source = Source(path, text)
     source.includes      quoted #include paths, in order
     source.system        #include paths in <>
     source.declares      names that a header declares
     source.forward       forward-declared types, for pointers to them
     source.functions     declared functions
     source.bodies        identifiers in the body of each defined function
     source.loose         identifiers in initializers
     source.fields        names of struct members
     source.tags          struct tags by typedef name
     source.words         all identifiers outside of comments, strings and #include lines,
                          and "struct TAG" for each tag
     source.calls         identifiers followed by a parenthesis
     source.members       identifiers after -> or a full stop
It matches patterns and does not expand macros. This suffices for code with one declaration
per statement, such as this project's.
"""

import re

_TOKENS = re.compile(
    r"""(?P<comment>/\*.*?\*/|//[^\n]*)
      | (?P<text>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')
      | (?P<other>[^/"']+|.)""",
    re.S | re.X)
_INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*([<"])([^>"]+)[>"]', re.M)
_DEFINE = re.compile(r"^[ \t]*#[ \t]*define[ \t]+(\w+)", re.M)
_GUARD = re.compile(r"#ifndef (\w+)\n#define \1\n")
_DIRECTIVE = re.compile(r"^[ \t]*#(?:[^\n\\]|\\\n|\\.)*", re.M)
_WORD = re.compile(r"[A-Za-z_]\w*")
_CALL = re.compile(r"\b(\w+) ?\(")
_FIELD = re.compile(r"\b(\w+)(?:\[[^\]]*\])*[;,]")
_MEMBER = re.compile(r"(?:->|\.)(\w+)")
_TAG = re.compile(r"\b(?:struct|union) (\w+)")
_FORWARD = re.compile(r"(?:typedef )?(?:struct|union) (\w+)(?: (\w+))?$")


def commented_lines(text):
    """The numbers, from 0, of lines that contain any part of a comment."""
    line, found = 0, set()
    for match in _TOKENS.finditer(text):
        after = line + match.group().count("\n")
        if match.lastgroup == "comment":
            found.update(range(line, after + 1))
        line = after
    return found


def without_comments(text):
    return "".join(
        " " if match.lastgroup == "comment" else match.group()
        for match in _TOKENS.finditer(text))


def _statements(code):
    """Top-level declarations: (head, text between its braces)."""
    depth, start, body_start, body = 0, 0, 0, ""
    for match in re.finditer(r"[{};]", code):
        at, sign = match.start(), match.group()
        if sign == "{":
            if depth == 0:
                body_start = at
            depth += 1
        elif sign == "}":
            depth -= 1
            head = code[start:body_start]
            if depth == 0:
                body = code[body_start + 1:at]
                if "(" in head and "=" not in head and "typedef" not in head:
                    yield head, body  # a function: no semicolon comes after it
                    start, body = at + 1, ""
        elif depth == 0:
            head = code[start:body_start] + code[at:at] if body else code[start:at]
            tail = code[body_start + len(body) + 2:at] if body else ""
            yield head + " " + tail, body
            start, body = at + 1, ""


def _enumerators(body):
    for part in re.sub(r"\([^()]*\)", "", body).split(","):
        word = _WORD.match(part.strip())
        if word:
            yield word.group()


class Source:
    def __init__(self, path, text):
        self.path = path
        self.lines = text.count("\n")
        code = without_comments(text)
        found = _INCLUDE.findall(code)
        self.includes = [name for mark, name in found if mark == '"']
        self.system = [name for mark, name in found if mark == "<"]
        code = _INCLUDE.sub("", code)
        code = re.sub(r'extern "C" {', "", code)
        code = re.sub(r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', '""', code)
        self.words = set(_WORD.findall(code))
        self.calls = set(_CALL.findall(code))
        self.members = set(_MEMBER.findall(code))
        self.words.update("struct " + tag for tag in _TAG.findall(code))
        self.declares = set(_DEFINE.findall(code)) - set(_GUARD.findall(code))
        self.forward = set()
        self.functions, self.fields = set(), set()
        self.bodies, self.loose = {}, set()
        self.tags = {}
        for head, body in _statements(_DIRECTIVE.sub("", code)):
            self._declare(" ".join(head.split()), body)
        for name, tag in self.tags.items():
            (self.declares if tag in self.declares else self.forward).add(name)
        self.forward -= self.declares

    def _declare(self, head, body):
        if head.startswith("_Static_assert"):
            return
        forward = None if body else _FORWARD.match(head)
        if forward:
            tag = "struct " + forward.group(1)
            self.forward.add(tag)
            if forward.group(2):
                self.tags[forward.group(2)] = tag
            return
        if re.match(r"(typedef )?enum\b", head):
            self.declares.update(_enumerators(body))
        tag = re.match(r"(?:typedef )?(?:struct|union) (\w+)", head)
        if tag and body and "(" not in head:
            self.declares.add("struct " + tag.group(1))
            self.fields.update(_FIELD.findall(body))
            if not head.startswith("typedef"):
                return
        head = re.sub(r"__attribute__ ?\(\(.*?\)\) ?|PRINTF_LIKE\([^)]*\)", "", head)
        pointer = re.search(r"\(\*(?:const )?(\w+)(?:\[\w*\])?\)", head)
        function = re.search(r"(\w+) ?\(", head)
        if head.startswith("typedef") and pointer:
            self.declares.add(pointer.group(1))
        elif function and "=" not in head[:function.start()]:
            self.declares.add(function.group(1))
            self.functions.add(function.group(1))
            if body:
                self.bodies[function.group(1)] = set(_WORD.findall(body))
        else:
            head = re.sub(r"\[[^\]]*\]", "", head.split("=")[0])
            self.loose.update(_WORD.findall(body))
            for number, part in enumerate(head.split(",")):
                words = _WORD.findall(part)
                if len(words) > (number == 0):
                    self.declares.add(words[-1])
