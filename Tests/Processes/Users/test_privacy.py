# SPDX-License-Identifier: MIT
"""The column of private members in the description, against what others get and what is written."""

import itertools
import json
import pathlib
import unittest

from support.description import DESCRIPTION

from users import BUTTON, OTHER, OWNER, SIZE, UsersCase

PRIVATE, WORK, KEYSTROKE = "private", "work", "keystroke"
# Work that its sender publishes.
PUBLISHED = "bus.publish data"


def kind(member):
    """The column of a member; None for one that everybody may see."""
    for name in (KEYSTROKE, WORK, PRIVATE):
        if getattr(member, name):
            return name
    return None


def private_members(items):
    return {member.name for member in DESCRIPTION.members(items) if member.private}


def marked_methods():
    """Every method and request of the daemon with a member that is not for everybody."""
    sent = [(each.name, each.items) for each in DESCRIPTION.methods]
    answered = list(DESCRIPTION.call_results.items())
    return {
        name for name, items in sent + answered
        if any(kind(member) for member in DESCRIPTION.members(items))}


class Markers:
    """A unique value for each member that is not for everybody."""

    def __init__(self):
        self.numbers = itertools.count(1)
        self.kinds = {}
        self.origins = {}
        self.methods = set()

    def value(self, member, origin):
        number = next(self.numbers)
        if member.type == "length":
            return self.noted(f"{300 + number}.0625", member, origin, float)
        text = self.noted(f"s3cret{number}x", member, origin)
        if member.type.endswith("-buttons"):
            return [{"id": text, "label": self.noted(f"l4bel{number}x", member, origin)}]
        if member.type == "any":
            return {"text": text}
        # The advice about this word quotes a title.
        return f"popover {text}" if member.name == "title" else text

    def noted(self, text, member, origin, spelled=str):
        self.kinds[text] = kind(member)
        self.origins[text] = f"{origin} {member.name}"
        return spelled(text)

    def params(self, method, items):
        """A value for each such member of a method."""
        self.methods.add(method)
        return {
            member.name: self.value(member, method)
            for member in DESCRIPTION.members(items) if kind(member)}

    def of(self, *kinds):
        return [text for text, each in self.kinds.items() if each in kinds]


