# SPDX-License-Identifier: MIT
"""What an attacker does all the time within the limits, for rows of Tests/Processes/Neighbors."""

import contextlib
import dataclasses
import json
import os
import subprocess
import sys
import typing

from neighbors import ATTACKER, Crowd, as_user, request
from rules_case import profile
from support.peer import Peer
from support.plugin_folder import PROGRAM_PATHS, PluginFolder
from support.reserved_port import ReservedPort
from support.zoo import DISPLAYS
from test_row_03_whole_answers import SOURCE
from test_row_04_slow_policies import POLICY
from test_row_14_handshakes import ATTACK as HANDSHAKES
from test_row_14_handshakes import CROWD as HANDSHAKE_CROWD
from test_row_14_handshakes import ORIGIN

# Nearly all that a user may have.
MANY = 1000
# Enough to keep the daemon busy, at the announced rate of each.
SOME = 8
BOX = {"x": 1, "y": 1, "width": 9, "height": 9}
# Rows with an attack that nobody can keep up, or that no user of the machine makes on a socket.
NO_LOAD = {
    5: "a sandboxed program", 9: "rights", 15: "commands of a broker", 16: "commands of a broker",
    17: "names of apps", 18: "clocks and signals", 19: "files of plugins"}


class Stage:
    """A daemon and the attackers of one row."""

    def __init__(self, daemon, stack):
        self.daemon = daemon
        self.stack = stack
        self.crowds = []

    def crowd(self, count, app="crowd"):
        """Connections of the attacker in one process."""
        crowd = self.stack.enter_context(contextlib.closing(Crowd(self.daemon)))
        connected = crowd.order("connect", count, app)
        if connected != count:
            raise RuntimeError(f"{connected} of {count} attackers are connected")
        return crowd

    def storm(self, crowd, lines, times=1, connections=None):
        self.crowds.append(crowd)
        crowd.begin("storm", lines, times, connections)

    def fill(self, crowd, limit, line, times):
        """Sends a line until the daemon refuses more."""
        errors = crowd.order("send", [line], times)["errors"]
        if set(errors) != {limit}:
            raise RuntimeError(f"{limit} is not used up: {errors}")

    def end(self):
        """What the attackers have done since they began."""
        outcomes = []
        for crowd in self.crowds:
            # Any order ends what goes on.
            crowd.begin("end")
            outcomes.append(crowd.outcome())
            crowd.outcome()
        return outcomes


def nobody(_):
    pass


def drafts(stage):
    save = request("draft.save", key="work-{n}", content="x" * 60_000)
    crowd = stage.crowd(4, "app-{c}")
    stage.fill(crowd, "draftsTotal", save, 48)
    stage.storm(crowd, [save], 48)


