# SPDX-License-Identifier: MIT
"""Who notices a change: the compiler, the unit tests, the simulator's rules.

A judge has a copy of the sources and a build folder of its own, so that
several can work side by side.
"""

import hashlib
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from changes import applied

# Schedules of each profile: a quick simulator.
SCHEDULES = (("rough", 1500), ("forgetful", 400), ("stepped", 400),
             ("fences", 600), ("jumpy", 400), ("repairs", 200), ("busy", 20))

# A change that runs for so much longer than the sources as they are hangs.
PATIENCE_S = 120

# How it ended.
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


class Judge:
    def __init__(self, sources, folder):
        self.tree = folder / "tree"
        self.build = folder / "build"
        self.copy(sources)
        self.set_up()
        self.originals = self.objects()

    def copy(self, sources):
        """The files that git knows, as they are in the work tree."""
        listed = subprocess.run(["git", "ls-files", "-z"], cwd=sources,
                                check=True, capture_output=True).stdout
        wanted = {name for name in listed.decode().split("\0") if name}
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
        if not (self.build / "build.ninja").exists():
            subprocess.run(
                ["meson", "setup", self.build, self.tree, "-Dtests=enabled",
                 "-Dbuildtype=plain", "-Doptimization=1", "-Ddebug=false",
                 "-Dc_args=-Werror=incompatible-pointer-types "
                 "-Werror=int-conversion -w"],
                check=True, stdout=subprocess.DEVNULL)
        listed = subprocess.run(["ninja", "-C", self.build, "-t", "targets",
                                 "all"], check=True, capture_output=True,
                                text=True).stdout
        self.units = sorted(set(re.findall(r"^(tests/unit/unit_\w+):", listed,
                                           re.M)))
        self.simulator = ["tests/sim/redlock-sim", "tests/sim/sim-check"]
        self.archives = ["redlock/libredlock_internal.a",
                         "tests/sim/libsim.a"]
        # By source, the unit tests that noticed its changes: asked first.
        self.last = {}
        done = self.ninja(*self.units, *self.simulator)
        if done.returncode != 0:
            sys.exit("mutate: the sources as they are do not build:\n" +
                     done.stdout)

    def ninja(self, *targets):
        return subprocess.run(["ninja", "-C", self.build, "-j1", *targets],
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              text=True)

    def objects(self):
        """What the compiler made of each source, by object file."""
        return {path: hashlib.sha256(path.read_bytes()).digest()
                for path in self.build.rglob("*.c.o")}

    def judge(self, change):
        """(how it ended, who noticed)."""
        path = self.tree / change.path
        text = path.read_text()
        path.write_text(applied(text, [change]))
        try:
            if self.ninja(*self.archives).returncode != 0:
                return BROKEN, ""
            if self.objects() == self.originals:
                return SAME, ""
            return (self.ask_units(change) or self.ask_schedules() or
                    self.ask_stories() or (SURVIVED, ""))
        finally:
            path.write_text(text)

    def run(self, *command):
        environment = dict(os.environ, REDLOCK_TEST_DIR=str(self.build))
        try:
            return subprocess.run(command, cwd=self.build,
                                  timeout=PATIENCE_S, env=environment,
                                  stdin=subprocess.DEVNULL,
                                  capture_output=True, text=True,
                                  errors="replace")
        except subprocess.TimeoutExpired:
            return None

    def ask_units(self, change):
        first = self.last.get(change.path, [])
        name = Path(change.path).stem
        rest = sorted((one for one in self.units if one not in first),
                      key=lambda one: name not in one)
        for unit in first + rest:
            self.ninja(unit)
            done = self.run(unit, "--jobs=1", "--tap=-", "--fail-fast")
            if done is None:
                return HANGS, unit
            if done.returncode != 0:
                self.last[change.path] = (
                    [unit] + [one for one in first if one != unit])
                failed = re.search(r"^not ok - (\S+)", done.stdout, re.M)
                return UNIT, failed.group(1) if failed else unit
        return None

    def ask_schedules(self):
        self.ninja(*self.simulator)
        for profile, seeds in SCHEDULES:
            done = self.run("tests/sim/redlock-sim", "--jobs", "1",
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
                         (self.tree / "tests/sim/stories").glob("*.story"))
        done = self.run("tests/sim/sim-check", "stories", *stories)
        if done is None:
            return HANGS, "a story"
        failed = [line for line in done.stdout.splitlines()
                  if line.startswith("not ok")]
        if not failed:
            return (DIED, "stories") if done.returncode < 0 else None
        judged = [line for line in failed if "it goes otherwise" not in line]
        return (STORY, judged[0]) if judged else (TEXT, failed[0])