class PrivacyColumn(UsersCase):
    configuration = UsersCase.configuration + '\n[log]\nlevel = "trace"\n'

    def setUp(self):
        super().setUp()
        self.marks = Markers()
        self.items = {each.name: each.items for each in DESCRIPTION.methods}
        self.shop = self.user_client(OWNER)
        self.clerk = self.peer("clerk")
        self.sibling = self.watcher(OWNER, "sibling")
        self.stranger = self.watcher(OTHER, "stranger")

    def watcher(self, uid, app):
        client = self.user_client(uid, app, ("observer",))
        client.call("bus.subscribe", topics=["*"])
        return client

    def params(self, method, **given):
        return {**self.marks.params(method, self.items[method]), **given}

    def call(self, method, **given):
        return self.shop.call(method, **self.params(method, **given))

    def start(self, method, **given):
        return self.shop.start(method, **self.params(method, **given))

    def open(self, **given):
        declared = {"behavior": "inspector", "size": SIZE, "anchor": BUTTON, "display": "main"}
        return self.call("popover.open", **{**declared, **given})["popover"]

    def live(self):
        """Calls every method that has such a member."""
        shop = self.shop
        shop.always_answer("alert.present", {})
        for call in ("popover.willClose", "panel.willClose"):
            work = self.marks.params(call, DESCRIPTION.call_results[call])
            shop.always_answer(call, work | {"saved": None})
        self.clerk.call("session.set", speech=True)
        self.call("source.set", source="basket", rect=BUTTON, display="main")
        saved = self.params("draft.save", sync=True)
        shop.call("draft.save", **saved)
        self.marks.methods |= {"draft.load", "draft.discard"}
        shop.call("draft.load", key=saved["key"])
        refused = self.start(
            "popover.open", behavior="balloon", size=SIZE, anchor=BUTTON, display="main")
        shop.response(refused)
        restored = self.open(key=saved["key"])
        shop.call("popover.choose", **self.params("popover.choose", popover=restored))
        shop.call("popover.update", **self.params("popover.update", popover=restored))
        shop.call("popover.detach", popover=restored)
        closed = self.open()
        self.clerk.call("popover.dismiss", popover=closed)
        self.sibling.event("popover.closed", popover=closed)
        shop.call("draft.discard", key=saved["key"])
        panel = shop.call("popover.detach", popover=self.open(display="side"))["panel"]
        self.clerk.call("session.lock", display="side")
        shop.wait("panel.closed", panel=panel)
        self.clerk.call("session.unlock", display="side")
        self.open()
        for method, given in (
                ("tap", {"display": "side"}), ("key", {"display": "side"}),
                ("pointer", {"display": "side", "phase": "down"}),
                ("bus.publish", {"topic": "app.shop.sold"})):
            self.call(method, **given)
        self.raised("hall", answer=True)
        self.raised("rear", answer=False)

    def raised(self, display, answer):
        raised = self.params(
            "alert.raise", display=display, severity="info", renderer="self")
        request = self.shop.start("alert.raise", **raised)
        alert = self.shop.wait("alert.present", title=raised["title"])["params"]["alert"]
        if answer:
            self.marks.methods.add("alert.answer")
            self.shop.call("alert.answer", alert=alert, button=raised["buttons"][0]["id"])
            self.shop.result(request)

    def test_every_member_reaches_only_those_that_the_column_names(self):
        recorded = self.clerk.call("record.start", path="afternoon")["path"]
        self.live()
        self.assertEqual(marked_methods(), self.marks.methods, "nobody calls these")
        scenes = [client.call("bus.subscribe", topics=["none"])["snapshot"]
                  for client in (self.sibling, self.stranger)]
        self.clerk.call("popover.explain")
        self.clerk.call("status")
        self.clerk.call("record.stop")
        for client in (self.sibling, self.stranger, self.clerk):
            client.fence()
        with self.subTest("events"):
            self.check_events()
        with self.subTest("the scene"):
            self.check_scenes(*scenes)
        recording = pathlib.Path(recorded).read_bytes().decode("utf-8", "replace")
        self.assertTrue(any(marker in recording for marker in self.marks.of(PRIVATE)))
        stranger = "\n".join(self.stranger.heard)
        others = "\n".join(self.sibling.heard) + "\n".join(
            line for line in self.clerk.transcript if line.startswith("<"))
        everything = list(self.marks.kinds)
        for name, text, unwanted in (
                ("another user's lines", stranger, everything),
                ("the log", self.daemon.told(), everything),
                ("the lines of the user's other apps and of administrators", others,
                 self.marks.of(WORK, KEYSTROKE)),
                ("the recording", recording, self.marks.of(WORK, KEYSTROKE))):
            for marker in unwanted:
                origin = self.marks.origins[marker]
                if origin == PUBLISHED and text in (stranger, others):
                    continue
                with self.subTest(f"{origin} in {name}"):
                    self.assertNotIn(marker, text)

    def check_events(self):
        """Another user's events lack exactly the members of the column, and the private topics."""
        hidden = {topic.name for topic in DESCRIPTION.topics if topic.facts.get("private")}
        columns = {
            topic.name: private_members(topic.items) for topic in DESCRIPTION.topics
            if topic.name not in hidden}
        full, partial = (
            [message["params"] for line in client.transcript for message in self.events(line)]
            for client in (self.sibling, self.stranger))
        self.assertLessEqual(hidden, {event["topic"] for event in full})
        self.assertFalse(hidden & {event["topic"] for event in partial})
        # From the first event that both have received, the same ones in the same order.
        full = [event for event in full if event["topic"] not in hidden]
        full = full[-len(partial):]
        self.assertEqual(
            [event["sequence"] for event in partial],
            [partial[0]["sequence"] + index for index in range(len(partial))])
        seen = set()
        for event, shown in zip(full, partial, strict=True):
            self.assertEqual((shown["topic"], shown["time"]), (event["topic"], event["time"]))
            if event["topic"].startswith("app."):
                continue
            column = columns[event["topic"]]
            expected = {
                name: value for name, value in event["data"].items() if name not in column}
            self.assertEqual(shown["data"], expected, event["topic"])
            seen |= {f"{event['topic']} {name}" for name in event["data"].keys() & column}
        told = {name.split()[1] for name in seen}
        self.assertEqual(told, set().union(*columns.values()), "members that no event had")

    @staticmethod
    def events(line):
        if not line.startswith("<"):
            return []
        message = json.loads(line[2:])
        is_event = message.get("method") == "event" and "sequence" in message["params"]
        return [message] if is_event else []

    def check_scenes(self, full, partial):
        """Another user's scene lacks the members of the column, or has them without a content."""
        columns = {
            member.name: private_members(DESCRIPTION.objects[member.type].items)
            for member in DESCRIPTION.object_members("scene")
            if member.is_list and DESCRIPTION.kind(member.type) == "objects"}
        seen = {name: set() for name in columns}
        for kind_of_thing, column in columns.items():
            pairs = zip(full.get(kind_of_thing, []), partial.get(kind_of_thing, []), strict=True)
            for theirs, shown in pairs:
                for name, value in theirs.items():
                    if name not in column:
                        self.assertEqual(shown[name], value, f"{kind_of_thing} {name}")
                        continue
                    seen[kind_of_thing].add(name)
                    self.assertIn(shown.get(name), (None, "", []), f"{kind_of_thing} {name}")
        self.assertEqual(seen, columns, "members that the scene never had")


if __name__ == "__main__":
    unittest.main()
