# SPDX-License-Identifier: MIT
"""A program of a build folder, built again with a few changed sources.

What was not changed is taken as it was compiled: each changed source becomes
one new object, which the linker sees before the archive that has the old one.
"""

import os
import shlex
import subprocess
from pathlib import Path

# A mutant may cause warnings. A program that runs once is hardly optimized.
UNWARNED = ("-g0", "-w")
QUICKLY = ("-O1", *UNWARNED)

# A program that runs this much longer than the unchanged one hangs.
PATIENCE_S = 120


class Unfit(Exception):
    """The reason why a program cannot be made."""


class Program:
    def __init__(self, root, build, target):
        self.build = build
        self.name = Path(target).name
        self.compilers = {}  # the command for each source
        self.linker = None
        listed = subprocess.run(["ninja", "-C", build, "-t", "commands",
                                 target], capture_output=True, text=True)
        for line in listed.stdout.splitlines():
            self.note(root, line, target)
        if self.linker is None:
            raise Unfit(f"{target} is no program of {build}")

    def note(self, root, line, target):
        command = shlex.split(line)
        if "-c" in command and "-o" in command:
            source = self.build / command[command.index("-c") + 1]
            self.compilers[os.path.relpath(source.resolve(), root)] = command
        elif target in command and command[command.index(target) - 1] == "-o":
            self.linker = command

    def compile(self, path, text, folder, options=QUICKLY):
        """The object of a source that has this text."""
        if path not in self.compilers:
            raise Unfit(f"{path} is no source of {self.name}")
        source = folder / path
        source.parent.mkdir(parents=True, exist_ok=True)
        source.write_text(text)
        command = list(self.compilers[path])
        for option in ("-MQ", "-MF"):
            if option in command:
                position = command.index(option)
                del command[position:position + 2]
        if "-MD" in command:
            command.remove("-MD")
        position = command.index("-o")
        output = source.with_suffix(".o")
        command[position:position + 2] = [*options, "-o", str(output)]
        command[command.index("-c") + 1] = str(source)
        self.build_with(command, path)
        return output

    def link(self, objects, output):
        """The program with these objects in place of those it has."""
        command = list(self.linker)
        position = command.index("-o")
        command[position:position + 2] = ["-o", str(output), *map(str, objects)]
        self.build_with(command, self.name)
        return output

    def build_with(self, command, what):
        done = subprocess.run(command, cwd=self.build, text=True,
                              stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT)
        if done.returncode != 0:
            raise Unfit(f"{what} cannot be built: " +
                        " / ".join(done.stdout.splitlines()))


def ask(folder, *command):
    """What a program did; None: it hangs."""
    environment = dict(os.environ, REDLOCK_TEST_DIR=str(folder))
    try:
        return subprocess.run(command, cwd=folder, timeout=PATIENCE_S,
                              env=environment, stdin=subprocess.DEVNULL,
                              capture_output=True, text=True,
                              errors="replace")
    except subprocess.TimeoutExpired:
        return None