def occluders(stage):
    moves = [
        request("occluder.set", occluder=f"key-{number}",
                rect={"x": "{n}", "y": 5 * number, "width": "1{c}", "height": 3})
        .replace('"{n}"', "{n}").replace('"1{c}"', "1{c}")
        for number in range(64 // SOME)]
    stage.storm(stage.crowd(SOME), moves, 60)


def fill_scene(stage):
    stage.fill(stage.crowd(2), "objectsTotal", SOURCE, 10_000)


def snapshots(stage):
    fill_scene(stage)
    topics = ["popover.*"]
    # With more of them, the unread snapshots would exceed the share of buffers.
    stage.storm(stage.crowd(4), [
        request("bus.subscribe", topics=topics), request("bus.unsubscribe", topics=topics)])


def policies(stage):
    fill_scene(stage)
    with contextlib.closing(Peer(stage.daemon, "desk", ("observer",))) as desk:
        desk.call("plugin.reload", name="gate")
    stage.storm(stage.crowd(SOME), [
        request("surface.set", surface="window", frame=BOX),
        request("bus.publish", topic="app.noise", data="{n}")], 100)


def globs(stage):
    crowd = stage.crowd(4)
    patterns = ["*" + "a" * 110 + "b" * (1 + number) + "{c}*" for number in range(64)]
    crowd.order("send", [request("bus.subscribe", topics=patterns)], 1)
    stage.storm(crowd, [request("bus.publish", topic="app." + "a" * 250, data=1)], 100)


def events(stage):
    crowd = stage.crowd(MANY)
    crowd.order("send", [request("bus.subscribe", topics=["app.*"])], 1)
    stage.storm(crowd, [request("bus.publish", topic="app.noise", data=1)], 100, SOME)


def greed(stage):
    text = "t" * 4000
    crowd = stage.crowd(MANY, "app-{c}")
    crowd.order("send", [
        request("bus.subscribe", topics=["app.*", *("x" * 200 + f"{each}" for each in range(63))]),
        request("surface.set", surface="w" + "x" * 200, frame=BOX),
        request("draft.save", key="d", content=text)], 1)
    source = request("source.set", source="s{n}-" + "x" * 200, rect=BOX)
    crowd.order("send", [source], 10_000, 2)
    alert = request("alert.raise", number=7, title=text, message=text, severity="info",
                    display="rear", buttons=[{"id": "ok", "label": text}])
    crowd.order("flood", [alert], 1)
    stage.storm(crowd, [
        request("surface.set", surface="w" + "x" * 200, frame=BOX),
        request("draft.save", key="d", content=text), source, alert], 8)


def visits(stage):
    fill_scene(stage)
    crowd = stage.crowd(0)
    stage.crowds.append(crowd)
    crowd.begin("visit", MANY - 2, "crowd", [request("surface.set", surface="window", frame=BOX)])


def history(stage):
    crowd = stage.crowd(SOME)
    crowd.order("send", [request("bus.publish", topic="app.past", data="x" * 200)], 200)
    topics = ["*"]
    stage.storm(crowd, [
        request("bus.subscribe", topics=topics, since=0),
        request("bus.unsubscribe", topics=topics)])


def fingers(stage):
    outside = {"x": 20, "y": 20, "display": "main"}
    stage.storm(stage.crowd(SOME), [
        request("tap", **outside), request("key", key="Escape", display="main"),
        request("pointer", phase="down", **outside), request("pointer", phase="up", **outside)], 50)


def openers(stage):
    crowd = stage.crowd(4)
    stage.crowds.append(crowd)
    crowd.begin("reopen", request(
        "popover.open", behavior="inspector", display="main", anchor=BOX,
        size={"width": 320, "height": 200}))


def alerts(stage):
    stage.storm(stage.crowd(4), [request(
        "alert.raise", key="fire-{n}", title="Buy", severity="critical", renderer="self",
        display="main", buttons=[{"id": "no", "label": "No", "role": "cancel"}])], 32)


def listeners(stage):
    crowd = stage.crowd(MANY)
    crowd.order("send", [request("bus.subscribe", topics=["*"])], 1)
    stage.storm(crowd, [], connections=0)


def handshakes(stage):
    program = stage.stack.enter_context(subprocess.Popen(
        [*as_user(ATTACKER), os.path.realpath(sys.executable), "-S", "-E", "-c", HANDSHAKES,
         str(stage.port.number), str(HANDSHAKE_CROWD)], stdout=subprocess.PIPE, cwd="/"))
    stage.stack.callback(program.kill)
    program.stdout.readline()


def with_policy(stage):
    folder = PluginFolder(os.path.join(stage.daemon.folder, "plugins"))
    path = folder.file("popover-gate.plugin")
    with open(path, "w", encoding="utf-8") as file:
        file.write(POLICY.format(interpreter=os.path.realpath(sys.executable)))
    os.chmod(path, 0o755)
    return (f'[plugins]\ndirectory = {json.dumps(folder.path)}\n[[plugin]]\nname = "gate"\n'
            f'fallback = "refuse"\nreadPaths = {json.dumps(PROGRAM_PATHS)}\n')


def with_pages(stage):
    stage.port = stage.stack.enter_context(contextlib.closing(ReservedPort()))
    return ('[[plugin]]\nname = "web"\ntrusted = true\n[plugin.options]\n'
            f'port = {stage.port.number}\norigins = ["{ORIGIN}"]\n'
            f"socket = {json.dumps(stage.daemon.socket)}\n")


@dataclasses.dataclass(frozen=True)
class Attack:
    """One row of the table. `configuration` returns the daemon's for a stage."""

    row: int
    what: str
    begin: typing.Callable
    configuration: typing.Callable = lambda stage: ""
    # The victim's display, and whether attackers may have it in turn with her.
    display: str = "main"
    is_shared: bool = False


ATTACKS = (
    Attack(0, "no attacker", nobody),
    Attack(1, "fills the drafts, and replaces them", drafts),
    Attack(2, "moves 64 occluders under the popover", occluders),
    Attack(3, "fills the scene, and asks for it", snapshots),
    Attack(4, "publishes to a policy with a large scene", policies, with_policy),
    Attack(6, "publishes past 256 hard patterns", globs),
    Attack(6, "publishes to 1000 own subscribers", events),
    Attack(7, "is 1000 clients at every limit", greed, lambda stage: DISPLAYS),
    Attack(7, "comes and goes with 998 clients", visits),
    Attack(8, "asks for all past events", history),
    Attack(10, "taps and presses Escape for others", fingers, lambda stage: profile()),
    Attack(11, "reopens before it closes", openers, is_shared=True),
    Attack(12, "raises critical alerts", alerts, lambda stage: DISPLAYS, "side"),
    Attack(13, "listens to everything with 1000 clients", listeners),
    Attack(14, "leaves 300 handshakes of pages open", handshakes, with_pages),
)
