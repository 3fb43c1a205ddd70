# SPDX-License-Identifier: MIT
"""The end of a session clears the browser, by its extension: nothing typed or visited is left."""

import os
import pathlib
import time
import unittest

from support.daemon import PATIENCE
from support.wayland_screen import until

from stage_case import color
from test_extension import PAGE
from test_extension_forms import Browsed, Firefoxed

# In all that people type, visit and store.
WORD = "quokka"
# Where each browser writes it.
PLACES = ("Cookies", "History", "Web Data", "Cache_Data", "Session_", "Session Storage", "Local Storage",
          "IndexedDB", "CacheStorage")
PLACES_IN_FIREFOX = ("ls/data.sqlite", "idb/", "caches.sqlite", "morgue", "sessionstore-backups")


class Visits(Browsed):
    """A person visits a page and leaves traces."""

    page = "start/visit.html"
    places = PLACES

    def setUp(self):
        super().setUp()
        self.hall = self.peer("hall", ("shell",))

    @staticmethod
    def window(address):
        return ["--kiosk", address]

    def folder(self):
        return pathlib.Path(self.browser.profile)

    def visit(self):
        """Goes to a page that stores what it can, and types."""
        self.value(f"location.href = '/{WORD}/visit.html'")
        self.until_value(f"/{WORD}/visit.html", "document.readyState === 'complete' && location.pathname")
        self.assertTrue(self.value("leaveTraces()"))
        self.type("city", WORD + "typed")
        self.tap_on("send")
        self.until_value(f"?city={WORD}typed", "document.readyState === 'complete' && location.search")

    def end(self):
        self.hall.call("session.end")
        self.until_start()

    def until_start(self):
        self.until_value("/start/visit.html", "document.readyState === 'complete' && location.pathname")

    def traces(self):
        """The files of the profile with the word, in their names or contents."""
        wanted = [WORD.encode(), WORD.encode("utf-16-le")]
        found = []
        for folder, _, files in os.walk(self.folder()):
            for path in (os.path.join(folder, name) for name in files):
                try:
                    data = pathlib.Path(path).read_bytes().lower()
                except OSError:
                    # It is no file, or has gone meanwhile.
                    data = b""
                if WORD in path or any(word in data for word in wanted):
                    found.append(path)
        return found

    def until_stored(self):
        """Waits until all traces are on the disk, where the test would see them: Firefox writes some rarely."""
        until(lambda: not self.missing(), f"traces in {self.places}", 4 * PATIENCE)

    def missing(self):
        traces = self.traces()
        return [place for place in self.places if not any(place in name for name in traces)]

    def until_clear(self):
        deadline = time.monotonic() + PATIENCE
        while traces := self.traces():
            self.assertLess(time.monotonic(), deadline, traces)
            time.sleep(0.2)

    def until_only_start(self):
        until(lambda: self.browser.addresses() == [f"{self.site.origin}/{self.page}"], "only the start page")


class Sessions(Visits):
    def test_nothing_of_it_is_left_in_the_profile(self):
        self.visit()
        self.until_stored()
        self.end()
        stored = "[document.cookie, localStorage.length, sessionStorage.length, city.value]"
        self.assertEqual(self.value(stored), ["", 0, 0, ""])
        self.until_clear()

    def test_nobody_goes_back_to_its_pages(self):
        self.visit()
        self.end()
        self.until_value(1, "history.length")

    def test_its_page_is_not_seen_after_it_has_ended(self):
        self.visit()
        self.value("document.body.style.background = '#c81e64'")
        self.until_color("c81e64", 990, 690)
        self.hall.call("session.end")
        until(lambda: self.color_at(990, 690) != color("c81e64"), "a cover")
        seen = []

        def is_start():
            seen.append(self.color_at(990, 690))
            return seen[-1] == color(PAGE)
        until(is_start, "the start page")
        self.assertNotIn(color("c81e64"), seen)

    def test_a_page_cannot_ask_whether_people_want_to_leave_it(self):
        self.visit()
        self.value("addEventListener('beforeunload', (event) => event.preventDefault())")
        self.type("city", "1")
        self.end()

    def test_a_page_that_hangs_is_closed(self):
        self.visit()
        self.value("setTimeout(() => { for (;;); })")
        self.hall.call("session.end")
        self.until_only_start()

    def test_other_pages_are_closed(self):
        self.visit()
        self.value("document.body.insertAdjacentHTML('beforeend', '<button id=more>More</button>')")
        self.value("more.addEventListener('click', () => open(`/${name}/strange.html`, '', 'popup'))")
        self.tap_on("more")
        until(lambda: len(self.browser.addresses()) == 2, "a popup")
        self.hall.call("session.end")
        self.until_only_start()




class Crash(Visits):
    """The session ends while the browser is away. Firefox forgets an extension that nobody has signed."""

    def test_it_is_cleared_when_it_is_back(self):
        self.visit()
        self.until_stored()
        self.browser.kill()
        self.hall.call("session.end")
        self.browser.start()
        self.browser.attach()
        self.until_clear()


class InFirefox(Firefoxed, Sessions):
    """The same in Firefox."""

    places = PLACES_IN_FIREFOX
    preferences = {
        "browser.cache.disk.enable": False, "network.cookie.noPersistentStorage": True,
        "places.history.enabled": False, "browser.formfill.enable": False,
        "browser.sessionstore.resume_from_crash": False, "browser.sessionstore.privacy_level": 2,
        "signon.rememberSignons": False, "extensions.background.idle.timeout": 1000}

    def folder(self):
        return pathlib.Path(self.browser.folder)


if __name__ == "__main__":
    unittest.main()
