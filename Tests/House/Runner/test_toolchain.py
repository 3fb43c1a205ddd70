# SPDX-License-Identifier: MIT
"""scripts/install-toolchain, with a server of its own; and what make says where there is no Swift."""

import contextlib
import functools
import http.server
import os
import pathlib
import re
import shutil
import signal
import subprocess
import tempfile
import threading
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[3]
# What toolchain/make has made: a toolchain, the release's key and its signature, and those of another.
FILES = pathlib.Path(__file__).with_name("toolchain")
SCRIPTS = "install-toolchain", "install-dependencies", "list-dependencies", "dependencies"
PATIENCE = 60
# All that it may use: what a minimal Debian has, and the group `toolchain` of scripts/dependencies.
PROGRAMS = "awk base64 curl df dirname env flock gpgv grep gzip head mkdir mv rm sed sh sort tar tr uname".split()
SERVED = "/swift-6.3.1-release/{0}/swift-6.3.1-RELEASE/swift-6.3.1-RELEASE-{1}.tar.gz"
BUILDS = {
    ("debian", "12", "x86_64"): ("debian12", "debian12"),
    ("debian", "12", "aarch64"): ("debian12-aarch64", "debian12-aarch64"),
    ("debian", "13", "x86_64"): ("debian12", "debian12"),
    ("debian", "13", "aarch64"): ("debian12-aarch64", "debian12-aarch64"),
    ("ubuntu", "22.04", "x86_64"): ("ubuntu2204", "ubuntu22.04"),
    ("ubuntu", "22.04", "aarch64"): ("ubuntu2204-aarch64", "ubuntu22.04-aarch64"),
    ("ubuntu", "24.04", "x86_64"): ("ubuntu2404", "ubuntu24.04"),
    ("ubuntu", "24.04", "aarch64"): ("ubuntu2404-aarch64", "ubuntu24.04-aarch64"),
}
DEBIAN = SERVED.format("debian12", "debian12")
NEEDED = re.search(r"tools-version: *(\S+)", (ROOT / "Package.swift").read_text(encoding="utf-8"))[1]
MISSING = (f"popoverd needs Swift {NEEDED} or newer: there is none on the PATH\n"
           "scripts/install-toolchain (or make toolchain) installs Swift 6.3.1 into .toolchain\n")

# Targets of make that neither build nor run Swift.
WITHOUT_SWIFT = set(
    "help toolchain install-kit test-release test-arm64 protocol web words clean".split())


class Server(http.server.ThreadingHTTPServer):
    """Serves what `files` has by path; a number instead of bytes is the size of a file of which half comes.
    Then it waits for `goes_on`."""

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Answers)
        self.files, self.asked = {}, []
        self.is_half_way, self.goes_on = threading.Event(), threading.Event()
        self.address = f"http://127.0.0.1:{self.server_port}"
        threading.Thread(target=functools.partial(self.serve_forever, 0.01)).start()

    def close(self):
        self.goes_on.set()
        self.shutdown()
        self.server_close()


