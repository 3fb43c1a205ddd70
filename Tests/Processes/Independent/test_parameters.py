# SPDX-License-Identifier: MIT
"""A table of every method: the error names the member that is wrong."""

import unittest

from support.daemon import Daemon
from support.line_socket import LineSocket

BOX = {"x": 10, "y": 10, "width": 40, "height": 20}
SIZE = {"width": 320, "height": 100}
OK = [{"id": "ok", "label": "OK"}]

MISSING = object()
NOT_TEXT = (1, True, [], {})
NOT_FLAG = (1, "true", [], {})
NOT_NUMBER = ("1", True, [], {})
NOT_WHOLE = ("1", True, [], {}, 1.5)
NOT_OBJECT = (1, "x", True)


def rect(name, required):
    """Each wrong rectangle with the name that its error must give."""
    rows = [(name, wrong, None) for wrong in NOT_OBJECT]
    for member in ("x", "y", "width", "height"):
        for wrong in (*NOT_NUMBER, MISSING, None):
            rows.append((f"{name}.{member}", wrong, None))
    rows += [(f"{name}.{member}", -1, None) for member in ("width", "height")]
    if required:
        rows += [(name, MISSING, None), (name, None, None)]
    return rows


def size(name, required):
    rows = [(name, wrong, None) for wrong in NOT_OBJECT]
    for member in ("width", "height"):
        for wrong in (*NOT_NUMBER, MISSING, None, -1, 0):
            rows.append((f"{name}.{member}", wrong, None))
    if required:
        rows += [(name, MISSING, None), (name, None, None)]
    return rows


def each(name, wrongs, required=False):
    rows = [(name, wrong, None) for wrong in wrongs]
    if required:
        rows += [(name, MISSING, None), (name, None, None)]
    return rows


def rects(name):
    """A list of rectangles; the error names the element."""
    rows = each(name, (1, "x", True, {}))
    rows += [(name, [BOX, 1], f"{name}[1]"),
             (name, [{**BOX, "width": "1"}], f"{name}[0].width"),
             (name, [BOX, {"x": 1}], f"{name}[1].y")]
    return rows


def text(name, required=False):
    return each(name, NOT_TEXT, required)


def place():
    return text("display") + text("surface")


def buttons(name, required):
    rows = each(name, (1, "x", True, {}), required)
    rows += [(name, [*OK, 1], f"{name}[1]"), (name, [{"id": "x"}], f"{name}[0].label"),
             (name, [{"id": 1, "label": "x"}], f"{name}[0].id"),
             (name, [{"id": "x", "label": 1}], f"{name}[0].label"),
             (name, [{"id": "x", "label": "x", "role": "king"}], f"{name}[0].role")]
    if required:
        rows += [(name, [], name), (name, [{"label": "x"}], f"{name}[0].id")]
    return rows


CLOCK = each("time", (*NOT_WHOLE, -1))
POINT = [(member, wrong, None) for member in ("x", "y") for wrong in (*NOT_NUMBER, MISSING, None)]

PERSON = (
    each("textScale", (*NOT_NUMBER, 0.9, 4.1)) + each("contrast", (*NOT_TEXT, "low"))
    + each("reducedMotion", NOT_FLAG) + each("language", (*NOT_TEXT, "", "d", "de_AT"))
    + each("direction", (*NOT_TEXT, "up")) + each("speech", NOT_FLAG)
    + each("slowPressMs", (*NOT_NUMBER, -1, 10_001)) + rect("reach", False))
DISPLAY = PERSON + (
    [(member, wrong, None) for member in ("width", "height")
     for wrong in (*NOT_NUMBER, 0, -1, 0.9, 100_001)]
    + each("scale", (*NOT_NUMBER, 0, -1, 0.09, 16.1)) + each("insets", NOT_OBJECT)
    + [("insets.top", wrong, None) for wrong in (*NOT_NUMBER, -20, 1e9)]
    + each("idiom", (*NOT_TEXT, "fridge")) + each("translucency", NOT_FLAG) + each("blank", NOT_FLAG)
    + each("opens", (*NOT_TEXT, "never"))
    + each("tapMs", (*NOT_NUMBER, -1, 0, 9, 10_001)) + each("tapSlop", (*NOT_NUMBER, -1, 1001)))

