# SPDX-License-Identifier: MIT
"""What detects a change: the compiler, the unit tests, the simulator's rules.

The sources as they are are copied and built once. A judge makes the programs
that it asks out of that, each with the object of one changed source, in a
folder of its own: several can work side by side.
"""

import re
import shutil
import subprocess
import sys
from pathlib import Path

from changes import applied
from program import Program, Unfit, ask

# Schedules of each profile: few, for speed.
SCHEDULES = (("rough", 1500), ("forgetful", 400), ("stepped", 400),
             ("fences", 600), ("jumpy", 400), ("repairs", 200), ("busy", 20),
             ("watched", 200))

# The results.
BROKEN = "does not compile"
SAME = "the same to the compiler"
UNIT = "unit"
RULE = "rule"
STORY = "story"
DIED = "died"
HANGS = "hangs"
TEXT = "text alone"
SURVIVED = "survived"

NOTICED = (UNIT, RULE, STORY, DIED, HANGS)


def listed(sources):
    """The source files: those in git, or all files of a release tarball."""
    if (sources / ".git").exists():
        names = subprocess.run(["git", "ls-files", "-z"], cwd=sources,
                               check=True, capture_output=True).stdout
        return {name for name in names.decode().split("\0") if name}
    names = (path.relative_to(sources) for path in sources.rglob("*")
             if path.is_file())
    return {str(name) for name in names if not name.parts[0].startswith("build")}


class Sources:
    """The unchanged sources, and the programs that detect changes."""

    def __init__(self, sources, folder):
        self.tree = folder / "tree"
        self.build = folder / "build"
        self.copy(sources)
        names = self.set_up()
        programs = {name: Program(self.tree, self.build, name)
                    for name in names}
        self.simulator = programs.pop("tests/sim/redlock-sim")
        self.checker = programs.pop("tests/sim/sim-check")
        self.units = list(programs.values())

    def has(self, path):
        """Does one of the programs contain this file?"""
        return any(path in program.compilers
                   for program in [*self.units, self.simulator])

    def copy(self, sources):
        """Copies the files of the work tree."""
        wanted = listed(sources)
        for name in wanted:
            source, target = sources / name, self.tree / name
            if not source.is_file():
                continue
            target.parent.mkdir(parents=True, exist_ok=True)
            if (not target.exists() or
                    target.read_bytes() != source.read_bytes()):
                shutil.copy(source, target)
        for path in self.tree.rglob("*"):
            if path.is_file() and str(path.relative_to(self.tree)) not in wanted:
                path.unlink()

    def set_up(self):
        """Builds the programs; returns their names."""
        if not (self.build / "build.ninja").exists():
            subprocess.run(
                ["meson", "setup", self.build, self.tree, "-Dtests=enabled",
                 "-Dbuildtype=plain", "-Doptimization=1", "-Ddebug=false",
                 "-Dc_args=-Werror=incompatible-pointer-types "
                 "-Werror=int-conversion -w"],
                check=True, stdout=subprocess.DEVNULL)
        # A list in a meson.build may have changed since.
        subprocess.run(["ninja", "-C", self.build, "build.ninja"],
                       check=True, stdout=subprocess.DEVNULL)
        listed = subprocess.run(["ninja", "-C", self.build, "-t", "targets",
                                 "all"], check=True, capture_output=True,
                                text=True).stdout
        names = sorted(set(re.findall(
            r"^(tests/unit/unit_\w+|tests/plans/plans):", listed, re.M)))
        names += ["tests/sim/redlock-sim", "tests/sim/sim-check"]
        done = subprocess.run(["ninja", "-C", self.build, *names],
                              stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True)
        if done.returncode != 0:
            sys.exit("mutate: the sources as they are do not build:\n" +
                     done.stdout)
        return names


class Judge:
    def __init__(self, sources, folder):
        self.sources = sources
        self.folder = folder
        self.originals = {}  # by source, what the compiler makes of it
        # For each source, the unit tests that detected its changes: run first.
        self.last = {}
        self.path = ""
        self.text = ""
        self.objects = {}  # of the changed source, by what they replace

    def judge(self, change):
        """(result, what detected the change)."""
        original = (self.sources.tree / change.path).read_text()
        self.path = change.path
        if self.path not in self.originals:
            self.originals[self.path] = self.compiled(original)
        try:
            made = self.compiled(applied(original, [change]))
        except Unfit:
            return BROKEN, ""
        if made == self.originals[self.path]:
            return SAME, ""
        return (self.ask_units() or self.ask_schedules() or
                self.ask_stories() or (SURVIVED, ""))

    def compiled(self, text):
        """Compiles the source with this text."""
        self.text = text
        self.objects = {}
        return [self.object_for(program).read_bytes()
                for program in [*self.sources.units, self.sources.simulator]
                if self.path in program.compilers]

    def object_for(self, program):
        command = program.compilers[self.path]
        replaced = command[command.index("-o") + 1]
        if replaced not in self.objects:
            self.objects[replaced] = program.compile(
                self.path, self.text,
                self.folder / replaced.replace("/", "_"))
        return self.objects[replaced]

    def made(self, program):
        """The program with the changed source."""
        objects = []
        if self.path in program.compilers:
            objects = [self.object_for(program)]
        return program.link(objects, self.folder / program.name)

    def ask_units(self):
        first = self.last.get(self.path, [])
        room = Path(self.path).parent.name
        rest = sorted((one for one in self.sources.units if one not in first),
                      key=lambda one: room not in one.name)
        for unit in first + rest:
            done = ask(self.folder, self.made(unit), "--jobs=1", "--tap=-",
                       "--fail-fast")
            if done is None:
                return HANGS, unit.name
            if done.returncode != 0:
                self.last[self.path] = (
                    [unit] + [one for one in first if one != unit])
                failed = re.search(r"^not ok - (\S+)", done.stdout, re.M)
                return UNIT, failed.group(1) if failed else unit.name
        return None

    def ask_schedules(self):
        simulator = self.made(self.sources.simulator)
        for profile, seeds in SCHEDULES:
            done = ask(self.folder, simulator, "--jobs", "1",
                       "--profile", profile, "--seeds", f"1..{seeds}")
            if done is None:
                return HANGS, profile
            if done.returncode == 0:
                continue
            said = re.search(r"^seed .*?: (.*)$", done.stderr + done.stdout,
                             re.M)
            said = said.group(1) if said else f"exit {done.returncode}"
            died = "died" in said or done.returncode < 0
            return (DIED if died else RULE), f"{profile}: {said}"
        return None

    def ask_stories(self):
        stories = sorted(str(path) for path in
                         (self.sources.tree / "tests/sim/stories").glob(
                             "*.story"))
        done = ask(self.folder, self.made(self.sources.checker), "stories",
                   *stories)
        if done is None:
            return HANGS, "a story"
        failed = [line for line in done.stdout.splitlines()
                  if line.startswith("not ok")]
        if not failed:
            return (DIED, "stories") if done.returncode < 0 else None
        judged = [line for line in failed if "it goes otherwise" not in line]
        return (STORY, judged[0]) if judged else (TEXT, failed[0])
