# SPDX-License-Identifier: MIT
"""Hands and eyes in front of an emulated machine's screen, by way of the emulator (QMP).

The machine commands its emulator on its second serial port; what the screen shows comes as a file in a folder
that both have.
"""

import json
import os
import pathlib
import tty

from guest import run, wait_until

LINE = "/dev/ttyS1"
FOLDER = pathlib.Path("/run/pictures")
# Of the tablet, on each axis.
FARTHEST = 0x7FFF


class Picture:
    """What a screen showed: rows of pixels, three bytes each."""

    def __init__(self, data):
        kind, size, _, self.pixels = data.split(b"\n", 3)
        assert kind == b"P6", kind
        self.width, self.height = map(int, size.split())

    def part(self, frame):
        """The rows of a rectangle."""
        x, y, width, height = (round(frame[name]) for name in ("x", "y", "width", "height"))
        starts = ((row * self.width + x) * 3 for row in range(y, y + height))
        return [self.pixels[start:start + width * 3] for start in starts]

    def colors(self, frame):
        """The number of colors in a rectangle."""
        return len({row[i:i + 3] for row in self.part(frame) for i in range(0, len(row), 3)})

    def changed(self, other, frame):
        """The share of the pixels of a rectangle that are others in the other picture."""
        pairs = zip(b"".join(self.part(frame)), b"".join(other.part(frame)))
        changed = {i // 3 for i, (one, another) in enumerate(pairs) if one != another}
        return len(changed) / (round(frame["width"]) * round(frame["height"]))


class Glass:
    """The screen, its tablet and its keyboard."""

    def __init__(self):
        self.last = 0
        self.rest = b""
        self.pictures = 0
        self.line = os.open(LINE, os.O_RDWR | os.O_NOCTTY)
        tty.setraw(self.line)
        # Ends the line of which an earlier reader may have sent a part.
        os.write(self.line, b"\n")
        self.command("qmp_capabilities")
        FOLDER.mkdir(exist_ok=True)
        run("mount", "-t", "9p", "-o", "trans=virtio,version=9p2000.L", "pictures", str(FOLDER))

    def command(self, name, **arguments):
        """The emulator's answer; events are passed over."""
        self.last += 1
        text = json.dumps({"execute": name, "arguments": arguments, "id": self.last})
        os.write(self.line, text.encode() + b"\n")
        while True:
            *lines, self.rest = (self.rest + os.read(self.line, 4096)).split(b"\n")
            for line in lines:
                answer = json.loads(line) if line.strip().startswith(b"{") else {}
                if answer.get("id") == self.last:
                    if "error" in answer:
                        raise AssertionError(f"{name} {arguments}: {answer['error']}")
                    return answer["return"]

    # Hands

    def send(self, *events):
        self.command("input-send-event", events=[
            {"type": kind, "data": data} for kind, data in events])

    def move(self, x, y):
        """To a place of the screen, in its pixels."""
        size = self.look()
        self.send(("abs", {"axis": "x", "value": round(x * FARTHEST / size.width)}),
                  ("abs", {"axis": "y", "value": round(y * FARTHEST / size.height)}))

    def tap(self, x, y):
        self.move(x, y)
        for down in (True, False):
            self.send(("btn", {"down": down, "button": "left"}))

    def type(self, letters):
        for letter in letters:
            for down in (True, False):
                self.send(("key", {"down": down, "key": {"type": "qcode", "data": letter}}))

    # Eyes

    def look(self, name="now"):
        """What the screen shows; a name keeps the picture."""
        path = os.path.join(os.environ["POPOVER_PICTURES"], f"{name}.ppm")
        self.command("screendump", filename=path)
        return Picture((FOLDER / f"{name}.ppm").read_bytes())

    def still(self):
        """What the screen shows when it shows the same twice."""
        before = [self.look()]

        def is_still():
            now = self.look()
            is_same = now.pixels == before[0].pixels
            before[0] = now
            return is_same
        wait_until("nothing changes on the screen", is_still)
        return before[0]

    def until(self, what, condition):
        """The first picture for which the condition holds."""
        seen = []

        def is_seen():
            seen[:] = [self.look()]
            return condition(seen[0])
        wait_until(what, is_seen)
        return seen[0]
