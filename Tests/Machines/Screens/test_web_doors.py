# SPDX-License-Identifier: MIT
"""Access to the web gateway: origins, tokens, limits, methods and roles."""

import os
import re
import socket
import stat
import struct
import unittest

from support.web_daemon import ORIGIN, PATIENCE, WebDaemon

# What an HTTP/2 client begins with, and frames of each kind: some break the rules of the protocol.
HTTP2 = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + b"".join(
    struct.pack(">IBI", len(payload) << 8 | kind, flags, stream) + payload
    for kind, flags, stream, payload in (
        (4, 0, 0, b""), (8, 0, 0, b"\0\1\0\0"), (1, 5, 3, b"\x82\x86\x84\x41\x01x"), (0, 1, 3, b"x"),
        (2, 0, 5, b"\0\0\0\0\1"), (9, 4, 3, b"\x82"), (3, 0, 3, b"\0\0\0\0"), (6, 0, 0, b"x" * 8),
        (1, 4, 1, b"\x82\x86\x84"), (5, 4, 1, b"\0\0\0\2\x82"), (7, 0, 0, b"\0" * 8)))


class Admission(WebDaemon):
    def test_only_listed_origins_may_connect(self):
        self.start()
        for origin in (None, "", "null", "file://", "http://127.0.0.1", ORIGIN + "0",
                       ORIGIN.upper(), "http://evil.example", "x" * 1500):
            with self.subTest(origin):
                self.assert_turned_away(403, origin=origin)
        self.page()

    def test_the_file_origin_is_allowed_when_listed(self):
        self.origins = ["file://"]
        self.start()
        self.page(origin="file://")
        self.assert_turned_away(403)

    def test_an_origin_may_be_spelled_otherwise(self):
        self.origins = [ORIGIN.upper() + "/"]
        self.start(apps=[f"shop={ORIGIN}/"])
        self.greeted()

    def test_only_clients_with_the_token_may_connect(self):
        self.start()
        token = self.token()
        for wrong in ("x", token[:-1], token + "0", "0" * len(token), "x" * 64):
            with self.subTest(wrong):
                self.assert_turned_away(403, token=wrong)
        self.assert_turned_away(403, token="", subprotocols=["popoverd.1"])
        self.assert_turned_away(403, token="", subprotocols=[])

    def test_the_token_is_readable_by_the_daemons_user_only(self):
        self.start()
        token = self.token()
        self.assertGreaterEqual(len(token), 32)
        self.assertEqual(stat.S_IMODE(os.stat(self.token_file).st_mode), 0o600)
        self.assertNotIn(token, self.daemon.told())

    def test_the_token_survives_a_restart(self):
        self.start()
        token = self.token()
        self.daemon.kill()
        self.daemon.start()
        self.page(token=token)

    def test_a_readable_token_file_is_replaced(self):
        with open(self.token_file, "w", encoding="ascii") as file:
            file.write("0123456789abcdef0123456789abcdef\n")
        os.chmod(self.token_file, 0o644)
        self.start()
        self.listening()
        self.assertNotEqual(self.token(), "0123456789abcdef0123456789abcdef")
        self.assertEqual(stat.S_IMODE(os.stat(self.token_file).st_mode), 0o600)

    def test_a_configured_token_is_in_no_file(self):
        for token in ("sesame-sesame-16", "A.b_c-3" * 9 + "x"):
            self.start(token=token)
            self.page(token=token)
            self.assertEqual(os.path.getsize(self.token_file), 0)
            self.daemon.kill()

    def test_the_number_of_pages_is_limited(self):
        self.start(connections=2)
        pages = [self.greeted(), self.greeted()]
        self.assert_turned_away(503)
        pages.pop().close()

        def comes():
            try:
                return self.greeted()
            except Exception:  # pylint: disable=broad-except
                return None
        self.until(comes, "a place")

    def test_no_origin_shuts_another_out(self):
        other = "http://127.0.0.1:9090"
        self.origins = [ORIGIN, other]
        self.start(connections=5)
        pages = [self.greeted(), self.greeted()]
        self.assert_turned_away(503)
        self.until(lambda: f'page refused: origin="{ORIGIN}" reason=connections' in self.daemon.told(), "the log")
        self.greeted("game", origin=other)
        self.greeted("game", origin=other)
        self.assert_turned_away(503, origin=other)
        for page in pages:
            self.assertIn("result", page.call("draft.list", request=9))

    def test_refusals_are_logged_with_their_reason(self):
        self.start(connections=1)
        self.greeted()
        self.assert_turned_away(403, origin="http://evil.example")
        line = ('page refused: origin="http://evil.example" reason=origin '
                '(the option origins does not list it)\n')
        self.until(lambda: line in self.daemon.told(), "the first refusal")
        wrong = "0123456789abcdef"
        for _ in range(3):
            self.assert_turned_away(403, token=wrong)
        self.assert_turned_away(503)

        def refused():
            lines = re.findall(r"page refused: .*", self.daemon.told())
            more = (re.search(r"\((\d+) more in the last 2 seconds\)", line) for line in lines)
            return len(lines), sum(1 + int(found[1] if found else 0) for found in more), lines[-1]
        self.until(lambda: refused()[1] == 5, "all refusals")
        count, _, latest = refused()
        self.assertLess(count, 5)
        self.assertIn(f'page refused: origin="{ORIGIN}" reason=connections', latest)
        self.assertNotIn(wrong, self.daemon.told())

    def test_an_origin_is_escaped_in_the_log(self):
        self.start()
        self.assert_turned_away(403, origin='http://"\t\x1b[2J' + "x" * 200)
        self.until(lambda: "page refused" in self.daemon.told(), "the refusal")
        line = next(line for line in self.daemon.told().splitlines() if "page refused" in line)
        self.assertIn('origin="http://\\"', line)
        self.assertNotIn("\x1b", line)
        self.assertNotIn("x" * 100, line)

    def test_an_unfinished_handshake_times_out(self):
        self.start()
        self.listening()
        crowd = [socket.create_connection(("127.0.0.1", self.port), PATIENCE) for _ in range(60)]
        for one in crowd:
            one.settimeout(PATIENCE)
            try:
                one.sendall(b"GET / HTTP/1.1\r\nHost: ")
            except OSError:
                pass
        # The library looks every now and then: it takes ten seconds, or fifteen.
        for one in crowd:
            try:
                self.assertEqual(one.recv(100), b"")
            except ConnectionResetError:
                pass
            one.close()
        self.greeted()
        self.assertIn('page refused: origin="" reason=handshakes', self.daemon.told())

    def test_only_websockets_are_upgraded(self):
        self.start()
        self.listening()
        for upgrade in ("h2c", "H2C", "h2", "TLS/1.0", "websocket, h2c", "h2c, websocket"):
            with self.subTest(upgrade):
                self.assert_no_http2(
                    b"GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, HTTP2-Settings\r\n"
                    b"HTTP2-Settings: AAMAAABkAAQAAP__\r\nUpgrade: " + upgrade.encode() + b"\r\n\r\n")
        with self.subTest("prior knowledge"):
            self.assert_no_http2(b"")
        self.greeted()

    def assert_no_http2(self, head):
        with socket.create_connection(("127.0.0.1", self.port), PATIENCE) as peer:
            peer.settimeout(PATIENCE)
            answer = b""
            try:
                peer.sendall(head + HTTP2)
                while part := peer.recv(4096):
                    answer += part
            except (BrokenPipeError, ConnectionResetError):
                pass
        self.assertNotIn(b" 101 ", answer)
        # The frame of settings with which each HTTP/2 server begins.
        self.assertNotIn(b"\0\4\0\0\0\0\0", answer)
        self.assertIsNone(self.daemon.process.poll(), "the daemon has ended")

    def test_a_request_ends_its_connection(self):
        self.start()
        self.listening()
        for method in ("GET", "POST", "OPTIONS", "DELETE"):
            with self.subTest(method), socket.create_connection(
                    ("127.0.0.1", self.port), PATIENCE) as peer:
                peer.settimeout(PATIENCE)
                request = f"{method} / HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n".encode()
                answer = b""
                try:
                    peer.sendall(request * 2)
                    while part := peer.recv(4096):
                        answer += part
                except (BrokenPipeError, ConnectionResetError):
                    pass
                self.assertLessEqual(answer.count(b"HTTP/1."), 1, answer)

    def test_other_paths_are_not_found(self):
        self.start()
        self.listening()
        with socket.create_connection(("127.0.0.1", self.port), PATIENCE) as browser:
            browser.settimeout(PATIENCE)
            browser.sendall(b"GET /etc/passwd HTTP/1.1\r\nHost: x\r\n\r\n")
            self.assertIn(b" 404 ", browser.recv(4096))


