# SPDX-License-Identifier: MIT
"""Pages are clients of the daemon: what they say and hear passes the gateway, within its limits."""

import json
import os
import signal
import socket
import struct
import subprocess
import unittest

from support.daemon import PATIENCE, binary
from support.web_daemon import WebDaemon
from support.web_socket import BINARY, PING, PONG, TEXT, frame

SIZE = {"width": 320, "height": 200}
ANCHOR = {"x": 600, "y": 380, "width": 80, "height": 40}
LONGEST = 262144


class Relay(WebDaemon):
    def test_a_page_is_a_client(self):
        self.start()
        page = self.greeted()
        grant = page.call(
            "popover.open", request=2, behavior="menu", size=SIZE, anchor=ANCHOR)["result"]
        self.assertEqual(page.call(
            "popover.close", request=3, popover=grant["popover"], outcome="done")["result"], {})
        self.assertEqual(page.wait("popover.closed")["params"]["reason"], "done")

    def test_a_page_reaches_a_daemon_whose_socket_systemd_holds(self):
        self.configure()
        with socket.socket(socket.AF_UNIX) as listening:
            listening.bind(self.daemon.socket)
            listening.listen()
            process = subprocess.Popen(
                ["bash", "-c", 'exec 3<&"$0"; LISTEN_FDS=1 LISTEN_PID=$$ exec "$@"', str(listening.fileno()),
                 binary(), "--config", self.daemon.configuration, "--state", self.daemon.state],
                stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL, pass_fds=[listening.fileno()])
        self.addCleanup(process.wait, PATIENCE)
        self.addCleanup(process.terminate)
        page = self.greeted()
        self.assertEqual(page.call("bus.subscribe", request=2, topics=["tap"])["id"], 2)

    def test_each_page_is_another_client(self):
        self.start()
        self.greeted("shop")
        self.greeted("hall")
        clients = self.client().call(1, "status", {})["result"]["clients"]
        apps = {client["app"]: client["client"] for client in clients}
        self.assertNotEqual(apps["shop"], apps["hall"])

    def test_a_closed_page_is_a_disconnected_client(self):
        self.start()
        page = self.greeted()
        page.call("popover.open", request=2, behavior="menu", size=SIZE, anchor=ANCHOR)
        watcher = self.client()
        watcher.call(1, "bus.subscribe", {"topics": ["popover.closed", "client.left"]})
        page.close()
        events = [watcher.receive()["params"] for _ in range(2)]
        self.assertEqual(
            {(event["topic"], event["data"].get("reason")) for event in events},
            {("popover.closed", "client-gone"), ("client.left", None)})

    def test_a_message_may_come_in_pieces(self):
        self.start()
        page = self.greeted()
        text = json.dumps({"jsonrpc": "2.0", "id": 5, "method": "draft.list"}, indent=1).encode()
        page.socket.sendall(frame(text[:9], TEXT, False) + frame(b"hello", PING)
                            + frame(text[9:20], 0, False) + frame(text[20:], 0, True))
        self.assertEqual(page.receive_frame(), (PONG, True, b"hello"))
        self.assertEqual(page.response(5)["result"], {"drafts": []})

    def test_long_messages_pass_both_ways(self):
        self.start()
        page = self.greeted()
        contents = ["x" * 190000, [[index] for index in range(20000)]]
        for content in contents:
            page.call("draft.save", request=1, key="long", content=content)
            draft = page.call("draft.load", request=2, key="long")["result"]["draft"]
            self.assertEqual(draft["content"], content)

    def test_messages_keep_their_order(self):
        self.start()
        page = self.greeted()
        for index in range(60):
            content = "x" * (100000 if index % 7 == 0 else 3)
            page.send({"jsonrpc": "2.0", "id": index, "method": "draft.save",
                       "params": {"key": "one", "content": content}})
        answers = []
        while len(answers) < 60:
            message = page.receive()
            if "result" in message:
                answers.append((message["id"], message["result"]["revision"]))
        self.assertEqual(answers, [(index, index + 1) for index in range(60)])

    def test_a_page_that_does_not_read_delays_nobody(self):
        self.start(extra="[limits]\noutputStallMs = 500")
        greedy, other = self.greeted("greedy"), self.greeted("other")
        greedy.call("draft.save", request=1, key="long", content="x" * 190000)
        for index in range(120):
            greedy.send({"jsonrpc": "2.0", "id": index, "method": "draft.load",
                         "params": {"key": "long"}})
        self.assertEqual(other.call("draft.list", request=2)["result"], {"drafts": []})
        watcher = self.client()
        self.until(
            lambda: all(client["app"] != "greedy"
                        for client in watcher.call(1, "status", {})["result"]["clients"]),
            "the end of who does not read")
        self.assertEqual(other.call("draft.list", request=3)["result"], {"drafts": []})


