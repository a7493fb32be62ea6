#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Invalid mutants are refused with a message. Prints TAP."""

import sys
import tempfile
from pathlib import Path

from changes import applied
from merged import differing, merged
from patches import kept
from program import Unfit

TEXT = "int one(void)\n{\n    return 1;\n}\n\nint two(void)\n{\n    return 2;\n}\n"
HEAD = "mutant ONE: it is two\nrules exclusion\nstory\nin one.c\n"
FITS = HEAD + "-    return 1;\n+    return 2;\n"
count = failed = 0


def tell(good, sentence):
    global count, failed
    count += 1
    failed += not good
    print(f"{'' if good else 'not '}ok {count} - {sentence}")


def changed(mutants):
    """The text of one.c with the mutant ONE of a file with these lines."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        (root / "one.c").write_text(TEXT)
        (root / "mutants.txt").write_text(mutants)
        try:
            return applied(TEXT, kept(root)["ONE"].changes(root)["one.c"])
        except Unfit as why:
            return str(why)


def refused(mutants, why, sentence):
    said = changed(mutants)
    tell(why in said, sentence)
    if why not in said:
        print(f"# {said}")


tell(changed(FITS) == TEXT.replace("1;", "2;"), "the old lines become the new")
tell(changed(HEAD + " {\n-    return 1;\n }\n") ==
     TEXT.replace("    return 1;\n", ""),
     "lines with a blank before them stay")
tell(changed(HEAD + "-    return 1;\n+    return 3;\n\n-    return 2;\n") ==
     TEXT.replace("1;", "3;").replace("    return 2;\n", ""),
     "a mutant can have several changes in one file")
refused(HEAD + "-    return 7;\n+    return 2;\n", "found 0 times in one.c",
        "old lines that are gone are reported")
refused(HEAD + " {\n+    return 7;\n", "found 2 times in one.c",
        "old lines that occur twice are reported")
refused(HEAD + "-return 1;\n", "found 0 times",
        "a part of a line is not the line")
refused(FITS.replace("in one.c", "in gone.c"), "there is no gone.c",
        "a file that is gone is reported")
refused(FITS.replace("rules exclusion\n", ""), "no rules",
        "a mutant without rules is refused")
refused(HEAD, "changes nothing", "one that changes nothing is refused")
refused(FITS + "\n" + FITS, "two mutants have this name",
        "a name that is given twice is refused")
refused(FITS.replace("story", "tale"), "mutants.txt, line 3",
        "an invalid line is reported with its number")
refused(FITS.replace("story", "seeds rough"), "mutants.txt, line 3",
        "so is one that says too little")

# --- several in one text -------------------------------------------------------

VOID = "static void three(void)\n{\n    one();\n}\n"
JUMPS = "int four(void)\n{\n    goto out;\nout:\n    return 1;\n}\n"
BEFORE = "extern int sim_mutant_number;\n"
tell(merged(TEXT, [(5, TEXT.replace("1;", "3;")), (6, TEXT.replace("1;", "4;"))])
     == BEFORE + TEXT.replace("    return 1;\n", """\
if (sim_mutant_number == 5) {
    return 3;
}
if (sim_mutant_number == 6) {
    return 4;
}
    return 1;
"""), "a function has the body of each mutant that changes it")
tell(merged(VOID, [(1, VOID.replace("one", "two"))]) == BEFORE + VOID.replace(
    "    one();\n", """\
if (sim_mutant_number == 1) {
    two();
return;
}
    one();
"""), "a mutant's body returns before that of the function begins")
tell(differing(TEXT, TEXT.replace("one", "six")) is None,
     "a mutant of more than a body is left out")
tell(differing(JUMPS, JUMPS.replace("1;", "2;")) is None,
     "so is one of a function with labels")

# --- those of the project ------------------------------------------------------

ROOT = Path(__file__).resolve().parent.parent.parent
for mutant in kept(ROOT / "tests/sim/mutants").values():
    try:
        mutant.changes(ROOT)
    except Unfit as why:
        tell(False, str(why))
tell(not failed, "each mutant that is kept fits the sources")
print(f"1..{count}")
sys.exit(failed > 0)
