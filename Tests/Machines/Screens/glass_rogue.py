# SPDX-License-Identifier: MIT
"""A program that attacks in the stories of the judge: it draws beyond its places, keeps room as a keyboard does,
covers things with its cursor, and shows again what an earlier person has seen."""

from support.wayland_painter import Painter

from stage_case import HEIGHT, WIDTH

# As wide and as high as the screen, however it is turned.
MOST = max(WIDTH, HEIGHT)


class Rogue:
    """One process for the daemon and for the stage. Its surfaces have colors of three numbers."""

    def __init__(self, stage, line):
        """- line: its connection to the daemon."""
        self.stage, self.line = stage, line
        line.hello("rogue")
        self.painter = self.app = self.app_color = None
        self.again()

    def again(self):
        """Begins a connection to the stage; what it showed is gone."""
        if self.painter is not None:
            self.painter.close()
        self.painter, self.app = Painter(self.stage), None

    def open(self, **params):
        """The answer to `popover.open`."""
        answer = self.call("popover.open", **params)
        return answer.get("result") or answer["error"]

    def call(self, method, **params):
        self.line.send({"jsonrpc": "2.0", "id": "rogue", "method": method, "params": params})
        while True:
            message = self.line.receive()
            if "method" not in message:
                return message
            # The daemon's questions, so that it does not hang.
            if "id" in message:
                self.line.send({"jsonrpc": "2.0", "id": message["id"], "result": {}})

    def hear(self):
        self.call("draft.load", key="fence")
        self.painter.settle()

    def draw_around(self, popover, color):
        """A popover with a part that is four times as large as the screen."""
        window, _ = self.painter.window(f"popover:{popover}")
        part, _ = self.painter.part(window, -MOST, -MOST)
        self.paint(part, color, 2 * MOST, 2 * MOST)
        self.paint(window, color, 320, 200)

    def draw_part(self, popover, color):
        """A popover that is as large as the screen, and says that it is a small part of that."""
        window, shape = self.painter.window(f"popover:{popover}")
        self.painter.set_geometry(shape, MOST // 2, MOST // 2, 320, 200)
        self.paint(window, color, 2 * MOST, 2 * MOST)

    def keep_room(self, color):
        """A bar of half the screen, which wants others to keep off it."""
        self.paint(self.painter.bar(HEIGHT // 2), color, MOST, HEIGHT // 2)

    def cover(self, color):
        """A window as large as the screen."""
        self.app, _ = self.painter.window("app")
        self.app_color = color
        self.paint(self.app, color, MOST, MOST)

    def show_again(self):
        """Draws what it showed, and says that a pixel of it is new."""
        self.paint(self.app, self.app_color, MOST, MOST, damage=(1, 1))

    def disguise(self, color, side):
        """Has such a cursor, if the mouse has been over its window."""
        if not self.painter.has_mouse():
            return False
        cursor = self.painter.surface()
        self.painter.set_cursor(cursor, side // 2, side // 2)
        self.paint(cursor, color, side, side)
        return True

    def paint(self, surface, color, width, height, **more):
        self.painter.paint(surface, bytes(color).hex(), width, height, **more)
        self.painter.settle()