class Configuration(WebDaemon):
    def state(self):
        plugins = self.client().call(1, "plugin.list", {})["result"]["plugins"]
        return next(plugin for plugin in plugins if plugin["name"] == "web")

    def assert_closed(self):
        self.assertEqual(self.state()["state"], "loaded")
        with self.assertRaises(ConnectionRefusedError):
            socket.create_connection(("127.0.0.1", self.port), PATIENCE)
        self.assertNotIn("pages", self.daemon.told())

    def test_without_origins_nobody_can_connect(self):
        self.origins = []
        self.start()
        self.assert_closed()

    def test_without_trust_nobody_can_connect(self):
        self.start(trusted=False)
        self.assert_closed()

    def test_port_0_disables_the_gateway(self):
        self.start(port=0)
        self.assert_closed()

    def test_the_plugin_waits_for_a_port_in_use(self):
        with socket.create_server(("127.0.0.1", self.port)):
            self.start()
            self.until(lambda: "Address already in use" in self.daemon.told(), "the complaint")
        self.greeted()
        self.assertEqual(self.daemon.told().count("already in use"), 1)

    def test_invalid_options_are_refused(self):
        for options in ({"port": 70000}, {"port": -1}, {"connections": 0}, {"connections": 257},
                        {"token": "short"}, {"token": "x" * 65}, {"token": "with space with space"},
                        {"origins": ["*"]}, {"origins": [ORIGIN + "/shop"]},
                        {"origins": ["127.0.0.1:8080"]},
                        {"apps": ["shop=*"]}, {"roles": ["king"]}, {"methods": ["shutdown"]},
                        {"methods": ["status"]},
                        {"methods": ["draft.lists"]}):
            with self.subTest(options):
                self.configure(**options)
                self.daemon.start()
                self.assertEqual(self.state()["state"], "failed")
                self.daemon.kill()


