# SPDX-License-Identifier: MIT
"""Who gets the inspector's data: the page that the printed link has opened, and nobody else."""

import json
import os
import socket
import subprocess
import sys
import unittest

from support import ROOT, SUPPORT
from support.daemon import PATIENCE
from support.inspector import InspectorCase
from support.other_user import as_user
from support.programs import popoverctl

DATA = ("/api/about", "/api/entries", "/api/scene?n=1", "/api/picture?n=1", "/api/scenario", "/api/drafts",
        "/api/stream", "/api/control", "/api/unknown")


class Doors(InspectorCase):
    def send(self, data):
        """The response to these bytes, until the server closes."""
        with socket.create_connection(("127.0.0.1", self.port), PATIENCE) as peer:
            peer.settimeout(PATIENCE)
            peer.sendall(data)
            answer = b""
            while part := peer.recv(65536):
                answer += part
        return answer

    def assert_answers(self, status, data):
        self.assertEqual(self.send(data).split(b" ", 2)[1:2], [str(status).encode()], data[:80])

    def test_data_needs_the_session(self):
        self.inspect()
        session = self.session()
        for path in DATA:
            for wrong in (None, self.token, session[:-1], session + "0", "0" * len(session)):
                with self.subTest(path=path, session=wrong):
                    self.assertEqual(self.status(path, session=wrong), 401)
        self.assertEqual(self.read("about", session)["mode"], "live")

    def test_a_link_works_once(self):
        self.inspect()
        first = self.session()
        self.assertEqual(self.status("/session", method="POST", body=self.token), 401)
        self.assertEqual(self.status("/session"), 405)
        self.program.stdin.write(b"\n")
        self.program.stdin.flush()
        self.link = self.next_link()
        self.assertEqual(self.session(), first)

    def test_guesses_make_the_link_void(self):
        self.inspect()
        for guess in range(8):
            self.assertEqual(self.status("/session", method="POST", body=f"{guess:048x}"), 401)
        self.assertEqual(self.status("/session", method="POST", body=self.token), 401)

    def test_secrets_are_long_and_differ(self):
        self.inspect()
        secrets = {self.token, self.session()}
        self.end()
        self.inspect()
        secrets |= {self.token, self.session()}
        self.assertEqual(len(secrets), 4)
        for secret in secrets:
            self.assertRegex(secret, "^[0-9a-f]{48}$")

    def test_another_host_gets_nothing(self):
        self.inspect()
        session = self.session()
        name = self.host.partition(":")[0]
        for host in ("evil.example", f"evil.example:{self.port}", f"{name}.evil.example", "[::1]", "",
                     f"{name}:0x", "127.0.0.1", f"127.0.0.1:{self.port}", f"localhost:{self.port}",
                     f"x.{name}", f"{'0' * 32}.localhost:{self.port}"):
            for path in ("/", "/main.js", "/api/about"):
                with self.subTest(host=host, path=path):
                    self.assertEqual(self.status(path, session=session, Host=host), 421)
                    self.assertEqual(self.status("/session", method="POST", body=self.token, Host=host), 421)
        # The port may be forwarded from another machine.
        for host in (name, f"{name}:8080"):
            self.assertEqual(self.status("/api/about", session=session, Host=host), 200)

    def test_each_run_has_an_origin_of_its_own(self):
        self.inspect()
        port, before = self.port, self.host
        self.end()
        self.inspect("--port", str(port))
        self.assertEqual(self.port, port)
        for host in (before, self.host):
            self.assertRegex(host, rf"^[0-9a-f]{{32}}\.localhost:{port}$")
        self.assertNotEqual(self.host, before)
        self.assertEqual(self.status("/", Host=before), 421)
        self.assertEqual(self.status("/", Origin=f"http://{before}"), 421)

    def test_other_users_are_shut_out(self):
        script = ("import socket, sys\n"
                  "peer = socket.create_connection(('127.0.0.1', int(sys.argv[1])), 10)\n"
                  "try:\n"
                  "    peer.sendall(b'GET / HTTP/1.1\\r\\nHost: ' + sys.argv[2].encode() + b'\\r\\n\\r\\n')\n"
                  "    print(peer.recv(99).decode()[:12])\n"
                  "except OSError:\n"
                  "    print()\n")

        def seen(user):
            return subprocess.run(
                [*as_user(user), os.path.realpath(sys.executable), "-S", "-E", "-c", script, str(self.port),
                 self.host], check=True, capture_output=True, text=True, timeout=PATIENCE, cwd="/").stdout
        # As sudo does: who has become root has the browser.
        self.inspect(environment={"SUDO_UID": "12345"})
        self.assertEqual((seen(12345), seen(12346), seen(0)), ("HTTP/1.1 200\n", "\n", "HTTP/1.1 200\n"))

    def test_another_origin_gets_nothing(self):
        self.inspect()
        session = self.session()
        for origin in ("http://evil.example", "null", "http://127.0.0.1:1",
                       f"http://127.0.0.1:{self.port}", "", f"http://localhost:{self.port}",
                       f"https://{self.host}", f"http://{self.host.partition(':')[0]}", "http://127.0.0.1"):
            with self.subTest(origin):
                self.assertEqual(self.status("/api/about", session=session, Origin=origin), 421)
                self.assertEqual(self.status("/session", method="POST", body="", Origin=origin), 421)
        self.assertEqual(self.status(
            "/api/about", session=session, Origin=f"http://{self.host}"), 200)
        for site, status in (("cross-site", 421), ("same-site", 421), ("same-origin", 200), ("none", 200)):
            self.assertEqual(self.status("/main.js", Sec_Fetch_Site=site), status)
        # A link to a moment may stand in any page; it opens the page, which has no data.
        self.assertEqual(self.status("/", Sec_Fetch_Site="cross-site", Sec_Fetch_Mode="navigate"), 200)
        self.assertEqual(self.status("/api/about", method="OPTIONS"), 405)

    def test_every_response_forbids_frames_sniffing_and_foreign_content(self):
        self.inspect()
        session = self.session()
        for path in ("/", "/style.css", "/api/about", "/api/unknown", "/session"):
            _, headers, _ = self.request(path, session=session)
            policy = headers["Content-Security-Policy"]
            self.assertTrue(policy.startswith("default-src 'self'; img-src 'self' blob:;"), policy)
            self.assertIn("frame-ancestors 'none'", policy)
            self.assertEqual(headers["X-Content-Type-Options"], "nosniff")
            self.assertEqual(headers["Cross-Origin-Resource-Policy"], "same-origin")
            self.assertEqual(headers["Cache-Control"], "no-store")
            self.assertNotIn("Access-Control-Allow-Origin", headers)
            self.assertNotIn("Set-Cookie", headers)

    def test_only_the_pages_files_are_served(self):
        self.inspect()
        session = self.session()
        folder = ROOT / "Sources" / "popoverctl" / "Inspect" / "Page"
        for file in folder.iterdir():
            self.assertEqual(self.request(f"/{file.name}")[2], file.read_bytes(), file.name)
        self.assertEqual(self.request("/")[2], (folder / "index.html").read_bytes())
        for path in ("/../Package.swift", "/%2e%2e/InspectFiles.swift", "//etc/passwd", "/main.js/", "/.",
                     "/guidelines.txt"):
            self.assertEqual(self.status(path, session=session), 404, path)
        self.assertEqual(self.status("/main.js", method="POST"), 405)

    def test_malformed_and_large_requests_are_refused(self):
        self.inspect()
        host = f"Host: {self.host}\r\n".encode()
        line = b"GET / HTTP/1.1\r\n" + host
        self.assert_answers(200, line + b"\r\n")
        for status, data in (
                (400, b"GET /\r\n\r\n"), (400, b"GET / HTTP/1.0\r\n" + host + b"\r\n"),
                (400, b"GET http://evil/ HTTP/1.1\r\n" + host + b"\r\n"),
                (400, line + host + b"\r\n"), (400, line + b"no colon\r\n\r\n"),
                (400, line + b"name : value\r\n\r\n"), (400, line + b"a: \x00\r\n\r\n"),
                (400, line + b"Content-Length: +1\r\n\r\n1"), (400, line + b"\r\nGET / HTTP/1.1\r\n\r\n"),
                (400, b"GET /%zz HTTP/1.1\r\n" + host + b"\r\n"),
                (405, b"PUT / HTTP/1.1\r\n" + host + b"\r\n"),
                (413, line + b"Content-Length: 16385\r\n\r\n"),
                (413, line + b"Content-Length: 99999999999999999999\r\n\r\n"),
                (421, b"GET / HTTP/1.1\r\n\r\n"),
                (431, line + b"a: " + b"x" * 8192 + b"\r\n\r\n"),
                (501, line + b"Transfer-Encoding: chunked\r\n\r\n")):
            with self.subTest(data[:60]):
                self.assert_answers(status, data)

    def test_a_request_that_does_not_end_is_closed(self):
        self.inspect()
        self.assertEqual(self.send(b"GET / HTTP/1.1\r\nHost: local"), b"")

    def test_connections_are_limited(self):
        self.inspect()
        peers = [socket.create_connection(("127.0.0.1", self.port), PATIENCE) for _ in range(32)]
        try:
            for peer in peers[:-1]:
                peer.sendall(b"GET / HTTP/1.1\r\n")
            self.assertEqual(self.send(b""), b"")
        finally:
            for peer in peers:
                peer.close()

    def test_it_listens_on_the_loopback_address_only(self):
        self.inspect()
        for address in ("127.0.0.2", socket.gethostbyname(socket.gethostname())):
            if address != "127.0.0.1":
                with self.assertRaises(ConnectionRefusedError):
                    socket.create_connection((address, self.port), PATIENCE)

    def test_control_needs_its_option_and_knows_few_methods(self):
        shop = self.shop()
        popover = self.filter(shop)
        self.inspect()
        dismiss = json.dumps({"method": "popover.dismiss", "params": {"popover": popover}})
        session = self.session()
        self.assertEqual(self.status("/api/control", method="POST", body=dismiss, session=session), 403)
        self.end()
        self.inspect("--control")
        session = self.session()
        for body, status in (("{}", 400), ("[", 400), ('{"method":"shutdown"}', 403),
                             ('{"method":"record.dump"}', 403), ('{"method":"popover.dismiss"}', 422)):
            self.assertEqual(
                self.status("/api/control", method="POST", body=body, session=session), status, body)
        self.assertFalse(shop.has("popover.willClose"))
        self.assertEqual(self.status("/api/control", method="POST", body=dismiss, session=session), 200)
        self.assertEqual(shop.wait("popover.willClose")["params"]["reason"], "administrator")

    def test_contents_of_drafts_are_for_their_user(self):
        own = self.peer("shop")
        own.call("draft.save", key="order-7", content={"text": "own words"}, sync=True)
        os.chmod(self.daemon.folder, 0o755)
        os.chmod(self.daemon.socket, 0o666)
        hello = {"jsonrpc": "2.0", "id": 1, "method": "hello", "params": {"protocol": 1, "app": "bank"}}
        save = {"jsonrpc": "2.0", "id": 2, "method": "draft.save",
                "params": {"key": "pin", "content": {"text": "their words"}, "sync": True}}
        process = subprocess.Popen(
            [*as_user(12345), sys.executable, "-S", "-E", str(SUPPORT / "peer_process.py"), self.daemon.socket],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        try:
            for request in (hello, save):
                process.stdin.write(json.dumps(request).encode() + b"\n")
                process.stdin.flush()
                while b'"result"' not in process.stdout.readline():
                    pass
            self.inspect()
            session = self.session()
            drafts = self.read("drafts", session)["drafts"]
            self.assertEqual([(it["app"], it["key"], it["content"]) for it in drafts],
                             [("shop", "order-7", {"text": "own words"})])
            entries = json.dumps(self.read("entries", session))
            self.assertIn('"key": "pin"', entries)
            self.assertNotIn("their words", entries)
        finally:
            process.stdin.close()
            process.wait(PATIENCE)
            process.stdout.close()

    def test_wrong_usage(self):
        self.inspect()
        for arguments, status, words in (
                (["--port", str(self.port)], 2, "address already in use"),
                (["--control", "file"], 2, "--control"), (["/nonexistent"], 2, "/nonexistent"),
                ([popoverctl()], 2, "not a recording")):
            done = subprocess.run(
                [popoverctl(), "--socket", self.daemon.socket, "inspect", *arguments], check=False,
                capture_output=True, text=True, timeout=PATIENCE, stdin=subprocess.DEVNULL)
            self.assertEqual((done.returncode, done.stdout), (status, ""), done.stderr)
            self.assertIn(words, done.stderr)

    def test_it_ends_when_interrupted(self):
        self.inspect()
        with socket.create_connection(("127.0.0.1", self.port), PATIENCE):
            self.assertEqual(self.end(), 0)
        self.inspect("--port", str(self.port))

    def test_the_link_as_json(self):
        self.inspect("--json")
        self.assertEqual(len(self.session()), 48)


if __name__ == "__main__":
    unittest.main()
