# SPDX-License-Identifier: MIT
"""The rules hold for what people see on popover-stage: judged by the pixels of screenshots."""

import json
import os
import signal
import subprocess
import tempfile
import unittest

from support import ROOT
from support.daemon import PATIENCE, UNHURRIED, Daemon, binary
from support.daemon_case import DaemonCase, rect
from support.frames import Frame
from support.stage import Actor, PopoverStage
from support.wayland_screen import Finger, Window, until
from support.x11_screen import needed

from toolkits import ToolkitWindow

WIDTH, HEIGHT = 1000, 700
SHOP, CAFE, WORK, OTHER, ALERT, MENU = "2040a0", "208040", "c81e64", "e0a000", "d03020", "8060c0"
ANCHOR = rect(430, 40, 140, 44)
ELSEWHERE = 40, 650


def color(text):
    return tuple(bytes.fromhex(text))


def center(frame):
    return int(frame["x"] + frame["width"] / 2), int(frame["y"] + frame["height"] / 2)


class OnStage(DaemonCase):
    """Each test has a daemon, a stage, a mouse, and an app with a window."""

    configuration = UNHURRIED
    outputs = 1
    more = ""
    settings = ""
    # Of the first output.
    output = ""
    # In points.
    size = WIDTH, HEIGHT

    def setUp(self):
        self.daemon = Daemon(self.configuration)
        self.addCleanup(self.daemon.close)
        self.daemon.start()
        self.stage = PopoverStage(self.daemon, WIDTH, HEIGHT, self.outputs, self.more, self.settings, self.output).start()
        self.addCleanup(self.stage.close)
        self.observer = self.peer("observer", ("observer",))
        until(lambda: any((one["width"], one["height"]) == self.size
                          for one in self.observer.call("status")["displays"]), "the display")
        self.observer.call("bus.subscribe", topics=["*"])
        self.finger = Finger(self.stage, WIDTH, HEIGHT)
        self.addCleanup(self.finger.close)
        self.shop = self.actor("shop")
        self.shop.show("shop", "app", SHOP)
        self.until_color(SHOP, 20, 20)

    def actor(self, app, **params):
        actor = Actor(self.stage, self.daemon, app, **params)
        self.addCleanup(actor.close)
        return actor

    def picture(self, output="HEADLESS-1"):
        return Frame(subprocess.run(
            [needed("grim"), "-o", output, "-"], check=True, capture_output=True,
            env={**os.environ, **self.stage.environment}).stdout)

    def color_at(self, x, y):
        return self.picture().color(int(x), int(y))

    def until_color(self, wanted, x, y):
        until(lambda: self.color_at(x, y) == color(wanted), f"the color {wanted} at {x} {y}")

    def until_covers(self, wanted, frame):
        """Waits until a color fills a frame, and nothing beside it."""
        left, top = int(frame["x"]), int(frame["y"])
        right, bottom = left + int(frame["width"]), top + int(frame["height"])
        inside = [(left, top), (right - 1, top), (left, bottom - 1), (right - 1, bottom - 1)]
        outside = [(left - 1, top + 60), (right, top + 60), (left + 20, bottom)]

        def covers():
            picture = self.picture()
            return (all(picture.color(*place) == color(wanted) for place in inside)
                    and all(picture.color(*place) != color(wanted) for place in outside))
        until(covers, f"the color {wanted} in {frame}")

    def assert_nowhere(self, unwanted):
        picture = self.picture()
        self.assertNotIn(color(unwanted), {
            picture.color(x, y) for x in range(0, WIDTH, 10) for y in range(0, HEIGHT, 10)})

    def open(self, actor, shade=WORK, **params):
        frame, popover = actor.popover(shade, ANCHOR, **params)
        self.until_covers(shade, frame)
        return frame, popover

    def tap(self, x, y):
        self.observer.fence()
        self.finger.tap(x, y)


