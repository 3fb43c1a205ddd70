# SPDX-License-Identifier: MIT
"""A daemon with a ready configuration, installed as its header says, and adapted by a drop-in beside it."""

import json
import os
import pathlib
import re
import shutil
import subprocess

from support import ROOT
from support.daemon import PATIENCE, UNHURRIED, Daemon, binary
from support.other_user import as_root
from support.plugin_folder import PluginFolder

FOLDER = ROOT / "config" / "examples" / "kiosks"
NAMES = sorted(path.name for path in FOLDER.iterdir())
PROFILES = ROOT / "config" / "examples" / "profiles"
# Those that the configurations name. The daemon's own is that of the test.
ACCOUNTS = {"kiosk": 64301, "kiosk-ui": 64302, "operator": 64303}


class ReadyKiosk(Daemon):
    """Users, ports and paths are what differs on this machine; `adapted` is TOML for them."""

    def __init__(self, name, plugins=(), adapted="", extra=()):
        super().__init__()
        self.file = FOLDER / name / "popoverd.toml"
        header = self.file.read_text(encoding="utf-8").split("\n\n", 1)[0]
        main, name = re.search(r"/etc/popoverd/(\w+\.toml)\.d/(\S+\.toml)", header).groups()
        shutil.copy(ROOT / "config" / main, self.configuration)
        self.drop_ins = pathlib.Path(f"{self.configuration}.d")
        self.drop_ins.mkdir()
        self.installed = self.drop_ins / name
        shutil.copy(self.file, self.installed)
        for source, target in extra:
            shutil.copy(source, self.drop_ins / target)
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
