# SPDX-License-Identifier: MIT
"""libredlock._ffi agrees with redlock/redlock.h, as a compiler reads it."""
import ctypes
import os
import re
import shutil
import subprocess
import unittest

import libredlock
from libredlock import _ffi

SOURCE = os.environ["REDLOCK_SOURCE"]
STRUCTS = {
    _ffi.Tls: "redlock_tls",
    _ffi.Log: "redlock_log",
    _ffi.Settings: "redlock_settings",
    _ffi.Problem: "redlock_problem",
    _ffi.NodeReport: "redlock_node_report",
    _ffi.Report: "redlock_report",
    _ffi.Request: "redlock_request",
}
ENUMS = {
    _ffi.Status: "",
    _ffi.Vote: "VOTE_",
    _ffi.Reason: "REASON_",
    _ffi.Strategy: "",
    _ffi.Guard: "GUARD_",
    _ffi.Mode: "",
    _ffi.LogLevel: "LOG_",
}
NUMBERS = ("FOREVER", "QUORUM_ALL", "NO_SLACK", "NODES_MAX", "TOKEN_MAX",
           "TTL_DEFAULT_MS")


def expected():
    """Expressions of C, and the values that Python has for them."""
    for struct, name in STRUCTS.items():
        yield f"sizeof(struct {name})", ctypes.sizeof(struct)
        for member, _ in struct._fields_:
            field = getattr(struct, member)
            yield f"offsetof(struct {name}, {member})", field.offset
            yield f"sizeof(((struct {name} *)0)->{member})", field.size
    for enum, prefix in ENUMS.items():
        for member in enum:
            yield f"REDLOCK_{prefix}{member.name}", member.value
    for name in NUMBERS:
        yield f"REDLOCK_{name}", getattr(_ffi, name)


class HeaderTest(unittest.TestCase):
    def test_structs_and_numbers_are_those_of_the_header(self):
        compiler = os.environ.get("CC", "cc").split()
        if shutil.which(compiler[0]) is None:
            self.skipTest("no C compiler is here")
        values = dict(expected())
        folder = os.environ.get("REDLOCK_TEST_DIR", ".")
        program = os.path.join(folder, "header")
        with open(program + ".c", "w") as file:
            file.write("#include <stdio.h>\n#include <redlock/redlock.h>\n"
                       "int main(void)\n{\n")
            for expression in values:
                file.write(f'printf("%lld\\n", (long long)({expression}));\n')
            file.write("}\n")
        subprocess.run([*compiler, "-I", SOURCE, "-o", program, program + ".c"],
                       check=True)
        found = subprocess.run([program], check=True, stdout=subprocess.PIPE)
        numbers = [int(line) for line in found.stdout.split()]
        self.assertEqual(dict(zip(values, numbers)), values)

    def test_every_number_of_an_enum_has_a_name(self):
        with open(os.path.join(SOURCE, "redlock/redlock.h")) as file:
            header = file.read()
        for enum, name in ((_ffi.Status, "status"), (_ffi.Vote, "vote"),
                           (_ffi.Reason, "reason"), (_ffi.Guard, "guard"),
                           (_ffi.Mode, "mode"), (_ffi.Strategy, "strategy")):
            body = re.search(r"enum redlock_%s \{(.*?)\n\};" % name, header,
                             re.S).group(1)
            count = len(re.findall(r"REDLOCK_\w+\s*=\s*\d+,", body))
            with self.subTest(enum=name):
                self.assertEqual(len(enum), count)

    def test_a_number_of_a_newer_library_is_unknown(self):
        self.assertEqual(libredlock.Status(99).name, "UNKNOWN_99")

    def test_the_versions_agree(self):
        with open(os.path.join(SOURCE, "bindings/python/pyproject.toml")) as file:
            self.assertIn(f'\nversion = "{libredlock.__version__}"\n',
                          file.read())