class Glass(OnStage):
    def test_a_popover_is_at_its_frame_and_moves_with_it(self):
        frame, popover = self.open(self.shop)
        until(lambda: self.shop.shown(popover) == (320, 200), "its size")
        moved = self.shop.call(
            "popover.update", popover=popover, anchor=rect(800, 600, 60, 40))["frame"]
        self.assertNotEqual(moved, frame)
        self.until_covers(WORK, moved)
        larger = self.shop.call(
            "popover.update", popover=popover, size={"width": 400, "height": 300})["frame"]
        self.until_covers(WORK, larger)

    def test_another_programs_popover_replaces_it(self):
        self.open(self.shop)
        cafe = self.actor("cafe")
        cafe.write(
            '{"jsonrpc":"2.0","id":"open","method":"popover.open","params":{"behavior":"menu",'
            '"size":{"width":320,"height":200},"anchor":{"x":430,"y":500,"width":140,"height":44}}}')
        self.shop.message(lambda line: line.get("method") == "popover.closed")
        granted = cafe.message(lambda line: line.get("id") == "open")["result"]
        cafe.write(f"show cafe popover:{granted['popover']} {OTHER}")
        self.until_covers(OTHER, granted["frame"])
        self.assert_nowhere(WORK)

    def test_a_hung_programs_popover_leaves_the_glass(self):
        frame, popover = self.open(self.shop)
        os.kill(self.shop.process.pid, signal.SIGSTOP)
        self.addCleanup(os.kill, self.shop.process.pid, signal.SIGCONT)
        self.tap(*ELSEWHERE)
        closed = self.observer.event("popover.closed")["data"]
        self.assertEqual((closed["popover"], closed["unresponsive"]), (popover, True))
        until(lambda: self.color_at(*center(frame)) == color(SHOP), "the app where it was")
        self.assert_nowhere(WORK)

    def test_a_foreign_window_comes_below_a_popover(self):
        frame, _ = self.open(self.shop)
        foreign = Window(self.stage)
        self.addCleanup(foreign.close)
        until(lambda: self.color_at(20, 20) != color(SHOP), "the window that fills the screen")
        self.until_covers(WORK, frame)
        layer = Window(self.stage, "overlay")
        self.addCleanup(layer.close)
        self.until_covers(WORK, frame)

    def test_a_window_that_pretends_to_be_a_popover_is_not_shown(self):
        frame, popover = self.open(self.shop)
        cafe = self.actor("cafe")
        cafe.show("liar", f"popover:{popover}", OTHER)
        cafe.show("dreamer", "popover:p99", OTHER)
        self.assertEqual(cafe.pong(), [])
        self.until_covers(WORK, frame)
        self.assert_nowhere(OTHER)

    def test_an_alert_lies_above_everything_and_dims_it(self):
        frame, _ = self.open(self.shop)
        bell = self.actor("bell")
        bell.write(
            '{"jsonrpc":"2.0","id":"alert","method":"alert.raise","params":{"title":"Fire",'
            '"severity":"critical","renderer":"self","buttons":[{"id":"ok","label":"OK"}]}}')
        asked = bell.message(lambda line: line.get("method") == "alert.present")["params"]
        bell.write(f"show alert alert:{asked['alert']} {ALERT}")
        self.until_covers(ALERT, asked["frame"])
        left = frame["x"] + 2, frame["y"] + 2
        self.assertNotIn(self.color_at(20, 20), (color(SHOP), (0, 0, 0)))
        self.assertNotIn(self.color_at(*left), (color(WORK), color(ALERT)))
        bell.call("alert.answer", alert=asked["alert"], button="ok")
        bell.message(lambda line: line.get("id") == "alert")
        self.until_covers(WORK, frame)
        self.assert_nowhere(ALERT)

    def test_without_the_daemon_no_popover_is_shown_and_the_app_goes_on(self):
        frame, _ = self.open(self.shop)
        self.daemon.kill()
        until(lambda: self.color_at(*center(frame)) == color(SHOP), "the app alone")
        self.finger.tap(*ELSEWHERE)
        self.assertEqual(self.shop.told("press"), f"press shop {ELSEWHERE[0]} {ELSEWHERE[1]}")
        self.daemon.start()
        shop = self.actor("shop")
        until(lambda: self.peer("asker").call("status")["displays"][0]["width"] == WIDTH,
              "the display at the new daemon")
        self.observer = self.peer("observer", ("observer",))
        self.open(shop, OTHER)

    def test_the_next_person_does_not_see_the_last_picture(self):
        self.shop.write(f"paint shop {CAFE}")
        self.until_color(CAFE, 20, 20)
        hall = self.peer("hall", ("shell", "input"))
        os.kill(self.shop.process.pid, signal.SIGSTOP)
        hall.call("session.end")
        until(lambda: self.color_at(20, 20) != color(CAFE), "a cover")
        self.assert_nowhere(CAFE)
        os.kill(self.shop.process.pid, signal.SIGCONT)
        self.shop.write(f"paint shop {SHOP}")
        self.until_color(SHOP, 20, 20)


