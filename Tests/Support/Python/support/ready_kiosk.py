# SPDX-License-Identifier: MIT
"""A daemon with the configuration that `popoverctl setup` installs, adapted by a drop-in beside it."""

import json
import os
import pathlib
import shutil
import subprocess

from support import ROOT
from support.daemon import PATIENCE, UNHURRIED, Daemon, binary
from support.kiosk_root import KioskRoot
from support.other_user import as_root
from support.plugin_folder import PluginFolder

# Those that the configurations name. The daemon's own is that of the test.
ACCOUNTS = {"kiosk": 64301, "kiosk-ui": 64302, "operator": 64303}


class ReadyKiosk(Daemon):
    """Users, ports and paths are what differs on this machine; `adapted` is TOML for them."""

    def __init__(self, name, plugins=(), adapted=""):
        super().__init__()
        self.root = KioskRoot(os.path.join(self.folder, "root"), name)
        self.root.succeed()
        *_, self.installed = sorted(self.root.path.glob("etc/popoverd/*.toml.d/*.toml"))
        self.drop_ins = self.installed.parent
        self.configuration = str(self.drop_ins.with_suffix(""))
        shutil.copy(ROOT / "config" / self.drop_ins.stem, self.configuration)
        folder = PluginFolder(os.path.join(self.folder, "plugins"))
        for plugin in plugins:
            folder.add_bundled(plugin)
        (self.drop_ins / "90-machine.toml").write_text(
            f"{UNHURRIED}\n[plugins]\ndirectory = {json.dumps(folder.path)}\n{adapted}", encoding="utf-8")
        users = pathlib.Path(self.folder, "passwd")
        users.write_text(pathlib.Path("/etc/passwd").read_text(encoding="utf-8") + "".join(
            f"{user}:x:{number}:{number}::/nonexistent:/usr/sbin/nologin\n"
            for user, number in {"popoverd": os.getuid(), **ACCOUNTS}.items()), encoding="utf-8")
        users.chmod(0o644)
        self.prefix = [*as_root(), "unshare", "--mount", "sh", "-c",
                       'mount --bind "$0" /etc/passwd && exec "$@"', str(users)]

    def check(self):
        """What is wrong with the configuration; empty if nothing is."""
        done = subprocess.run(
            [*self.prefix, binary(), "--check", "--config", self.configuration], check=False,
            stdin=subprocess.DEVNULL, text=True, capture_output=True, timeout=PATIENCE,
            env={**os.environ, **self.environment})
        return done.stdout + done.stderr if done.returncode else ""
