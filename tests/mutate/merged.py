# SPDX-License-Identifier: MIT
"""One program with many mutants, each of which $SIM_MUTANT switches on.

A function that mutants change gets the body of each of them, in front of its
own one:

    {
        if (sim_mutant_number == 7) {
            the body that mutant 7 has
        }
        the body as it is
    }

What changes anything outside a function's body, or a function with labels, is
left out: such a mutant needs a program of its own.
"""

import os
import re
from concurrent.futures import ThreadPoolExecutor

from changes import applied
from program import UNWARNED

SWITCH = "SIM_MUTANT"
NUMBER = "sim_mutant_number"

# clang-format puts the braces of a function into lines of their own.
BODY = re.compile(r"^\{\n(.*?)^\}\n", re.M | re.S)
RETURNS_NOTHING = re.compile(r"^(?:static |inline )*void \w+\(", re.M)

CHOOSE = """
#include <stdlib.h>
#include <string.h>

int %(number)s;

__attribute__((constructor)) static void choose(void)
{
    static const char *const names[] = {%(names)s};
    const char *wanted = getenv("%(switch)s");

    for (int i = 0; wanted != NULL && names[i] != NULL; i++) {
        if (strcmp(names[i], wanted) == 0) {
            %(number)s = i + 1;
            sim_mutant_name = names[i];
        }
    }
}
"""


def differing(text, changed):
    """The bodies that differ, as BODY splits both; None: more than bodies."""
    old, new = BODY.split(text), BODY.split(changed)
    if old[::2] != new[::2]:
        return None
    found = [at for at in range(1, len(old), 2) if old[at] != new[at]]
    return None if any("goto " in old[at] for at in found) else found


def merged(text, variants):
    """The text with a switch for each (number, text) of the variants."""
    pieces = BODY.split(text)
    before = [""] * len(pieces)
    for number, changed in variants:
        bodies = BODY.split(changed)
        for at in differing(text, changed):
            signature = pieces[at - 1].split("\n\n")[-1]
            back = "return;\n" if RETURNS_NOTHING.search(signature) else ""
            before[at] += f"if ({NUMBER} == {number}) {{\n{bodies[at]}{back}}}\n"
    for at in range(1, len(pieces), 2):
        pieces[at] = f"{{\n{before[at]}{pieces[at]}}}\n"
    return f"extern int {NUMBER};\n" + "".join(pieces)


class Merged:
    """A program with those of these mutants that can be switched on."""

    def __init__(self, root, program, mutants, name_file):
        self.root = root
        self.program = program
        self.name_file = name_file
        self.names = []
        self.variants = {}  # by source, (number, text)
        for mutant in mutants:
            self.add(mutant)

    def text(self, path):
        return (self.root / path).read_text()

    def add(self, mutant):
        changed = {path: applied(self.text(path), changes)
                   for path, changes in mutant.changes(self.root).items()}
        if all(path in self.program.compilers and
               differing(self.text(path), text) for path, text in
               changed.items()):
            self.names.append(mutant.name)
            for path, text in changed.items():
                self.variants.setdefault(path, []).append(
                    (len(self.names), text))

    def build(self, folder):
        """The path of the program."""
        texts = {path: merged(self.text(path), variants)
                 for path, variants in self.variants.items()}
        names = "".join(f'"{name}", ' for name in self.names)
        texts[self.name_file] = self.text(self.name_file) + CHOOSE % {
            "number": NUMBER, "names": names + "NULL", "switch": SWITCH}
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            objects = list(pool.map(
                lambda path: self.program.compile(path, texts[path], folder,
                                                  UNWARNED),
                texts))
        return self.program.link(objects, folder / self.program.name)