class Presses(OnStage):
    def test_a_press_beside_a_popover_reaches_nobody_and_closes_it(self):
        frame, _ = self.open(self.shop)
        self.tap(*center(frame))
        self.assertTrue(self.shop.told("press").startswith("press p"))
        self.tap(*ELSEWHERE)
        self.shop.message(lambda line: line.get("method") == "popover.closed")
        self.assertEqual([line for line in self.shop.pong() if line.startswith("press")], [])
        self.tap(*ELSEWHERE)
        self.assertEqual(self.shop.told("press"), "press shop 40 650")

    def test_of_500_presses_under_load_none_is_lost_and_none_goes_astray(self):
        frame, popover = self.open(self.shop, modal=True, title="Address")
        self.stage.load()
        inside = center(frame)
        presses = []

        def read():
            # Its owner answers the daemon meanwhile, or it would lose its popover.
            presses.extend(line for line in self.shop.pong() if line.startswith("press"))
            return len(presses)
        for number in range(500):
            self.finger.tap(*(inside if number % 2 else ELSEWHERE))
            if number % 50 == 0:
                read()
        until(lambda: read() >= 250, "the presses in the popover")
        self.assertEqual(presses, 250 * [f"press {popover} 160 100"])

    def test_a_control_beside_a_popover_is_activated(self):
        cafe = self.actor("cafe")
        cafe.call("source.set", source="table", rect=rect(20, 630, 40, 40))
        self.open(self.shop)
        self.tap(*ELSEWHERE)
        told = cafe.message(lambda line: line.get("method") == "source.activated")
        self.assertEqual(told["params"]["source"], "table")
        self.assertEqual([line for line in self.shop.pong() if line.startswith("press")], [])

    def test_a_menu_above_a_popover_is_a_part_of_it(self):
        frame, popover = self.open(self.shop)
        self.shop.write(f"menu menu {popover} 20 150 200 200 {MENU}")
        self.shop.told("shown menu")
        inside = frame["x"] + 100, frame["y"] + 300
        self.until_color(MENU, *inside)
        self.tap(*inside)
        self.assertEqual(self.shop.told("press"), "press menu 80 150")
        # The press outside closes the menu, and only the next one the popover.
        self.tap(*ELSEWHERE)
        self.shop.told("dismissed menu")
        self.until_covers(WORK, frame)
        self.tap(*ELSEWHERE)
        self.shop.message(lambda line: line.get("method") == "popover.closed")

    def test_keys_go_to_the_popover_and_to_nobody_beneath(self):
        cafe = self.actor("cafe")
        self.type("a")
        self.assertTrue(self.shop.told("key").startswith("key shop"))
        frame, popover = cafe.popover(OTHER, ANCHOR)
        self.until_covers(OTHER, frame)
        for _ in range(20):
            self.type("a")
            self.assertTrue(cafe.told("key").startswith(f"key {popover}"))
        self.assertEqual([line for line in self.shop.pong() if line.startswith("key")], [])
        self.type("Escape")
        closed = cafe.message(lambda line: line.get("method") == "popover.closed")
        self.assertEqual(closed["params"]["reason"], "key")
        self.type("a")
        self.assertTrue(self.shop.told("key").startswith("key shop"))

    def type(self, key):
        words = ["-k", key] if key == "Escape" else [key]
        subprocess.run(
            [needed("wtype"), *words], check=True, timeout=PATIENCE,
            env={**os.environ, **self.stage.environment})


