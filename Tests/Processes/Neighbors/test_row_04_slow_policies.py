# SPDX-License-Identifier: MIT
"""Row 4: a large scene does not end a policy that is a program, and its policy is never bypassed."""

import json
import os
import subprocess
import sys
import time
import unittest

from support.daemon import PATIENCE, UNHURRIED, Daemon
from support.daemon_case import DaemonCase
from support.other_user import as_user
from support.peer import Refusal
from support.plugin_folder import PROGRAM_PATHS, PluginFolder

# A number that no user of the machine has.
ATTACKER = 64102

# Registers sources with long names over two connections until the daemon refuses more.
ATTACK = """
import json, socket, sys
peers = []
for app in ("one", "two"):
    peer = socket.socket(socket.AF_UNIX)
    peer.connect(sys.argv[1])
    lines = peer.makefile("rb")
    def call(id, method, params):
        peer.sendall(json.dumps(
            {"jsonrpc": "2.0", "id": id, "method": method, "params": params}).encode() + b"\\n")
        while json.loads(line := lines.readline()).get("id") != id:
            pass
        return json.loads(line)
    call("hello", "hello", {"protocol": 1, "app": app})
    for number in range(4000):
        rect = {"x": 0, "y": 0, "width": 9, "height": 9}
        answer = call(number, "source.set", {"source": f"{number:0250}", "rect": rect})
        if "error" in answer:
            break
    peers.append(peer)
print("ready", flush=True)
sys.stdin.read()
"""

# Refuses tasks and grants everything else.
POLICY = """#!{interpreter} -SEB
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    method, result = message.get("method", ""), None
    if method == "getmanifest":
        result = {{"name": "gate", "version": "1", "hooks": ["open"], "topics": ["app.*"]}}
    elif method == "init":
        result = {{}}
    elif method == "hook.open":
        task = message["params"]["behavior"] == "task"
        result = {{"verdict": "refuse", "message": "no tasks"}} if task else {{}}
    elif method == "shutdown":
        break
    if result is not None:
        print(json.dumps({{"jsonrpc": "2.0", "id": message["id"], "result": result}}), flush=True)
"""


class SlowPolicies(DaemonCase):
    def setUp(self):
        self.daemon = Daemon("")
        self.addCleanup(self.daemon.close)
        folder = PluginFolder(os.path.join(self.daemon.folder, "plugins"))
        gate = folder.file("popover-gate.plugin")
        with open(gate, "w", encoding="utf-8") as file:
            file.write(POLICY.format(interpreter=os.path.realpath(sys.executable)))
        os.chmod(gate, 0o755)
        self.daemon.write_configuration(
            f"{UNHURRIED}policyMs = 500\n[plugins]\ndirectory = {json.dumps(folder.path)}\n"
            '[[plugin]]\nname = "gate"\nfallback = "refuse"\n'
            f"readPaths = {json.dumps(PROGRAM_PATHS)}\n")
        self.daemon.start()
        os.chmod(self.daemon.folder, 0o755)
        os.chmod(self.daemon.socket, 0o666)
        self.keeper = self.peer("keeper", ("observer",))
        self.victim = self.peer("victim")

    def attack(self):
        attacker = subprocess.Popen(
            [*as_user(ATTACKER), os.path.realpath(sys.executable), "-S", "-E", "-c", ATTACK,
             self.daemon.socket], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd="/")
        for cleanup in (attacker.stdout.close, attacker.wait, attacker.stdin.close):
            self.addCleanup(cleanup)
        self.assertEqual(attacker.stdout.readline(), b"ready\n")

    def verdict(self, behavior):
        """granted, or the reason of the refusal."""
        try:
            popover = self.open(self.victim, behavior)["popover"]
        except Refusal as refusal:
            return refusal.data["reason"]
        self.victim.call("popover.close", popover=popover, outcome="cancel")
        self.victim.wait("popover.closed", popover=popover)
        return "granted"

    def gate(self):
        plugins = self.keeper.call("plugin.list")["plugins"]
        return next(plugin for plugin in plugins if plugin["name"] == "gate")

    def wait_granted(self):
        deadline = time.monotonic() + PATIENCE
        while self.verdict("menu") != "granted":
            self.assertLess(time.monotonic(), deadline, self.daemon.told())

    def test_a_policy_reads_a_large_snapshot_and_is_never_bypassed(self):
        self.wait_granted()
        self.attack()
        # The program starts anew, and is sent the large scene.
        reload = self.keeper.start("plugin.reload", name="gate")
        while not self.keeper.is_answered(reload):
            self.assertEqual(self.verdict("task"), "policy")
        self.assertEqual(self.keeper.result(reload)["state"], "loaded")
        self.wait_granted()
        for _ in range(20):
            self.assertEqual(self.verdict("task"), "policy")
            self.assertEqual(self.verdict("menu"), "granted")
        self.assertEqual(self.gate()["state"], "loaded")
        self.assertEqual(self.gate()["statistics"]["restarts"], 1, self.daemon.told())
        self.assertNotIn("does not read", self.daemon.told())


if __name__ == "__main__":
    unittest.main()