class Methods(WebDaemon):
    ADMINISTRATORS = (
        "status", "popover.explain", "popover.dismiss", "session.end", "session.lock",
        "session.unlock", "plugin.list", "plugin.load", "plugin.unload", "plugin.reload",
        "plugin.clear", "config.reload", "log.level", "record.start", "record.stop",
        "record.dump", "record.list", "shutdown")

    def test_a_page_is_no_administrator(self):
        self.start()
        page = self.greeted()
        for method in (*self.ADMINISTRATORS, "bus.subscribe", "shut\\u0064own"):
            with self.subTest(method):
                page.send_text(f'{{"jsonrpc":"2.0","id":"x","method":"{method}"}}')
                answer = page.response("x")
                self.assertEqual(answer["error"]["code"], -32601)
                page.send_text(f'{{"jsonrpc":"2.0","method":"{method}"}}')
                page.send_text(f'{{"jsonrpc":"2.0",\n"\\u006dethod":"{method}"}}')
        page.call("draft.list", request=2)
        self.assertIsNone(self.daemon.process.poll())

    def test_answers_keep_the_order_of_their_requests(self):
        self.start()
        page = self.greeted()
        methods = ["draft.list", "status", "draft.list", "shutdown"] * 5
        for index, method in enumerate(methods):
            page.send({"jsonrpc": "2.0", "id": [None, index][1], "method": method})
        ids = []
        while len(ids) < len(methods):
            message = page.receive()
            if "method" not in message:
                ids.append(message["id"])
        self.assertEqual(ids, list(range(len(methods))))

    def test_the_configuration_allows_roles(self):
        self.start(roles=["app", "shell"])
        page = self.page()
        page.call("hello", protocol=1, app="hall", roles=["app", "shell"])
        self.assertEqual(page.call(
            "display.set", request=2, display="main", width=800, height=600)["result"], {})
        for roles in (["observer"], ["app", "input"], "app", [1]):
            with self.subTest(roles):
                page = self.page()
                page.send({"jsonrpc": "2.0", "id": 1, "method": "hello",
                           "params": {"protocol": 1, "app": "hall", "roles": roles}})
                self.assertEqual(page.wait_for_end(), 1008)

    def test_the_configuration_allows_applications(self):
        self.start(apps=["shop"])
        self.greeted("shop")
        page = self.page()
        page.send({"jsonrpc": "2.0", "id": 1, "method": "hello",
                   "params": {"protocol": 1, "app": "bank"}})
        self.assertEqual(page.wait_for_end(), 1008)

    def test_the_configuration_allows_methods(self):
        self.start(methods=["draft.list", "bus.subscribe"])
        page = self.greeted()
        self.assertIn("result", page.call("bus.subscribe", request=1, topics=["app.*"]))
        self.assertEqual(
            page.call("draft.load", request=2, key="k")["error"]["code"], -32601)


if __name__ == "__main__":
    unittest.main()
