# SPDX-License-Identifier: MIT
"""Installed files run without the toolchain, are reproducible and can be uninstalled."""

import hashlib
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest
import urllib.request
from unittest import mock

from support.daemon import PATIENCE, Daemon, binary
from support.peer import Peer

from installation import EPOCH, ROOT, call, installed, needed


def contents(root):
    """Every file with its mode, its time and a digest."""
    return {
        str(path.relative_to(root)): (
            path.stat().st_mode, int(path.stat().st_mtime),
            hashlib.sha256(path.read_bytes()).hexdigest())
        for path in sorted(root.rglob("*")) if path.is_file()}


class Installed(unittest.TestCase):
    def folder(self):
        folder = pathlib.Path(tempfile.mkdtemp(prefix="popover-install-"))
        self.addCleanup(shutil.rmtree, folder, True)
        return folder

    def test_every_file_is_installed(self):
        found = set(contents(installed()))
        for path in (
                "etc/chromium/native-messaging-hosts/popoverd.json",
                "etc/popoverd/popoverd.toml", "usr/bin/popover-stage", "usr/bin/popoverctl", "usr/bin/popoverd",
                "usr/include/popover_plugin.h", "usr/lib/popoverd/plugins/libpopover-idle.so",
                "usr/lib/popoverd/plugins/popover-x11.plugin",
                "usr/lib/mozilla/native-messaging-hosts/popoverd.json", "usr/lib/popoverd/popover-native-host",
                "usr/lib/popoverd/popoverd-launcher",
                "usr/lib/popoverd/swift/libswiftCore.so",
                "usr/lib/systemd/system/popoverd.service", "usr/lib/systemd/system/popoverd.socket",
                "usr/lib/systemd/user/popoverd.service", "usr/lib/systemd/user/popoverd.socket",
                "usr/lib/sysusers.d/popoverd.conf", "usr/lib/tmpfiles.d/popoverd.conf",
                "usr/share/bash-completion/completions/popoverctl",
                "usr/share/doc/popoverd/docs/reference/protocol.md",
                "usr/share/doc/popoverd/examples/Plugins/C/confirm.c",
                "usr/share/doc/popoverd/examples/profiles/multi-user.toml",
                "usr/share/doc/popoverd/examples/monitoring/alerts.yml",
                "usr/share/doc/popoverd/examples/systemd/x11.conf",
                "usr/share/fish/vendor_completions.d/popoverctl.fish",
                "usr/share/man/man1/popoverctl.1", "usr/share/man/man5/popoverd.toml.5",
                "usr/share/man/man7/popoverd-plugin.7", "usr/share/man/man7/popoverd-protocol.7",
                "usr/share/man/man8/popover-stage.8", "usr/share/man/man8/popoverd.8", "usr/share/pkgconfig/popoverd-plugin.pc",
                "usr/share/popoverd/extension/manifest.json",
                "usr/share/popoverd/inspector/guidelines.txt",
                "usr/share/popoverd/inspector/index.html",
                "usr/share/popoverd/kiosks/web-x11/etc/systemd/system/popoverd.service.d/web.conf",
                "usr/share/popoverd/schemas/configuration.json",
                "usr/share/popoverd/schemas/messages.json",
                "usr/share/popoverd/schemas/openrpc.json",
                "usr/share/popoverd/schemas/topics.json",
                "usr/share/zsh/vendor-completions/_popoverctl"):
            self.assertIn(path, found)
        package = (ROOT / "Package.swift").read_text(encoding="utf-8")
        libraries = re.findall(r'name: "(popover-[\w-]+)", type: \.dynamic', package)
        programs = re.findall(r'name: "(popover-[\w-]+\.plugin)"', package)
        plugins = {name.split("/")[-1] for name in found if "/popoverd/plugins/" in name}
        self.assertEqual(plugins, {*(f"lib{name}.so" for name in libraries), *programs})

    def test_what_was_not_built_is_left_out_and_named(self):
        build, root = self.folder(), self.folder()
        for path in pathlib.Path(binary()).parent.iterdir():
            if path.name not in ("popover-stage", "popover-x11.plugin"):
                (build / path.name).symlink_to(path)
        done = call("install-files", root, build=build)
        self.assertIn(
            "left out, because they were not built: popover-stage popover-x11.plugin (", done.stdout)
        self.assertEqual(set(contents(installed())) - set(contents(root)), {
            "etc/popoverd/stage.toml", "usr/bin/popover-stage", "usr/lib/popoverd/plugins/popover-x11.plugin",
            "usr/lib/systemd/system/popover-stage@.service", "usr/share/man/man8/popover-stage.8"})

    def test_each_installed_file_is_in_a_package(self):
        patterns = [
            line for file in (ROOT / "debian").glob("*.install")
            for line in file.read_text(encoding="utf-8").split()]
        # Debian's own tools put these where they belong.
        left_out = ("usr/share/doc/popoverd/LICENSE", "usr/share/doc/popoverd/CHANGELOG.md")
        for path in contents(installed()):
            path = path.replace("usr/lib/systemd/system/", "lib/systemd/system/")
            self.assertTrue(path in left_out or any(
                pathlib.PurePath(path).match(pattern) or path.startswith(f"{pattern.rstrip('*')}")
                for pattern in patterns), path)

    def test_no_library_comes_from_the_toolchain(self):
        root = installed()
        libraries = sorted(root.glob("usr/lib/popoverd/*/*.so"))
        programs = [
            root / name for name in
            ("usr/bin/popoverd", "usr/bin/popoverctl", "usr/lib/popoverd/popoverd-launcher")]
        programs += sorted(root.glob("usr/lib/popoverd/plugins/*.plugin"))
        private = {path.name for path in root.glob("usr/lib/popoverd/swift/*.so")}
        used = set()
        for path in (*programs, *libraries):
            with self.subTest(path.name):
                linked = subprocess.run(
                    [needed("ldd", "libc-bin"), path], check=True, capture_output=True, text=True,
                    env={"PATH": os.environ["PATH"]}).stdout
                self.assertNotIn("not found", linked)
                for name, where in re.findall(r"^\s(\S+) => (\S+)", linked, re.M):
                    if name in private:
                        self.assertTrue(os.path.realpath(where).startswith(str(root)), where)
                        used.add(name)
                    else:
                        self.assertRegex(where, r"^/(usr/)?lib", name)
        self.assertEqual(used, private)

    def test_the_inspector_finds_its_page(self):
        root = installed()
        with mock.patch.dict(os.environ, POPOVERD=str(root / "usr/bin/popoverd")):
            daemon = Daemon()
            self.addCleanup(daemon.close)
            daemon.start()
        program = subprocess.Popen(
            [root / "usr/bin/popoverctl", "--socket", daemon.socket, "inspect"], stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, text=True)
        try:
            # Not every resolver knows names below localhost, as browsers do.
            link = program.stdout.readline().strip()
            host = link.split("/")[2]
            request = urllib.request.Request(
                link.replace(host.partition(":")[0], "127.0.0.1"), headers={"Host": host})
            with urllib.request.urlopen(request, timeout=PATIENCE) as page:
                self.assertIn(b"<title>popoverd inspector</title>", page.read())
        finally:
            program.terminate()
            program.wait(PATIENCE)
            program.stdout.close()

    def test_programs_run_from_any_folder(self):
        root = installed()
        with mock.patch.dict(os.environ, POPOVERD=str(root / "usr/bin/popoverd")):
            os.environ.pop("LD_LIBRARY_PATH", None)
            # Libraries in Swift: they find its runtime where the programs do.
            policies = ("edition", "exclusive", "idle", "quiet")
            daemon = Daemon("".join(f'[[plugin]]\nname = "{name}"\n' for name in policies))
            self.addCleanup(daemon.close)
            daemon.start()
        client = Peer(daemon)
        self.addCleanup(client.close)
        told = subprocess.run(
            [root / "usr/bin/popoverctl", "--socket", daemon.socket, "list", "plugins"], check=True,
            capture_output=True, text=True, env={}).stdout
        for plugin in ("menu", "task", "inspector", *policies):
            self.assertRegex(told, rf"(?m)^{plugin} .*loaded")

    def test_the_same_sources_give_the_same_files(self):
        again = self.folder()
        # By somebody of another place.
        call("install-files", again, umask=0o077, TZ="Pacific/Kiritimati", LC_ALL="C",
             HOME=str(again / "nowhere"))
        first = contents(installed())
        self.assertEqual(contents(again), first)
        self.assertEqual({time for _, time, _ in first.values()}, {EPOCH})
        self.assertEqual(self.packed(again), self.packed(installed()))

    def packed(self, root):
        """A digest of a package of all of it. `make reproducible` does so with the real ones."""
        folder = self.folder()
        tree = folder / "tree"
        shutil.copytree(root, tree, copy_function=os.link)
        # The temporary folder itself is nobody else's.
        tree.chmod(0o755)
        (tree / "DEBIAN").mkdir()
        (tree / "DEBIAN/control").write_text(
            "Package: all\nVersion: 1\nArchitecture: all\nMaintainer: nobody\nDescription: all\n",
            encoding="ascii")
        subprocess.run(
            [needed("dpkg-deb", "dpkg"), "-Znone", "--root-owner-group", "-b", tree,
             folder / "all.deb"], check=True, capture_output=True,
            env={**os.environ, "SOURCE_DATE_EPOCH": str(EPOCH)})
        return hashlib.sha256((folder / "all.deb").read_bytes()).hexdigest()

    def test_uninstalling_leaves_nothing_but_a_configuration_that_was_changed(self):
        folder = self.folder()
        call("install-files", folder)
        configuration = folder / "etc/popoverd/popoverd.toml"
        with open(configuration, "a", encoding="utf-8") as file:
            file.write('[log]\nlevel = "debug"\n')
        call("uninstall-files", folder)
        self.assertEqual(list(contents(folder)), ["etc/popoverd/popoverd.toml"])
        shutil.copy(ROOT / "config/popoverd.toml", configuration)
        call("uninstall-files", folder)
        self.assertEqual(contents(folder), {})
        self.assertEqual([path for path in folder.rglob("popoverd*")], [])

    def test_all_parts_have_one_version(self):
        said = subprocess.run(
            [installed() / "usr/bin/popoverd", "--version"], check=True, capture_output=True,
            text=True).stdout.strip()
        packaged = subprocess.run(
            [needed("dpkg-parsechangelog", "dpkg-dev"), "-l", ROOT / "debian/changelog", "-S",
             "Version"], check=True, capture_output=True, text=True).stdout.strip()
        self.assertEqual(packaged, said)

    def test_a_plugin_in_swift_builds_against_what_is_installed(self):
        folder = self.folder()
        shutil.copytree(
            installed() / "usr/share/doc/popoverd/examples/Plugins/Swift", folder / "plugin")
        package = folder / "plugin/Package.swift"
        kit = installed() / "usr/share/popoverd/PopoverPluginKit"
        package.write_text(
            package.read_text(encoding="utf-8").replace('"../../.."', f'"{kit}"'),
            encoding="utf-8")
        done = subprocess.run(
            [needed("swift", "of Swift's toolchain"), "build", "--package-path", folder / "plugin",
             "--scratch-path", folder / "build"], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        done = subprocess.run(
            [installed() / "usr/bin/popoverctl", "plugin", "test",
             folder / "build/debug/libpopover-confirm.so"],
            capture_output=True, text=True, check=False)
        self.assertIn(", 0 wrong", done.stdout, done.stderr)


if __name__ == "__main__":
    unittest.main()
