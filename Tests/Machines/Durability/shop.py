# SPDX-License-Identifier: MIT
"""A client with a script of its own, which remembers what it was promised."""

from support.line_socket import LineSocket

APP = "shop"
GONE = None


class Ended(Exception):
    """The daemon is not there any more."""


class Shop:
    """What it has sent is in `sent`, what the daemon has promised of it in `promised`."""

    def __init__(self, daemon):
        self.daemon = daemon
        # By key: all contents that may be on the disk, oldest first; GONE is none.
        self.sent = {}
        # By key: the place in `sent` of what must at least be there.
        self.promised = {}
        # What must be in no file any more.
        self.erased = set()
        self.truths = {True: 0, False: 0}
        self.socket = None
        self.count = 0

    def connect(self):
        try:
            self.socket = LineSocket(self.daemon.socket)
            self.request("hello", protocol=1, app=APP, roles=["app", "shell", "observer"])
            self.request("bus.subscribe", topics=["draft.*"])
        except OSError as error:
            raise Ended() from error

    def close(self):
        if self.socket is not None:
            self.socket.close()

    def send(self, message):
        try:
            self.socket.send(message)
        except OSError as error:
            raise Ended() from error

    def receive(self):
        message = self.socket.receive()
        if message is None:
            raise Ended()
        return message

    def start(self, method, **params):
        self.count += 1
        self.send({"jsonrpc": "2.0", "id": self.count, "method": method, "params": params})
        return self.count

    def response(self, request):
        """The answer, whose events on the way are heard."""
        while True:
            message = self.receive()
            if "method" not in message and message.get("id") == request:
                return message
            self.hear(message)

    def request(self, method, **params):
        return self.response(self.start(method, **params))

    def hear(self, message):
        data = message.get("params", {}).get("data", {})
        if message.get("params", {}).get("topic") == "draft.saved":
            self.promise(data["key"], data["revision"])

    # Work

    def tell(self, key, content):
        """The content may be on the disk from now on; its revision."""
        self.sent.setdefault(key, [GONE]).append(content)

    def promise(self, key, revision):
        """This revision, or a later one, is there."""
        contents = self.sent.get(key, [])
        for place, content in enumerate(contents):
            if content is not GONE and content["revision"] == revision:
                self.promised[key] = max(self.promised.get(key, 0), place)

    def content(self, key, revision):
        return {"revision": revision, "text": f"<{key}-{revision}>" * 40}

    def save(self, key, revision, sync=True):
        content = self.content(key, revision)
        self.tell(key, content)
        answer = self.request(
            "draft.save", key=key, content=content, revision=revision, sync=sync)["result"]
        assert answer["revision"] == revision, answer
        assert sync or not answer["durable"], answer
        self.truths[answer["durable"]] += 1
        if answer["durable"]:
            self.promise(key, revision)

    def discard(self, key):
        self.tell(key, GONE)
        self.request("draft.discard", key=key)

    def use_popover(self, key, revision):
        """Opens a popover, which a tap closes: its work goes to the disk before it is `saved`."""
        anchor = {"x": 40, "y": 300, "width": 40, "height": 40}
        opened = self.request(
            "popover.open", behavior="task", size={"width": 200, "height": 100}, anchor=anchor,
            key=key)
        assert "result" in opened, opened
        tap = self.start("tap", x=900, y=700)
        content = self.content(key, revision)
        closed = None
        is_answered = False
        while closed is None or not is_answered:
            message = self.receive()
            if message.get("method") == "popover.willClose":
                self.tell(key, content)
                self.send({"jsonrpc": "2.0", "id": message["id"], "result": {"draft": content}})
            elif message.get("method") == "popover.closed":
                closed = message["params"]["draft"]
            elif "method" not in message and message.get("id") == tap:
                is_answered = True
            else:
                self.hear(message)
        assert closed in ("saved", "kept"), closed
        self.truths[closed == "saved"] += 1
        if closed == "saved":
            self.promise(key, revision)

    def end_session(self):
        """From the request on everything may be erased; from its answer on it is."""
        written = {content["text"] for contents in self.sent.values() for content in contents
                   if content is not GONE}
        for contents in self.sent.values():
            contents.append(GONE)
        answer = self.request("session.end")
        self.truths["result" in answer] += 1
        if "result" in answer:
            for key, contents in self.sent.items():
                self.promised[key] = len(contents) - 1
            self.erased |= {text[:text.index(">") + 1] for text in written}

    def play(self):
        """A day in a shop."""
        self.save("order", 1)
        self.save("letter", 1)
        self.save("order", 2)
        self.save("late", 1, sync=False)
        self.use_popover("order", 3)
        self.discard("letter")
        self.save("letter", 2)
        self.end_session()
        self.save("next", 1)

    # Afterwards

    def complaints(self):
        """What a daemon does not keep of the promises; it was started again."""
        complaints = []
        self.connect()
        listed = [draft["key"] for draft in self.request("draft.list")["result"]["drafts"]]
        if len(set(listed)) != len(listed):
            complaints.append(f"doubled: {listed}")
        for key, contents in self.sent.items():
            draft = self.request("draft.load", key=key)["result"]["draft"]
            found = GONE if draft is None else draft["content"]
            least = self.promised.get(key, 0)
            if found not in contents[least:]:
                complaints.append(f"{key} is {found}, promised was {contents[least]}")
            if found is not GONE and draft["revision"] != found["revision"]:
                complaints.append(f"{key} has the revision {draft['revision']}")
        for name, content in self.daemon.files().items():
            for mark in self.erased:
                if mark.encode() in content and self.is_gone(mark):
                    complaints.append(f"{mark} is still in {name}")
        return complaints

    def is_gone(self, mark):
        return not any(content is not GONE and content["text"].startswith(mark)
                       for key, contents in self.sent.items()
                       for content in contents[self.promised.get(key, 0):])
