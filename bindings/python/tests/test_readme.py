# SPDX-License-Identifier: MIT
"""The examples of README.md run, on the masters of the tests."""
import asyncio
import os
import re

from support import PACKAGE, TestCase


class ReadmeTest(TestCase):
    def setUp(self):
        super().setUp()
        with open(os.path.join(PACKAGE, "README.md")) as file:
            self.blocks = re.findall(r"```python\n(.*?)```", file.read(), re.S)
        self.done = []
        self.names = {"asyncio": asyncio, "lead": self.lead,
                      "work": lambda: range(3),
                      "write": lambda *what: self.done.append(what)}

    async def lead(self):
        self.done.append("lead")

    def run_block(self, number):
        code = re.sub(r'"redis://[^"]*"', '"%s", node_timeout=5' % ",".join(
            self.nodes), self.blocks[number])
        exec(code, self.names)

    def test_the_examples_run(self):
        self.run_block(0)
        self.assertEqual([piece for piece, _ in self.done], [0, 1, 2])
        self.assertEqual(len({fence for _, fence in self.done}), 1)
        self.run_block(1)
        self.run_block(2)
        asyncio.run(self.names["main"]())
        self.assertEqual(self.done[3:], ["lead"])
        self.names["client"].close()
