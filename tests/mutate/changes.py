# SPDX-License-Identifier: MIT
"""The small changes that could be made to a C file: slips of a maintainer.

Text in, changes out. The sources are formatted by clang-format, which is what
makes a few regular expressions enough: a binary operator has a blank on either
side, a function's braces stand in the first column.
"""

import re
from dataclasses import dataclass


@dataclass(frozen=True)
class Change:
    path: str
    line: int  # of its first character, from 1
    start: int  # offsets into the file's text
    end: int
    new: str
    function: str  # or the macro, in which it is
    before: str  # the changed lines, without indentation, on one line
    after: str

    @property
    def key(self):
        """Identifies the change even if the code around it moves."""
        return f"{self.function} | {self.before} | {self.after}"


def applied(text, found):
    """The file's text with these changes, none of which overlap."""
    for change in sorted(found, key=lambda one: one.start, reverse=True):
        text = text[:change.start] + change.new + text[change.end:]
    return text


COMPARISONS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=",
               "!=": "=="}
OTHERS = {"+": "-", "-": "+", "&&": "||", "||": "&&"}
DECLARATION = re.compile(
    r"(const|static|struct|enum|union|unsigned|int|bool|char|size_t|ssize_t|"
    r"u?int\d+_t|double|long|float|void|FILE|va_list|typedef|extern)\b")
KEYWORD = re.compile(
    r"(if|else|for|while|do|switch|case|default|return|goto|sizeof)\b")
# Lines that are not changed: assertions.
LEFT_ALONE = re.compile(r"\bassert\(|__attribute__|_Static_assert")


def masked(text):
    """The text with comments, strings and directives blanked out."""

    def blank(match):
        return re.sub(r"[^\n]", " ", match.group())

    text = re.sub(r'/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'',
                  blank, text, flags=re.S)
    # The body of a macro is code; its name and other directives are not.
    text = re.sub(r"^#\s*define +\w+(?=[ \\])", blank, text, flags=re.M)
    return re.sub(r"^#.*(?:\\\n.*)*", blank, text, flags=re.M)


def bodies(code, text):
    """(start, end, name) of each function's body and each macro's."""
    for match in re.finditer(r"^\{\n.*?^\}", code, flags=re.S | re.M):
        head = code[:match.start()].rstrip()
        head = head[max(head.rfind(";"), head.rfind("}")) + 1:]
        name = re.search(r"(\w+)\s*\(", head)
        if name:
            yield match.start(), match.end(), name.group(1)
    for match in re.finditer(r"^#\s*define +(\w+) +((?:.*\\\n)*.*)", text,
                             flags=re.M):
        yield match.start(2), match.end(2), match.group(1)


def closing(code, start):
    """The position after the bracket that closes the one at start, or -1."""
    depth = 0
    for position in range(start, len(code)):
        if code[position] in "([{":
            depth += 1
        elif code[position] in ")]}":
            depth -= 1
            if depth == 0:
                return position + 1
    return -1


def arguments(code, start):
    """The (start, end) of each argument of the call whose ( is at start."""
    end = closing(code, start)
    if end < 0:
        return []
    found, depth, begun = [], 0, start + 1
    for position in range(start + 1, end):
        if code[position] in "([{":
            depth += 1
        elif code[position] in ")]}" and position < end - 1:
            depth -= 1
        elif depth == 0 and (code[position] == "," or position == end - 1):
            found.append((begun, position))
            begun = position + 1
    return found


def stripped(code, start, end):
    while start < end and code[start].isspace():
        start += 1
    while end > start and code[end - 1].isspace():
        end -= 1
    return start, end


def of_operators(code, start, end):
    table = {**COMPARISONS, **OTHERS}
    for match in re.finditer(r"(?<=[\s])(<=|>=|==|!=|<|>|\+|-|&&|\|\|)(?=\s)",
                             code[start:end]):
        yield (start + match.start(), start + match.end(),
               table[match.group()])


def of_constants(code, start, end):
    for match in re.finditer(r"(?<![\w.])(\d+)(?![\w.])", code[start:end]):
        number = int(match.group())
        others = {number + 1 if number < 10 else 2 * number}
        if number == 1:
            others.add(0)
        for other in others:
            yield start + match.start(), start + match.end(), str(other)
    for match in re.finditer(r"\b(true|false)\b", code[start:end]):
        other = "false" if match.group() == "true" else "true"
        yield start + match.start(), start + match.end(), other


def of_conditions(code, start, end):
    for match in re.finditer(r"\b(if|while) (?=\()", code[start:end]):
        begun = start + match.end()
        behind = closing(code, begun)
        for fixed in ("(false)", "(true)"):
            if match.group(1) == "if" or fixed == "(false)":
                yield begun, behind, fixed
    for match in re.finditer(r"(?<=[(\s])!(?=[\w(])", code[start:end]):
        yield start + match.start(), start + match.end(), ""


def of_statements(code, start, end):
    for match in re.finditer(r"(?:[;{})]|\belse|:)[ ]*\n\s*(?=[\w*(])",
                             code[start:end]):
        begun = start + match.end()
        line = code[begun:code.find("\n", begun)]
        if (DECLARATION.match(line) or KEYWORD.match(line) or
                line.startswith("(void)")):
            continue
        if re.match(r"\w+:$|[\w\s*]+;$", line) and not re.match(
                r"(continue|break);", line):
            continue
        depth, position = 0, begun
        while position < end and (code[position] != ";" or depth > 0):
            depth += (code[position] in "([{") - (code[position] in ")]}")
            if depth < 0:
                break
            position += 1
        if position < end and code[position] == ";" and depth == 0:
            yield begun, position, ""


def of_arguments(code, text, start, end):
    for match in re.finditer(r"\b(\w+)\(", code[start:end]):
        if KEYWORD.match(match.group(1)):
            continue
        found = [stripped(code, *one)
                 for one in arguments(code, start + match.end() - 1)]
        for (a, b), (c, d) in zip(found, found[1:]):
            if b > a and d > c and text[a:b] != text[c:d]:
                yield a, d, text[c:d] + text[b:c] + text[a:b]


def line_of(text, position):
    return text.count("\n", 0, position) + 1


def changes(path, text):
    """Every change that could be made to this file."""
    code = masked(text)
    found = set()
    for start, end, name in bodies(code, text):
        for one in (*of_operators(code, start, end),
                    *of_constants(code, start, end),
                    *of_conditions(code, start, end),
                    *of_statements(code, start, end),
                    *of_arguments(code, text, start, end)):
            first = text.rfind("\n", 0, one[0]) + 1
            last = text.find("\n", one[1])
            before = text[first:last]
            if LEFT_ALONE.search(before):
                continue
            after = text[first:one[0]] + one[2] + text[one[1]:last]
            found.add(Change(path, line_of(text, one[0]), *one, name,
                             " ".join(before.split()),
                             " ".join(after.split())))
    return sorted(found, key=lambda change: (change.start, change.end,
                                             change.new))
