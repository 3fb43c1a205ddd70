# SPDX-License-Identifier: MIT
"""Lines that were honest once. The same seed gives the same lines."""

import json

RECT = {"x": 600, "y": 380, "width": 80, "height": 40}
SIZE = {"width": 320, "height": 200}
BUTTON = {"id": "ok", "label": "OK", "role": "default"}

# What asks for the daemon's end or touches others' work is not among them: who sends that may.
CORPUS = [json.dumps(message).encode() for message in [
    {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
    for number, (method, params) in enumerate([
        ("hello", {"protocol": 1, "app": "fuzz", "roles": ["app"]}),
        ("surface.set", {"surface": "w", "display": "main", "frame": RECT}),
        ("surface.remove", {"surface": "w"}),
        ("source.set", {"source": "s", "rect": RECT, "display": "main"}),
        ("source.remove", {"source": "s"}),
        ("occluder.set", {"occluder": "o", "rect": RECT, "display": "main"}),
        ("occluder.remove", {"occluder": "o"}),
        ("popover.open", {
            "behavior": "task", "size": SIZE, "anchor": RECT, "display": "main", "key": "k",
            "sides": ["top", "left"], "avoid": [RECT], "passthrough": [RECT], "minimum": SIZE,
            "title": "Zoë ☃ 𝄞", "buttons": ["a", {"label": "b"}], "waitMs": 0}),
        ("popover.update", {"popover": "p1", "size": SIZE, "anchor": RECT}),
        ("popover.choose", {"popover": "p2", "choice": {"a": [1, 2.5e300, None, True]}}),
        ("popover.close", {"popover": "p3", "outcome": "cancel"}),
        ("popover.detach", {"popover": "p4", "frame": RECT}),
        ("panel.set", {"panel": "n2", "frame": RECT}),
        ("panel.raise", {"panel": "n2"}),
        ("panel.close", {"panel": "n1", "outcome": "done"}),
        ("view.present", {"kind": "modal", "frame": RECT, "display": "main"}),
        ("view.close", {"view": "v1"}),
        ("draft.save", {"key": "k", "content": {"text": "\ud834\udd1e\u0000"}, "revision": 3}),
        ("draft.load", {"key": "k"}),
        ("draft.list", {}),
        ("draft.discard", {"key": "k"}),
        ("alert.raise", {"title": "t", "severity": "info", "buttons": [BUTTON],
                         "display": "main", "renderer": "self", "timeoutMs": 1}),
        ("alert.answer", {"alert": "a1", "button": "ok"}),
        ("alert.cancel", {"alert": "a1"}),
        ("request.cancel", {"request": 7}),
        ("tap", {"x": 20, "y": 20.5, "display": "main", "time": 1, "pointer": 2}),
        ("pointer", {"phase": "down", "x": 1, "y": 2, "display": "main", "kind": "pen"}),
        ("key", {"key": "Escape", "display": "main"}),
        ("bus.subscribe", {"topics": ["app.*", "*"], "since": 1}),
        ("bus.unsubscribe", {"topics": ["*"]}),
        ("bus.publish", {"topic": "app.x", "data": [[[[[[[{}]]]]]]]}),
    ])] + [
        {"jsonrpc": "2.0", "id": "r1", "result": {"draft": {"a": 1}}},
        {"jsonrpc": "2.0", "id": "r1", "error": {"code": 1, "message": "no"}},
    ]]

TOKENS = [
    b"{", b"}", b"[", b"]", b":", b",", b'"', b"\\", b"\\u", b"\\ud800", b"null", b"true", b"-",
    b"1e999", b"-0", b"9007199254740993", b"0.1e-400", b"\xff", b"\xc0\xaf", b"\xed\xa0\x80",
    b"\xef\xbb\xbf", b"\x00", b"\r", b"\t", b" ", b'"id":', b'"jsonrpc":"2.0",', b'"params":null',
    b"[" * 40, b"9" * 400, b"x" * 5000, b'"":', b"\xf4\x90\x80\x80", b"\x7f"]


def mutated(generator):
    """A line, without its end, in which some places are not what they were."""
    line = bytearray(generator.choice(CORPUS))
    for _ in range(generator.choice((0, 1, 1, 2, 3, 8))):
        place = generator.randrange(len(line) + 1)
        choice = generator.randrange(7)
        if choice == 0 and line:
            line[place % len(line)] ^= 1 << generator.randrange(8)
        elif choice == 1:
            line[place:place] = generator.choice(TOKENS)
        elif choice == 2:
            del line[place:place + generator.choice((1, 1, 4, 40))]
        elif choice == 3:
            part = line[place:place + generator.randrange(64)]
            line[place:place] = part
        elif choice == 4:
            other = generator.choice(CORPUS)
            line = line[:place] + other[generator.randrange(len(other)):]
        elif choice == 5:
            line[place:place + 1] = generator.choice(TOKENS)
        else:
            line[place:place] = str(generator.choice(
                (-1, 0, 2**31, 2**53 + 1, -2**63, 10**25, 0.5, 1e308))).encode()
    return bytes(line).replace(b"\n", b" ")
