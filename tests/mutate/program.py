# SPDX-License-Identifier: MIT
"""A program of a build folder, made once more with a few sources changed.

What was not changed is taken as it was compiled: each changed source becomes
one new object, which the linker sees before the archive that has the old one.
"""

import os
import shlex
import subprocess
from pathlib import Path

from patches import Unfit

# A slip may be warned of; and what is built for one run is built in a hurry.
QUICKLY = ("-O1", "-g0", "-w")


class Program:
    def __init__(self, root, build, target):
        self.root = root
        self.build = build
        self.compilers = {}  # the command for each source
        self.linker = None
        listed = subprocess.run(["ninja", "-C", build, "-t", "commands",
                                 target], capture_output=True, text=True)
        for line in listed.stdout.splitlines():
            self.note(line, target)
        if self.linker is None:
            raise Unfit(f"{target} is no program of {build}")

    def note(self, line, target):
        command = shlex.split(line)
        if "-c" in command and "-o" in command:
            source = self.build / command[command.index("-c") + 1]
            self.compilers[os.path.relpath(source.resolve(),
                                           self.root)] = command
        elif target in command and command[command.index(target) - 1] == "-o":
            self.linker = command

    def compile(self, path, source, output):
        """An object of the source, as if it were that of the path."""
        command = list(self.compilers[path])
        for option in ("-MQ", "-MF"):
            if option in command:
                place = command.index(option)
                del command[place:place + 2]
        if "-MD" in command:
            command.remove("-MD")
        command[command.index("-o") + 1] = str(output)
        command[command.index("-c") + 1] = str(source)
        place = command.index("-o")
        self.run([*command[:place], *QUICKLY, *command[place:]], path)

    def run(self, command, what):
        done = subprocess.run(command, cwd=self.build, text=True,
                              stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT)
        if done.returncode != 0:
            raise Unfit(f"{what}: it does not compile: " +
                        done.stdout.replace("\n", " / "))

    def make(self, texts, output):
        """The program with these texts in place of the files named."""
        folder = Path(f"{output}.p")
        objects = []
        for path, text in texts.items():
            if path not in self.compilers:
                raise Unfit(f"{path} is no source of "
                            f"{self.linker[self.linker.index('-o') + 1]}")
            source = folder / path
            source.parent.mkdir(parents=True, exist_ok=True)
            source.write_text(text)
            objects.append(str(source.with_suffix(".o")))
            self.compile(path, source, objects[-1])
        command = list(self.linker)
        place = command.index("-o")
        command[place + 1] = str(output)
        self.run(command[:place + 2] + objects + command[place + 2:], output)
        return output
