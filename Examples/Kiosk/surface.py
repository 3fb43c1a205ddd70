# SPDX-License-Identifier: MIT
"""A program's window on the kiosk, its buttons that reveal popovers, and those; of any toolkit.

A toolkit brings a *face* for each popover, an object with

    show(popover)  draws it at `popover.placement.frame`; so again when it moves
    leave(order, gone)
                   takes it off the screen as `order`, which asks for it, and then calls `gone()`;
                   forgets the work in it
    hide()         takes it off the screen at once, and forgets the work in it
    work()         what people have done in it so far, as JSON; None where that is nothing
    restore(work)  puts that back, before it is shown
"""

import sys

from popoverd import Rect


def frame_option(default):
    """The rectangle of `--frame X,Y,WxH`: where the program's window is on the display."""
    words = sys.argv[1:]
    told = words[words.index("--frame") + 1] if "--frame" in words else default
    return Rect(*map(int, told.replace("x", ",").split(",")))


class Surface:
    """`frame` is where the window is on the display, in points."""

    def __init__(self, client, frame, name="window"):
        self.client, self.name = client, name
        self.sources = {}
        # What is on the screen: the popover of each face.
        self.popovers = {}
        # Called when people have left, and the next ones begin.
        self.begun_anew = lambda: None
        client.set_surface(name, frame)
        client.subscribe("session.ended", received=lambda _: self.begun_anew())

    def say(self, words):
        """One line on standard output for whoever has started this program: no people's work."""
        print(f"{self.client.app}: {words}", flush=True)

    def source(self, name, place, pressed):
        """A button: its rectangle in the window, and what its press does, whoever sees it."""
        if self.sources.get(name) != place:
            self.sources[name] = place
            self.client.set_source(name, place, surface=self.name, activated=pressed)

    def open(self, face, source, behavior, size, title, key=None):
        """Shows the face when the daemon has a place for it."""
        self.client.open(
            behavior, size, source=source, title=title, key=key,
            done=lambda popover: self.granted(face, popover), failed=self.refused,
            will_close=lambda order, answer: self.will_close(face, order, answer),
            closed=lambda end: self.closed(face, end),
            moved=lambda _: face in self.popovers and face.show(self.popovers[face]))

    def granted(self, face, popover):
        if face in self.popovers:
            return
        if popover.draft:
            face.restore(popover.draft.content)
        self.popovers[face] = popover
        face.show(popover)
        self.say("opened")

    def refused(self, error):
        self.say(f"may not open: {getattr(error, 'reason', error)}")

    def finish(self, face, outcome="done"):
        """The program itself closes its popover: `done`, its work is applied; or `cancel`."""
        if popover := self.hide(face):
            popover.close(outcome)

    def choose(self, face, choice):
        """People have chosen something in it; whether that closes it, its behavior says."""
        if popover := self.popovers.get(face):
            popover.choose(choice, lambda closes: closes and self.hide(face))

    def keep(self, face):
        """Has the daemon keep the work in it now, so that it outlives this very program."""
        if popover := self.popovers.get(face):
            work = face.work()
            if work is None:
                self.client.discard_draft(popover.key)
            else:
                self.client.save_draft(popover.key, work)

    def hide(self, face):
        """Takes it off the screen, where it still is; its popover."""
        popover = self.popovers.pop(face, None)
        if popover:
            face.hide()
        return popover

    def will_close(self, face, order, answer):
        """The answer is that it is off the screen; without a daemon, too."""
        if not self.popovers.pop(face, None):
            answer(None)
            return
        work = face.work()
        face.leave(order, lambda: answer(work))

    def closed(self, face, end):
        self.hide(face)
        self.say(f"closed {end.reason}")