# method: (params that are right, [(member, value, the name in the error where it is another)])
TABLE = {
    "hello": (
        {"protocol": 1, "app": "x"},
        each("protocol", ("1", True, [], {}, 1.5, 2, 0), True)
        + each("app", (*NOT_TEXT, "", "x" * 65, "A", "a b", "\u00e9"), True)
        + each("roles", (1, "app", {}))
        + [("roles", ["king"], "roles[0]"), ("roles", ["app", 1], "roles[1]")]),
    "surface.set": (
        {"surface": "s", "frame": BOX},
        text("surface", True) + text("display") + rect("frame", True)),
    "surface.remove": ({"surface": "s"}, text("surface", True)),
    "source.set": (
        {"source": "s", "rect": BOX}, text("source", True) + rect("rect", True) + place()
        + each("edge", (*NOT_TEXT, "center"))),
    "source.remove": ({"source": "s"}, text("source", True)),
    "occluder.set": (
        {"occluder": "o", "rect": BOX},
        text("occluder", True) + rect("rect", True) + text("display")),
    "occluder.remove": ({"occluder": "o"}, text("occluder", True)),
    "popover.open": (
        {"behavior": "menu", "size": SIZE, "anchor": BOX},
        text("behavior") + size("size", True) + text("source")
        + rect("anchor", False) + [("anchor", MISSING, None), ("anchor", None, None)]
        + place() + each("sides", (1, "top", {}))
        + [("sides", ["up"], "sides[0]"), ("sides", ["top", 1], "sides[1]")]
        + each("align", (*NOT_TEXT, "middle")) + each("gap", (*NOT_NUMBER, -1))
        + each("within", (*NOT_TEXT, "window"))
        + rects("avoid") + rects("passthrough") + rects("hit") + size("minimum", False)
        + text("key") + each("modal", NOT_FLAG) + text("title") + buttons("buttons", False)
        + each("expands", NOT_FLAG) + each("appearance", (1, "x", True))
        + each("waitMs", ("1", True, [], {}, -1, 10_001))),
    "popover.update": (
        {"popover": "p999"},
        text("popover", True) + size("size", False) + rect("anchor", False)
        + each("sides", (1, "top", {})) + [("sides", ["up"], "sides[0]")]
        + each("align", (*NOT_TEXT, "middle")) + each("gap", (*NOT_NUMBER, -1))
        + each("within", (*NOT_TEXT, "window"))
        + rects("avoid") + rects("passthrough") + rects("hit") + each("modal", NOT_FLAG)
        + text("title")),
    "popover.choose": (
        {"popover": "p999", "choice": 1}, text("popover", True) + each("choice", (MISSING,))),
    "popover.close": (
        {"popover": "p999", "outcome": "done"},
        text("popover", True) + each("outcome", (*NOT_TEXT, "finished"), True)),
    "popover.detach": ({"popover": "p999"}, text("popover", True) + rect("frame", False)),
    "panel.set": (
        {"panel": "n999", "frame": {"x": 0, "y": 0, "width": 9, "height": 9}},
        text("panel", True) + rect("frame", True)),
    "panel.raise": ({"panel": "n999"}, text("panel", True)),
    "panel.close": (
        {"panel": "n999"},
        text("panel", True) + each("outcome", (*NOT_TEXT, "finished"))),
    "view.present": (
        {"kind": "modal"},
        each("kind", (*NOT_TEXT, "window"), True) + rect("frame", False) + text("display")
        + each("closePopover", NOT_FLAG)),
    "view.close": ({"view": "v999"}, text("view", True)),
    "draft.save": (
        {"key": "k", "content": 1},
        text("key", True) + each("content", (MISSING,)) + each("revision", NOT_WHOLE)
        + each("sync", NOT_FLAG)),
    "draft.load": ({"key": "k"}, text("key", True)),
    "draft.list": ({}, []),
    "draft.discard": ({"key": "k"}, text("key", True)),
    "alert.raise": (
        {"title": "t", "severity": "info", "buttons": OK},
        text("title", True) + text("message") + each("severity", (*NOT_TEXT, "deadly"), True)
        + buttons("buttons", True) + text("key") + text("display")
        + each("renderer", (*NOT_TEXT, "other")) + each("timeoutMs", ("1", True, [], {}, -1))),
    "alert.answer": (
        {"alert": "a999", "button": "ok"}, text("alert", True) + text("button", True)),
    "alert.cancel": ({"alert": "a999"}, text("alert", True)),
    "request.cancel": ({"request": "r"}, each("request", (True, [], {}), True)),
    "tap": (
        {"x": 1, "y": 1},
        POINT + place() + CLOCK + each("pointer", NOT_WHOLE) + each("swallowed", NOT_FLAG)),
    "pointer": (
        {"phase": "move", "x": 1, "y": 1},
        each("phase", (*NOT_TEXT, "hover"), True) + POINT + place() + CLOCK
        + each("pointer", NOT_WHOLE) + each("kind", (*NOT_TEXT, "nose"))
        + each("button", (*NOT_TEXT, "fourth")) + each("swallowed", NOT_FLAG)),
    "key": ({"key": "Enter"}, text("key", True) + text("display") + CLOCK
            + each("composing", NOT_FLAG)),
    "bus.subscribe": (
        {"topics": ["app.*"]},
        each("topics", (1, "app.*", {}), True) + [("topics", ["app.*", 1], "topics[1]")]
        + each("since", (*NOT_WHOLE, -1))),
    "bus.unsubscribe": (
        {"topics": ["app.*"]},
        each("topics", (1, "app.*", {}), True) + [("topics", [None], "topics[0]")]),
    "bus.publish": (
        {"topic": "app.x", "data": 1},
        each("topic", (*NOT_TEXT, "popover.opened", "app"), True) + each("data", (MISSING,))),
    "display.set": (
        {"display": "d", "width": 100, "height": 100},
        text("display", True) + DISPLAY
        + [(member, wrong, None) for member in ("width", "height") for wrong in (MISSING, None)]
        + [("insets", {"top": 60, "left": 0, "bottom": 0, "right": 0}, None)]),
    "display.update": ({"display": "d", "width": 100}, text("display", True) + DISPLAY),
    "session.set": ({}, text("display") + PERSON),
    "display.remove": ({"display": "nowhere"}, text("display", True)),
    "status": ({}, []),
    "metrics": ({}, []),
    "popover.explain": (
        {}, text("popover") + each("limit", (*NOT_WHOLE, 0, 257))),
    "popover.dismiss": (
        {"popover": "p999"},
        text("popover") + text("display") + each("discard", NOT_FLAG)
        + [("popover", MISSING, None)]),
    "session.end": ({}, text("display")),
    "session.lock": ({}, text("display")),
    "session.unlock": ({}, text("display")),
    "plugin.list": ({}, []),
    "plugin.load": (
        {"path": "/nowhere/x.so"}, text("name") + text("path") + [("path", MISSING, None)]),
    "plugin.unload": ({"name": "nothing"}, text("name", True)),
    "plugin.reload": ({"name": "nothing"}, text("name", True)),
    "plugin.clear": ({"name": "nothing"}, text("name", True)),
    "config.reload": ({}, []),
    "log.level": ({"level": "info"}, each("level", (*NOT_TEXT, "loud"), True)),
    "record.start": ({}, text("path")),
    "record.stop": ({}, []),
    "record.dump": ({}, text("path")),
    "record.list": ({}, []),
    "shutdown": ({}, []),
}

