# SPDX-License-Identifier: MIT
"""The timeline of the afternoon, which people read and scenes wait for."""

import locale
import os
import sys
import threading
import time

# The timeout of a step, long enough for slow machines.
PATIENCE_SECONDS = 60
# The number of latest events to print after a false claim.
SHOWN_ON_FAILURE = 12

# The watcher's event after which all earlier ones are on the timeline.
CAUGHT_UP = "app.watcher.caught-up"

BOLD, DIM, GREEN, RED, PLAIN = "\033[1m", "\033[2m", "\033[32m", "\033[31m", "\033[0m"


class ClaimFailed(Exception):
    """A claim is false."""

    def __init__(self, claim, wanted, got):
        super().__init__(claim)
        self.claim = claim
        self.wanted = wanted
        self.got = got


class Happening:
    """An event of one of the processes."""

    def __init__(self, who, event, words, facts):
        self.who = who
        self.event = event
        self.words = words
        self.facts = facts

    def __getitem__(self, name):
        return self.facts[name]

    def matches(self, who, event, facts):
        return (self.who == who and self.event == event
                and all(self.facts.get(name) == value for name, value in facts.items()))

    def __str__(self):
        return f"{self.who} {self.event} {self.facts}"


class Timeline:
    """Prints what happens as it happens, lets scenes wait for it, and checks claims.

    Readers of the processes' output call `add`; the scenes' thread calls everything else.
    """

    def __init__(self, output=sys.stdout):
        self.output = output
        self.changed = threading.Condition()
        self.happenings = []
        self.mark = 0
        self.ended = None
        self.expected_ends = set()
        self.claims = 0
        self.scenes = 0
        self.start = time.monotonic()
        self.has_color = output.isatty() and "NO_COLOR" not in os.environ
        is_utf8 = locale.nl_langinfo(locale.CODESET).upper().replace("-", "") == "UTF8"
        self.tick, self.cross = ("\u2713", "\u2717") if is_utf8 else ("ok:", "NOT SO:")
        output.reconfigure(errors="replace")

    # Printing

    def paint(self, color, text):
        return f"{color}{text}{PLAIN}" if self.has_color else text

    def print(self, text=""):
        with self.changed:
            print(text, file=self.output, flush=True)

    def line(self, who, words):
        """Prints time, process and action."""
        elapsed = time.monotonic() - self.start
        self.print(f"  {self.paint(DIM, f'{elapsed:7.3f} s')}  {who:<12} {words}")

    def scene(self, title):
        self.scenes += 1
        self.print()
        self.print(self.paint(BOLD, f"{self.scenes}. {title}"))

    # Happenings

    def add(self, who, event, words, facts):
        with self.changed:
            if words:
                self.line(who, words)
            self.happenings.append(Happening(who, event, words, facts))
            self.changed.notify_all()

    def end(self, who, status):
        """Records the end of a process; waiting for it fails then, unless the end was intended."""
        with self.changed:
            self.happenings.append(Happening(who, "ended", "", {"status": status}))
            if who in self.expected_ends:
                self.expected_ends.discard(who)
            else:
                self.ended = f"{who} ended with status {status}"
            self.changed.notify_all()

    def expect_end(self, who):
        with self.changed:
            self.expected_ends.add(who)

    def remember(self):
        """Makes later waits ignore events before this moment."""
        with self.changed:
            self.mark = len(self.happenings)

    def wait(self, who, event, **facts):
        """Waits for something that has happened since the latest moment remembered."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        wanted = f"{who} says {event!r} {facts or ''}".rstrip()
        with self.changed:
            position = self.mark
            while True:
                for happening in self.happenings[position:]:
                    if happening.matches(who, event, facts):
                        return happening
                position = len(self.happenings)
                if self.ended:
                    raise ClaimFailed("everyone is there", wanted, self.ended)
                if not self.changed.wait(deadline - time.monotonic()):
                    latest = [str(each) for each in self.happenings[-SHOWN_ON_FAILURE:]]
                    raise ClaimFailed(
                        f"it happens within {PATIENCE_SECONDS} s", wanted,
                        "\n".join(["nothing of the kind; the latest were", *latest]))

    def count(self, who, event, **facts):
        """How often that has happened since the latest moment remembered."""
        with self.changed:
            return sum(each.matches(who, event, facts)
                       for each in self.happenings[self.mark:])

    # Claims

    def claim(self, claim, got, wanted=True):
        """Prints a claim that was checked."""
        if got != wanted:
            raise ClaimFailed(claim, wanted, got)
        self.claims += 1
        self.print(f"  {self.paint(GREEN, self.tick)} {claim}")

    def failure(self, failed):
        """Prints a false claim with the expected and actual value."""
        self.print(f"  {self.paint(RED, self.cross)} {failed.claim}")
        self.print(f"      expected: {failed.wanted}")
        self.print(f"      but got:  {failed.got}")
