# SPDX-License-Identifier: MIT
"""run.py: the tests of redis-py's and of kazoo's locks, with this library's
locks. They come from Debian's source packages, which are fetched once, into the
build folder. Speaks TAP. expected.txt has the tests that fail."""
import glob
import os
import shutil
import subprocess
import sys
import tarfile
import xml.etree.ElementTree

HERE = os.path.dirname(os.path.abspath(__file__))
WORK = os.environ["REDLOCK_TEST_DIR"]
KEPT = os.path.join(os.environ["REDLOCK_BUILD"], "peers")
SUITES = {  # name: source package, Python modules, adapter
    "redis-py": ("python-redis", "pytest, redis", "redis_py.py"),
    "kazoo": ("kazoo", "pytest, redis, kazoo", "kazoo_py.py"),
}
count = 0


def tell(fact, name, text=""):
    global count
    count += 1
    print(f"{'ok' if fact else 'not ok'} {count} - peers::{name}{text}",
          flush=True)


def interpreter(modules):
    """One that has these modules, or None."""
    for python in (sys.executable, "/usr/bin/python3"):
        try:
            if subprocess.run([python, "-c", f"import {modules}"],
                              stderr=subprocess.DEVNULL).returncode == 0:
                return python
        except OSError:
            pass
    return None


def fetch(package):
    """The path of the package's test_lock.py, or None."""
    folder = os.path.join(KEPT, package)
    path = os.path.join(folder, "test_lock.py")
    if os.path.exists(path):
        return path
    with open("/etc/os-release") as file:
        release = dict(line.strip().split("=", 1) for line in file if "=" in line)
    # Lists of its own: those of the system mostly have no sources.
    apt = os.path.join(folder, "apt")
    os.makedirs(os.path.join(apt, "lists/partial"), exist_ok=True)
    with open(os.path.join(apt, "sources"), "w") as file:
        file.write("deb-src http://deb.debian.org/debian "
                   f"{release.get('VERSION_CODENAME', 'stable')} main\n")
    for command in (["update"], ["source", "--download-only", package]):
        try:
            subprocess.run(
                ["apt-get", "-o", f"Dir::State::lists={apt}/lists",
                 "-o", f"Dir::Etc::sourcelist={apt}/sources",
                 "-o", "Dir::Etc::sourceparts=-",
                 "-o", f"Dir::Cache={apt}", *command],
                cwd=folder, stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL, timeout=120, check=True)
        except (OSError, subprocess.SubprocessError):
            return None
    for archive in glob.glob(os.path.join(folder, "*.orig.tar.*")):
        with tarfile.open(archive) as tar:
            for member in tar:
                if member.name.endswith(("/tests/test_lock.py")):
                    with open(path, "wb") as file:
                        shutil.copyfileobj(tar.extractfile(member), file)
                    return path
    return None


def outcomes(python, suite, tests, adapter, nodes):
    """Which tests passed, by their names."""
    folder = os.path.join(WORK, "peer_" + suite.replace("-", "_"))
    os.mkdir(folder)
    shutil.copy(tests, folder)
    shutil.copy(os.path.join(HERE, adapter), os.path.join(folder, "conftest.py"))
    open(os.path.join(folder, "__init__.py"), "w").close()
    report = os.path.join(WORK, suite + ".xml")
    path = os.pathsep.join([HERE, os.environ["PYTHONPATH"]])
    subprocess.run([python, "-m", "pytest", "-q", "-p", "no:cacheprovider",
                    "-p", "limit", "--junitxml", report, "-k",
                    "not TestSequence", folder],
                   env=dict(os.environ, PYTHONPATH=path, PEER_NODES=nodes),
                   stdout=sys.stderr, timeout=280)
    return {case.get("name"): not list(case) for case
            in xml.etree.ElementTree.parse(report).iter("testcase")}


def expected():
    with open(os.path.join(HERE, "expected.txt")) as file:
        for line in file:
            if not line.startswith("#"):
                name, reason = line.strip().split(": ", 1)
                yield tuple(name.split()), reason


def main():
    sys.path.insert(0, os.path.dirname(HERE))
    import support

    reasons = dict(expected())
    for suite, (package, modules, adapter) in SUITES.items():
        python = interpreter(modules)
        tests = fetch(package) if python else None
        if tests is None:
            lacking = (f"Debian's source package {package}" if python else
                       f"Python's modules {modules}")
            tell(True, suite, f" # SKIP {lacking} cannot be had here")
            continue
        nodes = ",".join(support.masters())
        for name, passed in outcomes(python, suite, tests, adapter,
                                     nodes).items():
            reason = reasons.get((suite, name))
            text = f", which fails: {reason}" if reason else ""
            tell((suite + "?", name) in reasons or
                 passed == (reason is None), f"{suite}::{name}{text}")
    print(f"1..{count}")


main()