class TwoOutputs(OnStage):
    outputs = 2

    def test_a_popover_is_on_the_display_that_its_program_names(self):
        until(lambda: len(self.observer.call("status")["displays"]) == 2, "the second display")
        frame, _ = self.shop.popover(OTHER, ANCHOR, display="second")
        place = int(frame["x"]) + 10, int(frame["y"]) + 10
        until(lambda: self.picture("HEADLESS-2").color(*place) == color(OTHER), "the popover")
        self.assert_nowhere(OTHER)
        # One at a time on each display.
        self.open(self.shop)
        self.assertEqual(self.picture("HEADLESS-2").color(*place), color(OTHER))


class Turned(OnStage):
    output = 'rotation = "90"'
    size = HEIGHT, WIDTH

    def test_a_popover_is_where_people_see_it(self):
        frame, _ = self.shop.popover(WORK, rect(300, 40, 140, 44))
        picture = until(lambda: self.shows(frame), "the popover")
        self.assertEqual((picture.width, picture.height), (HEIGHT, WIDTH))

    def test_it_turns_when_the_configuration_is_read_again(self):
        frame, popover = self.shop.popover(WORK, rect(300, 40, 140, 44))
        until(lambda: self.shows(frame), "the popover")
        self.read_again('rotation = "91"', "the outputs stay as they are")
        self.assertEqual((self.picture().width, self.picture().height), (HEIGHT, WIDTH))
        self.read_again('rotation = "0"', "has read the outputs")
        moved = until(lambda: self.frame_on(WIDTH), "the display's new size")
        picture = until(lambda: self.shows(moved), "the popover")
        self.assertEqual((picture.width, picture.height), (WIDTH, HEIGHT))
        self.assertEqual(self.shop.call("popover.close", popover=popover, outcome="done"), {})

    def test_the_cover_of_a_program_that_hangs_turns_with_it(self):
        os.kill(self.shop.process.pid, signal.SIGSTOP)
        self.addCleanup(os.kill, self.shop.process.pid, signal.SIGCONT)
        self.read_again('rotation = "0"', "has read the outputs")
        self.peer("hall", ("input",)).call("session.end")
        until(lambda: self.color_at(20, 20) != color(SHOP), "a cover")
        self.read_again('rotation = "90"', "has read the outputs")
        picture = self.picture()
        self.assertEqual(picture.height, WIDTH)
        self.assertNotIn(color(SHOP), {
            picture.color(x, y) for x in range(0, HEIGHT, 10) for y in range(0, WIDTH, 10)})

    def read_again(self, output, words):
        before = self.stage.told().count(words)
        self.stage.set_output(output)
        os.kill(self.stage.process.pid, signal.SIGHUP)
        until(lambda: self.stage.told().count(words) > before, words)

    def frame_on(self, width):
        """The frame of the popover on a display that is so wide."""
        scene = self.observer.call("status")
        if scene["displays"][0]["width"] != width:
            return None
        return scene["popovers"][0]["frame"]

    def shows(self, frame):
        picture = self.picture()
        return picture.color(*center(frame)) == color(WORK) and picture


