# SPDX-License-Identifier: MIT
"""A page in Chromium moves and dims as the daemon says."""

import base64
import unittest

from support.browser import Browser, Site
from support.frames import Frame
from support.web_daemon import WebDaemon

METHODS = ["surface.set", "source.set", "source.remove", "popover.open", "popover.update",
           "popover.close", "alert.raise", "alert.answer"]
PAPER = ("void page.request('alert.raise', { title: 'The paper is out', severity: 'warning',"
         " buttons: [{ id: 'ok', label: 'OK' }] })")


def is_dimmed(frame):
    """Whether the page's background, 242, 243 and 247, is darker by the scrim."""
    return all(abs(part - 0.7 * whole) < 2 for part, whole in zip(frame.color(40, 700), (242, 243, 247)))


class MotionTests(WebDaemon):
    @classmethod
    def setUpClass(cls):
        cls.browser = Browser()
        cls.addClassCleanup(cls.browser.close)
        cls.site = Site()
        cls.addClassCleanup(cls.site.close)

    def visit(self, reduced=False):
        self.origins = [self.site.origin]
        self.start(
            # Nothing that moves ends by itself while it is looked at.
            extra="[timing]\ncloseMs = 10000\nanimationMs = 5000\n"
                  f"[appearance]\nreducedMotion = {str(reduced).lower()}\n",
            methods=METHODS, roles=["app", "shell"])
        self.addCleanup(self.browser.visit, "about:blank")
        self.browser.size(1280, 800)
        token = self.token()
        self.listening()
        self.browser.visit(f"{self.site.origin}/motion.html?port={self.port}&token={token}")
        self.value("page.ready.then(() => true)")

    def value(self, expression):
        return self.browser.value(expression)

    def box(self):
        return self.value("order.getBoundingClientRect().toJSON()")

    def frame(self):
        shot = self.browser.ask("GET", f"{self.browser.session}/screenshot")
        return Frame(base64.b64decode(shot))

    def test_a_popover_grows_out_of_its_arrow_and_is_resized(self):
        self.visit()
        self.value("show()")
        self.assertEqual(self.value("hold()"), 1)
        whole, box = self.value("shown.frame"), self.box()
        # Halfway of an easing out is beyond the half of the way.
        self.assertTrue(whole["width"] / 2 < box["width"] < whole["width"], box)
        tip = self.value("shown.arrow")
        self.assertLess(abs(box["y"] - tip["y"]), whole["y"] - tip["y"])
        self.frame().keep("web-1-appears")
        self.value("go()")
        self.assertEqual(self.box()["width"], 320)
        self.value("void shown.update({ size: { width: 480, height: 400 } })")
        self.until(lambda: self.value("hold()"), "the resize")
        box = self.box()
        # Halfway of an easing in and out is half of the way.
        self.assertAlmostEqual(box["width"], 400, delta=2)
        self.assertAlmostEqual(box["height"], 300, delta=2)
        # Its arrow stays on the source.
        arrow = self.value("getComputedStyle(order).getPropertyValue('--popover-arrow-x')")
        self.assertAlmostEqual(box["x"] + float(arrow.removesuffix("px")), tip["x"], delta=2)
        self.frame().keep("web-2-resizes")
        self.value("go()")
        box = self.box()
        self.assertEqual((box["width"], box["height"]), (480, 400))

    def test_it_disappears_before_the_daemon_is_told(self):
        self.visit()
        self.value("show()")
        self.value("go()")
        self.value("void page.open({ behavior: 'menu', element: alert, anchor: basket,"
                   " size: { width: 320, height: 200 } })")
        self.until(lambda: self.value("hold()"), "the end")
        self.assertTrue(0 < self.box()["width"] < 320)
        self.assertEqual(len(self.client().call(1, "status", {})["result"]["waiting"]), 1)
        self.value("go()")
        self.until(lambda: not self.value("order.matches(':popover-open')"), "the end")
        self.until(lambda: self.value("alert.matches(':popover-open')"), "the next")

    def test_what_is_behind_is_dimmed_and_blurred(self):
        self.visit()
        self.value("show({ modal: true, title: 'Order' })")
        self.value("go()")
        self.assertTrue(is_dimmed(self.frame()))
        self.assertEqual(self.value("order.dataset.popoverMaterial"), "translucent")
        self.assertIn("blur", self.value("getComputedStyle(order).backdropFilter"))
        self.value("shown.update({ modal: false })")
        self.assertEqual(self.frame().color(40, 700), (242, 243, 247))
        self.value(PAPER)
        self.until(lambda: self.value("alert.matches(':popover-open')"), "the alert")
        self.assertTrue(self.value("hold()"))
        halfway = self.frame()
        self.assertTrue(175 < halfway.color(40, 700)[0] < 240, halfway.color(40, 700))
        box = self.value("alert.getBoundingClientRect().toJSON()")
        self.assertTrue(0 < box["width"] < 320, box)
        self.assertEqual((box["x"] + box["width"] / 2, box["y"] + box["height"] / 2), (640, 400))
        halfway.keep("web-3-dims")
        self.value("go()")
        dimmed = self.frame()
        self.assertTrue(is_dimmed(dimmed))
        x, y = self.value("[alert.offsetLeft + 200, alert.offsetTop + 70]")
        self.assertEqual(dimmed.color(x, y), (255, 255, 255))
        # The popover below it is dimmed like the rest.
        x, y = self.value("[order.offsetLeft + 200, order.offsetTop + 120]")
        self.assertLess(max(dimmed.color(x, y)), 180)
        dimmed.keep("web-4-alert")
        self.value("page.request('alert.answer', { alert: 'a1', button: 'ok' })")
        self.assertEqual(self.value("scrims().length"), 0)

    def test_nothing_moves_with_reduced_motion(self):
        self.visit(reduced=True)
        self.value("show({ modal: true, title: 'Order' })")
        self.assertEqual(self.value("running()"), 0)
        self.assertEqual(self.box()["width"], 320)
        self.value("shown.update({ size: { width: 480, height: 400 } })")
        self.assertEqual(self.value("running()"), 0)
        self.assertEqual(self.box()["width"], 480)
        self.assertTrue(is_dimmed(self.frame()))
        self.value("shown.close()")
        self.assertEqual(self.value("scrims().length"), 0)
        self.value(PAPER)
        self.until(lambda: self.value("alert.matches(':popover-open')"), "the alert")
        self.assertEqual(self.value("running()"), 0)
        self.assertEqual(self.value("alert.getBoundingClientRect().width"), 320)


if __name__ == "__main__":
    unittest.main()
