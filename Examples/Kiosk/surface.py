# SPDX-License-Identifier: MIT
"""A program's window on the kiosk, its buttons that reveal popovers, and those; of any toolkit.

A toolkit brings a *face* for each popover, an object with

    show(grant)    draws it at `grant["frame"]`, its arrow's tip at `grant["arrow"]`; so again
                   when it moves
    leave(told, gone)
                   takes it off the screen as `told`, which asks for it, and then calls `gone()`;
                   forgets the work in it
    hide()         takes it off the screen at once, and forgets the work in it
    work()         what people have done in it so far, as JSON; None where that is nothing
    restore(work)  puts that back, before it is shown
"""


class Surface:
    """`frame` is where the window is on the display, in points."""

    def __init__(self, client, frame, name="window"):
        self.client, self.frame, self.name = client, frame, name
        self.sources = {}
        # What is on the screen, and the keys of what has not ended: by the popovers' names.
        self.faces, self.keys = {}, {}
        self.unsaved = {}
        # Called when people have left, and the next ones begin; and when the daemon is gone.
        self.begun_anew = self.lost = lambda: None
        client.joined, client.left = self.joined, self.left
        client.on("event", lambda _: self.begun_anew())
        client.on("source.activated", lambda params: self.press(params["source"]))
        client.on("popover.willClose", self.will_close)
        client.on("popover.moved", self.moved)
        client.on("popover.closed", self.closed)

    def source(self, name, place, pressed):
        """A button: its rectangle in the window, and what its press does, whoever sees it."""
        known, self.sources[name] = self.sources.get(name), (place, pressed)
        if not known or known[0] != place:
            self.client.request("source.set", source=name, surface=self.name, rect=place)

    def press(self, name):
        """A button was pressed, or the daemon hands over a tap that a shield has kept from it."""
        if name in self.sources:
            self.sources[name][1]()

    def open(self, face, source, key=None, **params):
        """Shows the face when the daemon has a place for it; `params` as for `popover.open`."""
        if key:
            params["key"] = key
        self.client.request(
            "popover.open", lambda grant: self.granted(face, key, grant), self.refused,
            source=source, **params)

    def granted(self, face, key, grant):
        name = grant["popover"]
        if name in self.faces:
            return
        if grant.get("draft"):
            face.restore(grant["draft"]["content"])
        self.faces[name], self.keys[name] = face, key
        face.show(grant)
        self.client.say("opened")

    def refused(self, error):
        reason = (error.get("data") or {}).get("reason", error["message"])
        self.client.say(f"may not open: {reason}")

    def finish(self, face, outcome="done"):
        """The program itself closes its popover: `done`, its work is applied; or `cancel`."""
        if name := self.name_of(face):
            self.hide(name)
            self.client.request("popover.close", popover=name, outcome=outcome)

    def choose(self, face, choice):
        """People have chosen something in it; whether that closes it, its behavior says."""
        if name := self.name_of(face):
            self.client.request(
                "popover.choose", lambda result: result["closes"] and self.hide(name),
                popover=name, choice=choice)

    def keep(self, face):
        """Has the daemon keep the work in it now, so that it outlives this very program."""
        if key := self.keys.get(self.name_of(face)):
            self.save(key, face.work())

    def save(self, key, work):
        if work is None:
            self.client.request("draft.discard", key=key)
        else:
            self.client.request("draft.save", key=key, content=work)

    def name_of(self, face):
        return next((name for name, shown in self.faces.items() if shown is face), None)

    def hide(self, name):
        """Takes it off the screen, where it still is; the work in it."""
        face = self.faces.pop(name, None)
        if not face:
            return None
        work = face.work()
        face.hide()
        return work

    # What the daemon says

    def joined(self, _):
        self.client.request("surface.set", surface=self.name, frame=self.frame)
        for name, (place, _) in self.sources.items():
            self.client.request("source.set", source=name, surface=self.name, rect=place)
        for key, work in self.unsaved.items():
            self.save(key, work)
        self.unsaved = {}
        self.client.request("bus.subscribe", topics=["session.ended"])

    def left(self):
        """The daemon is gone, and with it the right to show anything: work waits for its return."""
        for name in list(self.faces):
            work = self.hide(name)
            if self.keys[name]:
                self.unsaved[self.keys[name]] = work
        self.keys = {}
        self.lost()

    def will_close(self, params):
        """The answer is that it is off the screen."""
        face = self.faces.pop(params["popover"], None)
        if not face:
            return {}
        work = face.work()
        is_lost = work is None or params["disposition"] == "discard"
        return lambda answer: face.leave(params, lambda: answer({} if is_lost else {"draft": work}))

    def moved(self, params):
        if face := self.faces.get(params["popover"]):
            face.show(params)

    def closed(self, params):
        self.hide(params["popover"])
        if params["popover"] in self.keys:
            del self.keys[params["popover"]]
            self.client.say(f"closed {params['reason']}")