class Dense(OnStage):
    output = "scale = 2"
    size = WIDTH / 2, HEIGHT / 2

    def test_a_popover_is_at_its_frame_in_points(self):
        frame, _ = self.shop.popover(WORK, rect(200, 20, 70, 22), size=(240, 120))
        double = {side: 2 * value for side, value in frame.items()}
        self.until_covers(WORK, double)


class Alerts(OnStage):
    """Those that the stage draws."""

    settings = "alerts = true"
    # Its body.
    WHITE = (255, 255, 255)

    def alarm(self, **params):
        bell = self.actor("bell")
        bell.write(json.dumps({"jsonrpc": "2.0", "id": "alert", "method": "alert.raise", "params": {
            "title": "The paper is out", "message": "An attendant will refill it.",
            "severity": "warning", "buttons": [
                {"id": "later", "label": "Later", "role": "cancel"},
                {"id": "done", "label": "Refilled", "role": "default"}], **params}}))
        frame = until(self.frame, "the alert")
        until(lambda: self.color_at(frame["x"] + 160, frame["y"] + 90) == self.WHITE, "its body")
        return bell, frame

    def frame(self):
        return next((alert["frame"] for alert in self.observer.call("status")["alerts"]
                     if alert["state"] == "presented"), None)

    def answered(self, bell):
        answer = bell.message(lambda line: line.get("id") == "alert")["result"]["button"]
        until(lambda: self.color_at(*center(rect(340, 270, 320, 160))) == color(SHOP), "no alert")
        return answer

    def test_people_press_its_button_and_nothing_else(self):
        bell, frame = self.alarm()
        self.assertNotEqual(self.color_at(20, 20), color(SHOP))
        self.tap(*ELSEWHERE)
        # Its words are no button.
        self.tap(*center(frame))
        self.tap(frame["x"] + 240, frame["y"] + frame["height"] - 24)
        self.assertEqual(self.answered(bell), "done")
        self.assertEqual([line for line in self.shop.pong() if line.startswith("press")], [])

    def test_enter_presses_the_default_button_and_other_keys_reach_nobody(self):
        bell, _ = self.alarm()
        for keys in (["a"], ["-k", "Return"]):
            subprocess.run(
                [needed("wtype"), *keys], check=True, timeout=PATIENCE,
                env={**os.environ, **self.stage.environment})
        self.assertEqual(self.answered(bell), "done")
        self.assertEqual([line for line in self.shop.pong() if line.startswith("key")], [])

    def test_buttons_begin_at_the_right_where_people_read_from_right_to_left(self):
        hall = self.peer("hall", ("input",))
        hall.call("display.set", display="main", width=WIDTH, height=HEIGHT, direction="rtl", language="he")
        bell, frame = self.alarm(title="הנייר נגמר", message="עובד ימלא אותו.")
        self.tap(frame["x"] + 240, frame["y"] + frame["height"] - 24)
        self.assertEqual(self.answered(bell), "later")


class Browser(OnStage):
    def test_chromium_gets_the_presses_that_are_its(self):
        button = rect(400, 40, 120, 44)
        self.page = ToolkitWindow(
            "chromium", {**self.stage.environment, "DISPLAY": ""}, WIDTH, HEIGHT, [button])
        self.addCleanup(self.page.close)
        self.tap(*center(button))
        self.heard = []
        until(lambda: "click 0" in self.hear(), "the press on the button")
        frame, _ = self.shop.popover(WORK, ANCHOR)
        self.until_covers(WORK, frame)
        self.tap(*ELSEWHERE)
        self.shop.message(lambda line: line.get("method") == "popover.closed")
        self.tap(*center(button))
        until(lambda: self.hear().count("click 0") == 2, "the press on the button again")
        self.assertFalse([line for line in self.heard if line.endswith(f" {ELSEWHERE[0]} {ELSEWHERE[1]}")])

    def hear(self):
        """What the page has told so far."""
        self.page.tell("")
        while (line := self.page.line()) != "pong":
            self.heard.append(line)
        return self.heard