class Answers(http.server.BaseHTTPRequestHandler):
    def do_GET(self):  # pylint: disable=invalid-name
        self.server.asked.append(self.path)
        content = self.server.files.get(self.path)
        if content is None:
            self.send_error(404)
            return
        is_cut = isinstance(content, int)
        self.send_response(200)
        self.send_header("Content-Length", str(content if is_cut else len(content)))
        self.end_headers()
        self.wfile.write(bytes(content // 2) if is_cut else content)
        if is_cut:
            self.wfile.flush()
            self.server.is_half_way.set()
            self.server.goes_on.wait()

    def log_message(self, *_):  # pylint: disable=arguments-differ
        pass


class Case(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.project, self.bin = self.folder / "project", self.folder / "bin"
        self.bin.mkdir()
        for name in PROGRAMS:
            (self.bin / name).symlink_to(shutil.which(name))
        self.installed = self.folder / "installed"
        self.program("dpkg-query", "echo installed")
        self.program("id", "echo 0")
        self.program("apt-get", f'echo "$*" >>{self.installed}')

    def program(self, name, text):
        """A program instead of the machine's."""
        path = self.bin / name
        path.unlink(missing_ok=True)
        path.write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
        path.chmod(0o755)

    def swift(self, version):
        self.program("swift", f'echo "Swift version {version} (swift-{version}-RELEASE)"')


class Installs(Case):
    def setUp(self):
        super().setUp()
        self.server = Server()
        self.addCleanup(self.server.close)
        (self.project / "scripts").mkdir(parents=True)
        for name in SCRIPTS:
            shutil.copy(ROOT / "scripts" / name, self.project / "scripts")
        shutil.copy(ROOT / "Package.swift", self.project)
        self.script = self.project / "scripts/install-toolchain"
        self.replace("/etc/os-release", self.folder / "os-release")
        self.replace(re.search(r"(?m)^fingerprint=(\w+)$", self.script.read_text(encoding="utf-8"))[1],
                     (FILES / "release.fingerprint").read_text(encoding="utf-8").strip())
        self.machine("debian", "12", "x86_64")
        self.serve(DEBIAN)

    def replace(self, old, new):
        text = self.script.read_text(encoding="utf-8")
        self.assertEqual(text.count(old), 1, old)
        self.script.write_text(text.replace(old, str(new)), encoding="utf-8")

    def machine(self, distribution, version, processor):
        (self.folder / "os-release").write_text(
            f'ID={distribution}\nVERSION_ID="{version}"\n', encoding="utf-8")
        self.program("uname", f"echo {processor}")

    def serve(self, path, key="release", signature="release"):
        self.server.files = {
            "/key.asc": (FILES / f"{key}.asc").read_bytes(),
            path: (FILES / "toolchain.tar.gz").read_bytes(),
            path + ".sig": (FILES / f"{signature}.sig").read_bytes()}

    @contextlib.contextmanager
    def started(self, *options, **environment):
        """The script, in a group of processes of its own, which ends with the context."""
        with subprocess.Popen(
                [self.script, *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                start_new_session=True, env={
                    "PATH": str(self.bin), "SWIFT_DOWNLOADS": self.server.address,
                    "SWIFT_KEY": f"{self.server.address}/key.asc", **environment}) as process:
            try:
                yield process
            finally:
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGKILL)

    def run_script(self, *options, **environment):
        with self.started(*options, **environment) as process:
            printed, complaint = process.communicate(timeout=PATIENCE)
        return process.returncode, printed, complaint

    @contextlib.contextmanager
    def half_way(self):
        """The script while it waits for the second half of the toolchain."""
        self.server.files[DEBIAN] = 100_000
        with self.started() as process:
            self.assertTrue(self.server.is_half_way.wait(PATIENCE))
            yield process

    def assert_installed(self, *options, **environment):
        status, printed, complaint = self.run_script(*options, **environment)
        self.assertEqual((status, complaint), (0, ""))
        said = subprocess.run([self.project / ".toolchain/usr/bin/swift", "--version"],
                              capture_output=True, text=True, check=True)
        self.assertIn("Swift version 6.3.1 ", said.stdout)
        self.assertFalse((self.project / ".toolchain.new").exists())
        return printed

    def assert_fails(self, *words, **environment):
        before = sorted(self.project.iterdir())
        status, _, complaint = self.run_script(**environment)
        self.assertEqual(status, 1)
        for word in words:
            self.assertIn(str(word), complaint)
        self.assertEqual(sorted(self.project.iterdir()), before)
        self.assertFalse(self.installed.exists())

    def test_each_distribution_and_processor_gets_its_build(self):
        for machine, build in BUILDS.items():
            with self.subTest(machine):
                shutil.rmtree(self.project / ".toolchain", ignore_errors=True)
                self.server.asked.clear()
                self.machine(*machine)
                path = SERVED.format(*build)
                self.serve(path)
                printed = self.assert_installed()
                self.assertEqual(self.server.asked, ["/key.asc", path + ".sig", path])
                self.assertEqual("for Debian 12 runs there, too" in printed, machine[:2] == ("debian", "13"))
                self.assertIn(f'export PATH="{self.project}/.toolchain/usr/bin:$PATH"', printed)

    def test_an_unknown_distribution_is_told_what_is_known(self):
        self.machine("fedora", "41", "x86_64")
        self.assert_fails(
            'no Swift toolchain is known for "fedora 41" on x86_64',
            "known are debian 12, debian 13, ubuntu 22.04 and ubuntu 24.04 on x86_64 and aarch64",
            f"install Swift {NEEDED} or newer by hand")
        self.assertEqual(self.server.asked, [])

    def test_an_unknown_processor_is_told_what_is_known(self):
        self.machine("debian", "12", "riscv64")
        self.assert_fails('no Swift toolchain is known for "debian 12" on riscv64', "x86_64 and aarch64")

    def test_a_swift_that_is_new_enough_is_enough(self):
        for version in NEEDED, f"{NEEDED}.1", "6.10", "7.0":
            self.swift(version)
            status, printed, _ = self.run_script()
            self.assertEqual((status, printed), (0, f"Swift {version} in {self.bin}/swift is new enough\n"))
            self.assertEqual(self.run_script("--check"), (0, "", ""))
        self.assertEqual(self.server.asked, [])

    def test_what_is_installed_is_not_fetched_again(self):
        self.assert_installed()
        self.server.asked.clear()
        self.assertIn("new enough", self.assert_installed())
        self.assertEqual(self.server.asked, [])
        self.assertEqual(self.run_script("--check"), (0, "", ""))

    def test_an_older_swift_on_the_path_gives_way(self):
        self.swift("6.1.3")
        status, _, complaint = self.run_script("--check")
        self.assertEqual((status, complaint), (1, MISSING.replace(
            "there is none on the PATH", f"{self.bin}/swift is 6.1.3")))
        self.assertFalse((self.project / ".toolchain").exists())
        self.assert_installed()
        self.assertEqual(self.run_script("--check"), (0, "", ""))

    def test_an_older_toolchain_is_replaced(self):
        old = self.project / ".toolchain/usr/bin/swift"
        old.parent.mkdir(parents=True)
        old.write_text('#!/bin/sh\necho "Swift version 6.0 (swift-6.0-RELEASE)"\n', encoding="utf-8")
        old.chmod(0o755)
        self.assert_installed()

    def test_another_program_of_this_name_is_no_swift(self):
        self.program("swift", "echo python-swiftclient 4.1.0")
        _, _, complaint = self.run_script("--check")
        self.assertIn(f'{self.bin}/swift --version says "python-swiftclient 4.1.0"', complaint)

    def test_another_option_is_refused(self):
        for options in ("--help",), ("--check", "x"):
            self.assertEqual(self.run_script(*options), (1, "", "expected: scripts/install-toolchain [--check]\n"))

    def test_a_swift_whose_libraries_make_installs_counts(self):
        self.program("swift", 'echo "swift: error while loading shared libraries: libncurses.so.6" >&2; exit 127')
        self.assertEqual(self.run_script(), (
            0, f"there is a Swift in {self.bin}/swift; make installs the libraries that it needs\n", ""))
        self.assertEqual(self.run_script("--check"), (0, "", ""))

    def debian(self, candidate):
        """A Debian with this version of swiftlang."""
        self.program("dpkg-query", 'case "$*" in *swiftlang) ;; *) echo installed ;; esac')
        self.program("apt-cache", f"printf 'swiftlang:\\n  Installed: (none)\\n  Candidate: {candidate}\\n'")

    def test_debians_own_swift_is_used_where_it_is_new_enough(self):
        version = f"{NEEDED}.2"
        self.debian(f"{version}-1+b1")
        self.program("apt-get", f"""echo "$*" >>{self.installed}
            printf '#!/bin/sh\\necho Swift version {version}\\n' >{self.bin}/swift
            {shutil.which('chmod')} +x {self.bin}/swift""")
        self.assertEqual(self.run_script(), (
            0, f"Debian's swiftlang {version}-1+b1 is new enough\nInstalling: swiftlang\n", ""))
        self.assertRegex(self.installed.read_text(encoding="utf-8"), r"^install .* swiftlang$")
        self.assertEqual(self.run_script("--check"), (0, "", ""))
        self.assertFalse((self.project / ".toolchain").exists())

    def test_debians_own_swift_is_not_used_where_it_is_older(self):
        for candidate in "(none)", "6.1.3-1":
            self.debian(candidate)
            shutil.rmtree(self.project / ".toolchain", ignore_errors=True)
            self.assert_installed()
            self.assertFalse(self.installed.exists())

    def test_another_swift_before_debians_is_named(self):
        self.swift("6.1")
        self.debian("6.10-1")
        _, _, complaint = self.run_script()
        self.assertEqual(complaint, f"the PATH has another Swift first: {self.bin}/swift is 6.1\n")

    def test_what_it_needs_of_debian_is_installed(self):
        self.program("dpkg-query", 'case "$*" in *curl) echo not-installed ;; *) echo installed ;; esac')
        self.assertIn("Installing: curl\n", self.assert_installed())
        self.assertRegex(self.installed.read_text(encoding="utf-8"), r"^install .* curl$")

    def test_a_wrong_signature_removes_the_file(self):
        forged = (FILES / "toolchain.tar.gz").read_bytes() + b"forged"
        self.server.files[DEBIAN] = forged
        self.assert_fails("no good signature of the key ", "BAD signature")
        self.server.files[DEBIAN + ".sig"] = b"no signature"
        self.assert_fails("no good signature of the key ")

    def test_a_signature_of_another_key_is_wrong(self):
        self.serve(DEBIAN, signature="other")
        self.assert_fails("no good signature of the key ", "No public key")
        # Good, but the server's key is not the one that the script knows.
        self.serve(DEBIAN, key="other", signature="other")
        self.assert_fails("no good signature of the key ")

    def test_a_revoked_key_is_no_key(self):
        self.serve(DEBIAN, key="revoked")
        self.assert_fails("is revoked: removed swift-6.3.1-RELEASE-debian12.tar.gz")

    def test_a_broken_download_leaves_nothing(self):
        self.server.files[DEBIAN] = 100_000
        self.server.goes_on.set()
        self.assert_fails(f"cannot download {self.server.address}{DEBIAN}")

    def test_a_download_that_stands_still_is_given_up(self):
        self.replace("patience=60", "patience=1")
        self.server.files[DEBIAN] = 100_000
        self.assert_fails(f"cannot download {self.server.address}{DEBIAN}")

    def test_an_interrupted_download_leaves_nothing(self):
        with self.half_way() as process:
            self.assertTrue((self.project / ".toolchain.new").exists())
            # Not SIGINT, which whoever is started in the background may ignore.
            os.killpg(process.pid, signal.SIGTERM)
            self.assertNotEqual(process.wait(PATIENCE), 0)
        self.assertEqual({path.name for path in self.project.iterdir()}, {"scripts", "Package.swift"})

    def test_two_at_once_do_not_meet(self):
        with self.half_way():
            self.assert_fails("another scripts/install-toolchain is at work here")

    def test_what_an_earlier_run_left_is_removed(self):
        left = self.project / ".toolchain.new/unpacked/usr/bin/left"
        left.parent.mkdir(parents=True)
        left.touch()
        self.assert_installed()
        self.assertFalse((self.project / ".toolchain/usr/bin/left").exists())

    def test_a_file_that_is_not_there_is_named(self):
        del self.server.files[DEBIAN]
        self.assert_fails("404", f"cannot download {self.server.address}{DEBIAN}")

    def test_no_network_is_said(self):
        self.assert_fails("Could not resolve host: swift.invalid", "cannot download http://swift.invalid/key.asc",
                          SWIFT_KEY="http://swift.invalid/key.asc")

    def test_a_full_disk_is_said(self):
        self.program("df", "echo header; echo /dev/disk 9000000 8000000 1024000 90% /")
        self.assert_fails(f"not enough space in {self.project}: Swift needs 4500 MB, 1000 MB are free")
        self.assertEqual(self.server.asked, [])


class Makes(Case):
    def make(self, target):
        return subprocess.run(
            ["make", "--no-print-directory", target], cwd=self.project, env={"PATH": str(self.bin)},
            capture_output=True, text=True, check=False)

    def test_without_swift_make_says_so_and_installs_nothing(self):
        for name in "make", "find":
            (self.bin / name).symlink_to(shutil.which(name))
        self.program("dpkg-query", "echo not-installed")
        shutil.copytree(ROOT / "scripts", self.project / "scripts")
        for name in "Makefile", "Package.swift":
            shutil.copy(ROOT / name, self.project)
        for target in "demo", "test", "deb":
            done = self.make(target)
            self.assertEqual((done.returncode, done.stdout), (2, ""))
            self.assertTrue(done.stderr.startswith(MISSING), done.stderr)
        self.assertFalse(self.installed.exists())
        self.swift("6.3.1")
        self.make("libraries")
        self.assertIn("libuv1-dev", self.installed.read_text(encoding="utf-8"))

    def test_every_target_that_builds_looks_for_swift_first(self):
        makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
        targets = set(re.findall(r"(?m)^([a-z0-9-]+):.* ## ", makefile))
        self.assertLessEqual(WITHOUT_SWIFT, targets)
        for target in targets:
            with self.subTest(target):
                done = subprocess.run(
                    ["make", "-n", "--no-print-directory", target], cwd=ROOT, capture_output=True,
                    text=True, check=True)
                is_first = done.stdout.startswith("scripts/install-toolchain --check\n")
                self.assertEqual(is_first, target not in WITHOUT_SWIFT)

    def test_the_toolchain_comes_first_on_the_path(self):
        done = subprocess.run(
            ["make", "-f", "-", "--no-print-directory", "path"], cwd=ROOT, capture_output=True, text=True,
            check=True, input="include Makefile\npath: ; @echo $$PATH\n")
        self.assertEqual(done.stdout.split(":")[0], f"{ROOT}/.toolchain/usr/bin")


if __name__ == "__main__":
    unittest.main()