INSETS = {"top": 0, "left": 0, "bottom": 0, "right": 0}


def spoil(params, path, value):
    """A copy in which one member is wrong or missing."""
    copy = dict(params)
    name, _, inner = path.partition(".")
    if inner:
        whole = copy.get(name) or {"insets": INSETS, "minimum": SIZE, "size": SIZE}.get(name, BOX)
        copy[name] = spoil(whole, inner, value)
    elif value is MISSING:
        copy.pop(name, None)
    else:
        copy[name] = value
    return copy


class Parameters(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        # Nobody here answers what the daemon asks.
        cls.daemon = Daemon("[timing]\ncloseMs = 10\n")
        cls.addClassCleanup(cls.daemon.close)
        cls.daemon.start()

    def setUp(self):
        self.connection = LineSocket(self.daemon.socket)
        self.addCleanup(self.connection.close)

    def assert_names(self, method, params, member):
        error = self.connection.call("x", method, params).get("error", {})
        told = (error.get("code"), (error.get("data") or {}).get("member"))
        self.assertEqual(told, (-32602, member))
        self.assertIsInstance(error["message"], str)

    def test_errors_of_hello_name_the_wrong_member(self):
        params, rows = TABLE["hello"]
        for member, value, name in rows:
            with self.subTest(member=member, value=value):
                self.assert_names("hello", spoil(params, member, value), name or member)

    def test_errors_of_every_method_name_the_wrong_member(self):
        self.connection.hello("outsider", ("app", "shell", "input", "observer"))
        checked = 0
        for method, (params, rows) in TABLE.items():
            if method == "hello":
                continue
            for member, value, name in rows:
                with self.subTest(method=method, member=member, value=value):
                    self.assert_names(method, spoil(params, member, value), name or member)
                    checked += 1
        self.assertGreater(checked, 600)

    def test_params_that_are_no_object_are_an_error(self):
        self.connection.hello("outsider", ("app", "shell", "input", "observer"))
        for method in TABLE:
            if method == "hello":
                continue
            for params in (1, "x", True, [], [1]):
                with self.subTest(method=method, params=params):
                    self.assert_names(method, params, "params")

    def test_the_tables_valid_params_are_accepted(self):
        """Without this check a row could pass for the wrong reason."""
        self.connection.hello("outsider", ("app", "shell", "input", "observer"))
        waiting = ("hello", "alert.raise", "shutdown")
        for method, (params, _) in TABLE.items():
            if method in waiting:
                continue
            with self.subTest(method):
                error = self.connection.call("x", method, params).get("error", {})
                self.assertNotIn(error.get("code"), (-32600, -32601, -32602, -32700))


if __name__ == "__main__":
    unittest.main()
