# SPDX-License-Identifier: MIT
"""The rules hold for what people see on popover-stage: judged by the pixels of screenshots."""

import json
import os
import signal
import subprocess
import unittest

from support.daemon import PATIENCE
from support.daemon_case import rect
from support.wayland_screen import Window, until
from support.x11_screen import needed

from stage_case import ALERT, CAFE, ELSEWHERE, HEIGHT, OTHER, SHOP, WIDTH, WORK, OnStage, center, color


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


if __name__ == "__main__":
    unittest.main()