class Ends(WebDaemon):
    def assert_ends(self, page, status):
        self.assertEqual(page.wait_for_end(), status, page.reason)

    def test_invalid_messages_end_a_page(self):
        self.start()
        request = '{"jsonrpc":"2.0","id":1,"method":"draft.list"}'
        for text in ("hello?", "[]", "1", request + "\n" + request, '{"method":1}',
                     '{"id":1,"id":2,"method":"draft.list"}', '{"method":"draft.list\n"}x'):
            with self.subTest(text):
                page = self.greeted()
                page.send_text(text)
                self.assert_ends(page, 1007)
        page = self.greeted()
        page.socket.sendall(frame(b'{"method":"\xff"}'))
        self.assert_ends(page, 1007)

    def test_a_message_that_is_too_long_ends_a_page(self):
        self.start()
        page = self.greeted()
        page.send_text(" " * (LONGEST - 2) + "{}")
        page.call("draft.list", request=2)
        page.send_text(" " * (LONGEST - 1) + "{}")
        self.assert_ends(page, 1009)

    def test_messages_may_be_as_long_as_the_announced_limit(self):
        for limit in (8192, 4 * LONGEST):
            with self.subTest(limit):
                self.start(extra=f"[limits]\nmessage = {limit}")
                page = self.greeted()
                page.send_text(json.dumps(
                    {"jsonrpc": "2.0", "id": 3, "method": "draft.list"}).ljust(limit))
                self.assertEqual(page.response(3)["result"], {"drafts": []})
                page.send_text(" " * (limit - 1) + "{}")
                self.assert_ends(page, 1009)
                self.daemon.terminate()
                self.daemon.wait()

    def test_messages_before_hello_have_the_default_limit(self):
        self.start(extra=f"[limits]\nmessage = {4 * LONGEST}")
        page = self.page()
        page.send_text(" " * (LONGEST - 1) + "{}")
        self.assert_ends(page, 1009)

    def test_binary_messages_end_a_page(self):
        self.start()
        page = self.greeted()
        page.socket.sendall(frame(b"{}", BINARY))
        self.assert_ends(page, 1003)

    def test_garbage_ends_a_page(self):
        self.start()
        for data in (b"\xff" * 64, b"GET / HTTP/1.1\r\n",
                     struct.pack(">BBQ", 0x81, 0xFF, 1 << 62) + b"x" * 300000):
            page = self.greeted()
            page.socket.sendall(data)
            self.assertIn(page.wait_for_end(), (1002, 1006, 1009))
        self.greeted()

    def test_the_daemons_bye_is_forwarded(self):
        self.start(extra="[timing]\nhelloMs = 100")
        page = self.page()
        self.assertEqual(page.wait("bye")["params"]["reason"], "hello-timeout")
        self.assert_ends(page, 1001)

    def test_a_stopping_daemon_says_goodbye(self):
        self.start()
        for count in (1, 2, 8):
            pages = [self.greeted() for _ in range(count)]
            self.daemon.terminate()
            for page in pages:
                self.assertEqual(page.wait("bye")["params"]["reason"], "shutdown")
                self.assert_ends(page, 1001)
            self.assertEqual(self.daemon.wait(), 0)
            self.daemon.start()

    def test_the_daemons_last_messages_arrive_in_full(self):
        self.start()
        page = self.greeted()
        grant = page.call(
            "popover.open", request=2, behavior="inspector", key="k", size=SIZE, anchor=ANCHOR)
        self.daemon.terminate()
        asked = page.wait("popover.willClose")
        page.send({"jsonrpc": "2.0", "id": asked["id"], "result": {"draft": "x" * 100000}})
        closed = page.wait("popover.closed")["params"]
        self.assertEqual((closed["popover"], closed["reason"], closed["draft"]),
                         (grant["result"]["popover"], "shutdown", "saved"))
        self.assertEqual(page.wait("bye")["params"]["reason"], "shutdown")
        self.assert_ends(page, 1001)
        self.assertEqual(self.daemon.wait(), 0)

    def test_a_page_that_does_not_read_does_not_delay_an_unload(self):
        self.start(extra="[limits]\noutputStallMs = 60000\noutputBytes = 67108864")
        greedy, other = self.greeted("greedy"), self.greeted("other")
        greedy.call("draft.save", request=1, key="long", content="x" * 190000)
        for index in range(60):
            greedy.send({"jsonrpc": "2.0", "id": index, "method": "draft.load",
                         "params": {"key": "long"}})
        other.call("draft.list", request=2)
        self.daemon.terminate()
        self.assertEqual(other.wait("bye")["params"]["reason"], "shutdown")
        self.assert_ends(other, 1001)
        self.assertEqual(self.daemon.wait(), 0)

    def test_an_unreachable_daemon_ends_a_page(self):
        self.start(socket=os.path.join(self.daemon.folder, "nobody"))
        page = self.page()
        self.assert_ends(page, 1013)

    def test_a_killed_gateway_comes_back_and_disturbs_nobody_else(self):
        self.start()
        page, client = self.greeted(), self.client()
        token = self.token()
        [pid] = self.daemon.programs("web")
        os.kill(pid, signal.SIGKILL)
        self.assert_ends(page, 1006)
        # Until the other one listens, the port may be that of the killed one.
        self.until(lambda: set(self.daemon.programs("web")) - {pid}, "another gateway")
        self.greeted(token=token)
        self.assertIn("result", client.call(1, "draft.list", {}))

    def test_a_gateway_that_stands_still_disturbs_nobody_else(self):
        self.start()
        page, client = self.greeted(), self.client()
        [pid] = self.daemon.programs("web")
        os.kill(pid, signal.SIGSTOP)
        self.addCleanup(os.kill, pid, signal.SIGCONT)
        page.send({"jsonrpc": "2.0", "id": 1, "method": "draft.list"})
        self.assertIn("result", client.call(1, "draft.list", {}))
        os.kill(pid, signal.SIGCONT)
        self.assertEqual(page.response(1)["result"], {"drafts": []})

    def test_pages_reconnect_after_a_reload(self):
        self.start()
        page = self.greeted()
        token = self.token()
        client = self.client()
        for request in range(3):
            answer = client.call(request, "plugin.reload", {"name": "web"})
            self.assertEqual(answer["result"]["state"], "loaded")
            self.assert_ends(page, 1001)
            page = self.greeted(token=token)


if __name__ == "__main__":
    unittest.main()
