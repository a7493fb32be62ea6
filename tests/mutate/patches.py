# SPDX-License-Identifier: MIT
"""The mutants that are kept: rules broken on purpose, as patches in text files.

    mutant QUORUM_OFF_BY_ONE: one vote less is enough
    rules exclusion shield in-time
    seeds rough 1000
    in quorum/node_set.c
    -    return quorum;
    +    return quorum - 1;

rules   of the simulator, its own: one of them has to notice it
seeds   a profile, and within how many of its schedules, or within which,
        A..B; or "story": a kept story has it; both may be left out where it is
        explored
explore a story of tests/sim/explore/stories, and within which budgets, LATE
        and FAULTS, its search finds the mutant; may be left out
in      the file that the lines below it change, as in a diff: a blank, - or +
        before each; an empty line ends a change. The old lines stand in the
        file exactly once.
"""

import re
from dataclasses import dataclass, field

from changes import Change
from program import Unfit


@dataclass
class Patch:
    path: str
    old: list = field(default_factory=list)
    new: list = field(default_factory=list)

    def change(self, name, text):
        """The position in the text of its file."""
        old = "".join(line + "\n" for line in self.old)
        new = "".join(line + "\n" for line in self.new)
        starts = [match.start() for match in
                  re.finditer(f"(?={re.escape(old)})", text, flags=re.M)
                  if match.start() == 0 or text[match.start() - 1] == "\n"]
        if len(starts) != 1:
            raise Unfit(f"{name}: its old lines are found {len(starts)} times "
                        f"in {self.path}, and not once: "
                        f"{' '.join(old.split())}")
        return Change(self.path, text.count("\n", 0, starts[0]) + 1, starts[0],
                      starts[0] + len(old), new, name,
                      " ".join(old.split()), " ".join(new.split()))


@dataclass
class Mutant:
    name: str
    about: str
    rules: list = field(default_factory=list)
    profile: str = ""  # whose schedules find it; "": a story does
    seeds: str = ""  # within these of them, A..B
    explored: list = field(default_factory=list)  # (story, late, faults)
    patches: list = field(default_factory=list)

    def changes(self, root):
        """Its changes, by file."""
        found = {}
        for patch in self.patches:
            file = root / patch.path
            if not file.is_file():
                raise Unfit(f"{self.name}: there is no {patch.path}")
            found.setdefault(patch.path, []).append(
                patch.change(self.name, file.read_text()))
        return found


class Reader:
    """Reads one file of mutants."""

    def __init__(self, path):
        self.path = path
        self.mutants = []
        self.file = ""
        self.patch = None

    def head(self, line):
        """A line that is not part of a change."""
        word, _, rest = line.partition(" ")
        self.patch = None
        if word == "mutant":
            name, _, about = rest.partition(": ")
            self.mutants.append(Mutant(name, about))
        elif word == "rules":
            self.mutants[-1].rules = rest.split()
        elif word == "seeds":
            self.mutants[-1].profile, seeds = rest.split()
            first, _, last = seeds.rpartition("..")
            self.mutants[-1].seeds = f"{int(first or 1)}..{int(last)}"
        elif word == "explore":
            story, late, faults = rest.split()
            self.mutants[-1].explored.append((story, int(late), int(faults)))
        elif word == "in":
            self.file = rest
        elif word not in ("", "story", "#"):
            raise ValueError(word)

    def changed(self, line):
        if self.patch is None:
            self.patch = Patch(self.file)
            self.mutants[-1].patches.append(self.patch)
        if line[0] != "+":
            self.patch.old.append(line[1:])
        if line[0] != "-":
            self.patch.new.append(line[1:])

    def read(self):
        for number, line in enumerate(self.path.read_text().splitlines(), 1):
            try:
                if line[:1] in ("-", "+", " "):
                    self.changed(line)
                else:
                    self.head(line)
            except (ValueError, IndexError):
                raise Unfit(f"{self.path.name}, line {number}: "
                            f"this cannot be read: {line}") from None
        return self.mutants


def kept(folder):
    """Every mutant of a folder's files, by name."""
    mutants = [mutant for path in sorted(folder.glob("*.txt"))
               for mutant in Reader(path).read()]
    named = {}
    for mutant in mutants:
        if mutant.name in named:
            raise Unfit(f"{mutant.name}: two mutants have this name")
        if not (mutant.rules and mutant.patches):
            raise Unfit(f"{mutant.name}: it has no rules, or changes nothing")
        named[mutant.name] = mutant
    return named
