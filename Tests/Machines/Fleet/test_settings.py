# SPDX-License-Identifier: MIT
"""Wrong settings, untrusted brokers, and the unit's drop-in."""

import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

from support import ROOT
from support.broker import certificates
from support.daemon import binary

from support.fleet_case import FleetCase


class Settings(FleetCase):
    """Each wrong setting has an error of one sentence."""

    # Of the log so far.
    read = 0

    def complaint(self, **options):
        """The plugin's message in a daemon with these options."""
        self.configure(**options)
        self.daemon.start()
        plugin = next(plugin for plugin in self.peer("root").call("plugin.list")["plugins"]
                      if plugin["name"] == "mqtt")
        self.daemon.terminate()
        self.assertEqual(self.daemon.wait(), 0)
        self.assertEqual(plugin["state"], "failed", plugin)
        told = self.daemon.told()[self.read:]
        self.read += len(told)
        return told

    def test_each_wrong_setting_is_named(self):
        wrong = [
            ({"port": 0}, 'port "0" is not a number from 1 to 65535'),
            ({"broker": "a b"}, 'broker "a b" is not a host name or an address'),
            ({"broker": "hall:1883"}, 'broker "hall:1883" is not a host name or an address, '
                                      'without a port or a scheme'),
            ({"broker": "mqtt.example.org", "tls": False},
             'tls "false" is not allowed: "mqtt.example.org" is another machine'),
            ({"tls": False}, "authorityFile and certificateFile require tls"),
            ({"kiosk": "a/b"}, 'kiosk "a/b" is not 1 to 64 of'),
            ({"groups": ["#"]}, 'groups "#" is not 1 to 64 of'),
            ({"prefix": "/x"}, 'prefix "/x" is not names'),
            ({"user": ""}, "passwordFile requires user"),
            ({"certificateFile": "/x"}, "certificateFile and keyFile require each other"),
            ({"keepaliveSeconds": 1}, 'keepaliveSeconds "1" is not a number from 10 to 3600'),
            ({"longestRetryMs": 100, "shortestRetryMs": 200},
             'longestRetryMs "100" is not 200 (shortestRetryMs) or more'),
            ({"directory": "a/fleet"}, 'directory "a/fleet" is not an absolute path'),
            ({"keys": "/nowhere/keys"}, 'cannot read keys "/nowhere/keys": No such file or directory'),
            ({"waitingEvents": 1}, 'waitingEvents "1" is not a number from 100 to 10000000'),
            ({"groups": ["a"] * 17}, "groups has 17 entries (expected at most 16)"),
            ({"discovery": "a b"}, 'discovery "a b" is not 1 to 64 of'),
        ]
        for options, message in wrong:
            with self.subTest(options=options):
                self.assertIn(message, self.complaint(**options))

    def test_a_writable_key_file_is_not_used(self):
        os.chmod(self.keys, 0o666)
        self.assertIn("can be changed by others", self.complaint())

    def test_a_wrong_line_of_the_keys_is_named(self):
        self.write("keys", "# fine\nops what ping\n")
        self.assertIn("line 2: the key is not a k4.public key as popoverctl fleet keygen", self.complaint())

    def test_without_a_broker_it_fails_and_keeps_nothing(self):
        self.assertIn("no broker is named", self.complaint(broker=""))
        self.assertEqual(os.listdir(os.path.join(self.daemon.folder, "fleet")), [])

    def test_without_a_directory_events_are_in_the_state_folder(self):
        self.start(directory="")
        self.sell([1])
        self.wait_sold(1)
        self.assertIn("outbox.sqlite", os.listdir(os.path.join(self.daemon.state, "fleet")))

    def test_a_writable_folder_is_not_used(self):
        folder = os.path.join(self.daemon.folder, "fleet")
        os.mkdir(folder)
        os.chmod(folder, 0o777)
        self.configure()
        self.daemon.start()
        self.logged("cannot join the fleet: .* writable by nobody else")

    def test_stored_files_belong_to_the_daemons_user(self):
        self.start()
        self.sell([1])
        self.wait_sold(1)
        folder = os.path.join(self.daemon.folder, "fleet")
        self.assertEqual(os.stat(folder).st_mode & 0o777, 0o700)
        self.assertIn("outbox.sqlite", os.listdir(folder))


class Strangers(FleetCase):
    """A broker that is not the kiosk's own hears nothing."""

    def test_a_broker_with_another_authority_is_refused(self):
        self.broker.start()
        self.configure(authorityFile=os.path.join(certificates(), "stranger.crt"))
        self.daemon.start()
        self.logged("no connection to the broker .*certificate verify failed")

    def test_a_broker_with_another_name_is_refused(self):
        self.broker.start()
        # Its certificate is for localhost and 127.0.0.1.
        self.configure(broker="127.0.0.2")
        self.daemon.start()
        self.logged("no connection to the broker 127.0.0.2:[0-9]+")

    def test_a_wrong_password_is_logged_once(self):
        self.broker.start()
        self.password = self.write("password", "guessed\n")
        self.configure()
        self.daemon.start()
        self.logged("refused: Not authorized")
        # It goes on trying, and says nothing more of it.
        self.password = self.write("password", "hall-secret\n")
        self.logged("connected to the broker")
        self.assertEqual(len(re.findall("Not authorized", self.daemon.told())), 1)


class DropIn(unittest.TestCase):
    """The unit with what the plugin needs."""

    def test_systemd_understands_every_line(self):
        analyze = shutil.which("systemd-analyze")
        self.assertIsNotNone(analyze, "systemd-analyze is missing: apt-get install systemd")
        folder = pathlib.Path(tempfile.mkdtemp(prefix="popoverd-units-"))
        self.addCleanup(shutil.rmtree, folder, True)
        config = ROOT / "config"
        service = folder / "popoverd.service"
        text = (config / "popoverd.service").read_text(encoding="utf-8")
        text = text.replace("/usr/bin/", os.path.dirname(binary()) + "/")
        service.write_text(text, encoding="utf-8")
        shutil.copy(config / "popoverd.socket", folder)
        added = folder / "popoverd.service.d"
        added.mkdir()
        drop_in = (config / "examples/systemd/mqtt.conf").read_text(encoding="utf-8")

        def verify(words):
            (added / "mqtt.conf").write_text(words, encoding="utf-8")
            return subprocess.run(
                [analyze, "--no-pager", "verify", "--man=no", "--recursive-errors=no", service,
                 folder / "popoverd.socket"], capture_output=True, text=True, check=False)
        done = verify(drop_in)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("192.0.2.x", verify(drop_in.replace("192.0.2.10", "192.0.2.x")).stderr)


if __name__ == "__main__":
    unittest.main()