class Apps(OnStage):
    more = """
[[app]]
name = "clock"
command = ["sh", "-c", "echo started >>{folder}/starts; exec sleep 1000"]
"""

    def setUp(self):
        # The folder is not known before the stage is made, and it is the app's home.
        self.more = self.more.replace("{folder}", "$HOME")
        super().setUp()

    def test_an_app_that_ends_is_started_again(self):
        def starts():
            try:
                with open(f"{self.stage.folder}/starts", encoding="utf-8") as file:
                    return len(file.readlines())
            except FileNotFoundError:
                return 0
        until(lambda: starts() == 1, "the app")
        until(lambda: subprocess.run(
            ["pkill", "-P", str(self.stage.process.pid), "sleep"], check=False).returncode == 0,
            "the app to be killed")
        until(lambda: starts() == 2, "the app again")

    def test_it_takes_its_apps_along_when_it_is_told_to_end(self):
        def clocks():
            return subprocess.run(
                ["pgrep", "-P", str(self.stage.process.pid)], check=False, capture_output=True,
                text=True).stdout.split()
        clock, = until(clocks, "the app")
        self.stage.process.terminate()
        self.assertEqual(self.stage.process.wait(PATIENCE), 0)
        until(lambda: not os.path.exists(f"/proc/{clock}") or self.is_zombie(clock), "the app's end")

    @staticmethod
    def is_zombie(process):
        with open(f"/proc/{process}/stat", encoding="utf-8") as file:
            return file.read().rpartition(")")[2].split()[0] == "Z"


class Starts(unittest.TestCase):
    def start(self, *words, **environment):
        program = os.path.join(os.path.dirname(binary()), "popover-stage")
        return subprocess.run(
            [program, *words], check=False, capture_output=True, text=True, timeout=PATIENCE,
            env={"PATH": os.environ["PATH"], "XDG_RUNTIME_DIR": "/nowhere", **environment})

    def test_what_is_wrong_is_named(self):
        unknown = self.start("--size")
        self.assertEqual(
            (unknown.returncode, unknown.stderr),
            (64, "popover-stage: unknown option --size; see popover-stage --help\n"))
        missing = self.start("/nowhere/stage.toml")
        self.assertEqual(
            (missing.returncode, missing.stderr),
            (78, "/nowhere/stage.toml: cannot open the file: No such file or directory\n"))
        headless = self.start(WLR_BACKENDS="nonsense")
        self.assertEqual(headless.returncode, 69)
        self.assertIn("popover-stage: no outputs and devices can be opened\n", headless.stderr)
        homeless = self.start(WLR_BACKENDS="headless", WLR_RENDERER="pixman", WLR_LIBINPUT_NO_DEVICES="1")
        self.assertEqual(homeless.returncode, 69)
        self.assertIn(
            "popover-stage: its socket cannot be made in $XDG_RUNTIME_DIR\n", homeless.stderr)

    def test_the_guides_configuration_is_valid(self):
        guide = (ROOT / "docs" / "how-to" / "stage.md").read_text(encoding="utf-8")
        with tempfile.NamedTemporaryFile("w", suffix=".toml") as file:
            file.write(guide.split("```toml\n")[1].split("```")[0])
            file.flush()
            checked = self.start("--check", file.name)
        self.assertEqual((checked.returncode, checked.stdout), (0, "the configuration is valid\n"))

    def test_the_shipped_configuration_has_every_option_and_is_valid(self):
        with open(ROOT / "config" / "stage.toml", encoding="utf-8") as file:
            shipped = file.read()
        self.assertEqual(self.start("--defaults").stdout, shipped)
        checked = self.start("--check", str(ROOT / "config" / "stage.toml"))
        self.assertEqual((checked.returncode, checked.stdout), (0, "the configuration is valid\n"))


if __name__ == "__main__":
    unittest.main()
