# SPDX-License-Identifier: MIT
"""Late in the afternoon: a full basket, popovers that nobody asked for, a program that hangs."""

from geometry import center
from more_scenes import CATEGORIES, FILTER, PORTRAIT, form_id, turn
from scenes import (
    ELSEWHERE, LANDSCAPE, MENU, PAY, claim_form, claim_none, claim_only, claim_placed)

PLANT = "Fig tree"
GUEST = "Mary Somerville"
TOWN = "Jedburgh"
# Long enough for slow machines, and short enough for people who watch.
IDLE = """
[[plugin]]
name = "idle"
idleAfterMs = 4000
options = { warnMs = 5000 }
"""
HASTY = """
[timing]
pingMs = 1000
closeMs = 1000
"""
# From the left edge of the shop's page, and back.
FROM_EDGE = (4, 700), (240, 706)
BACK = (600, 700), (360, 706)


def full_basket(stage):
    timeline = stage.timeline
    timeline.scene("Nobody touches a full basket")
    with stage.configured(IDLE):
        stage.tap(ELSEWHERE, "shop")
        timeline.wait("payment", "closed")
        stage.tap(center(MENU), "shop")
        timeline.wait("shop", "opened", what="menu")
        stage.tell("shop", f"choose {PLANT}")
        chosen = timeline.wait("shop", "chosen")
        timeline.claim("the basket is in the shop", chosen["basket"], [PLANT])
        claim_none(stage)

        shown = timeline.wait("kiosk-shell", "alert")
        timeline.claim("after a while people are asked whether they are there",
                       shown["alert"]["title"], "Are you still there?")
        timeline.claim("with a countdown", shown["alert"]["timeout"], 5)
        tapped = stage.tap(ELSEWHERE, "shop")
        timeline.wait("kiosk-shell", "alert-gone")
        timeline.claim("a tap anywhere stops it, and does nothing else",
                       tapped["verdict"], "swallowed")

        timeline.wait("kiosk-shell", "alert")
        stage.picture("are-you-still-there")
        timeline.wait("popoverd", "session.ended")
        timeline.claim("nobody answers the next one: the session has ended", True)
        timeline.claim("and the basket is empty",
                       timeline.wait("shop", "emptied")["basket"], [])


def asked(stage):
    timeline = stage.timeline
    timeline.scene("On a display that opens what people ask for")
    stage.tell("kiosk-shell", "opens asked")
    timeline.wait("kiosk-shell", "opens")
    stage.tell("shop", "offer")
    refused = timeline.wait("shop", "refused", what="offer")
    timeline.claim("an offer that nobody asked for is refused", refused["reason"], "unasked")
    claim_none(stage)
    stage.tap(center(MENU), "shop")
    timeline.wait("shop", "opened", what="menu")
    timeline.claim("a tap on a control is asking", True)
    claim_only(stage, "shop")
    stage.tap(ELSEWHERE, "shop")
    timeline.wait("shop", "closed", reason="outside-tap")


def hint(stage):
    timeline = stage.timeline
    timeline.scene("A finger rests on a control, and a hint explains it")
    stage.tell("touchscreen", "hold {} {}".format(*center(FILTER)))
    timeline.wait("touchscreen", "held")
    stage.tell("shop", "hint")
    opened = timeline.wait("shop", "opened", what="hint")
    claim_placed(stage, opened["grant"], FILTER)
    timeline.claim("status: it is no popover that taps have to close",
                   [each["shield"] for each in stage.status()["displays"]], [False])
    stage.picture("a-hint")
    stage.tell("touchscreen", "lift")
    closed = timeline.wait("shop", "closed")
    timeline.claim("it goes when the finger lifts", closed["reason"], "released")


def swipe(stage):
    timeline = stage.timeline
    timeline.scene("A swipe from the edge reveals the split view's pane")
    turn(stage, PORTRAIT)
    swiped = stage.swipe(*FROM_EDGE)
    timeline.claim("it is no tap on what is there", swiped["verdict"], "swiped")
    timeline.wait("shop", "activated", source="categories")
    opened = timeline.wait("shop", "opened", what="categories")
    claim_placed(stage, opened["grant"], CATEGORIES, PORTRAIT)
    swiped = stage.swipe(*BACK)
    timeline.wait("shop", "closed", reason="outside-tap")
    timeline.claim("a swipe back hides it", swiped["verdict"], "dismissed")
    claim_none(stage)
    turn(stage, LANDSCAPE)
    stage.tell("kiosk-shell", "opens free")
    timeline.wait("kiosk-shell", "opens")


def hung_program(stage):
    timeline = stage.timeline
    timeline.scene("A program that hangs loses its place")
    stage.tap(center(PAY), "payment")
    claim_form(stage, {}, "the form is empty")
    stage.type("name", GUEST)
    stage.tell("payment", "next-field")
    timeline.wait("payment", "handed-over")
    stage.type("town", TOWN)
    stage.tell("payment", "charge")
    timeline.wait("payment", "charging")
    form = form_id(stage)
    with stage.configured(HASTY):
        with stage.hung("payment"):
            tapped = stage.tap(ELSEWHERE, "shop")
            timeline.claim("the payment hangs, with a modal form that no tap closes",
                           (tapped["verdict"], form_id(stage)), ("swallowed", form))
            timeline.wait("popoverd", "client.unresponsive", app="payment")
            closed = timeline.wait("popoverd", "popover.closed", app="payment")
            timeline.claim("it gives no sign of life, and its form is closed",
                           closed["reason"], "unresponsive")
            stage.tap(center(MENU), "shop")
            timeline.wait("shop", "opened", what="menu")
            timeline.claim("people go on with the shop", True)
            claim_only(stage, "shop")
        closed = timeline.wait("payment", "closed")
        timeline.claim("it wakes up, and is told why", closed["reason"], "unresponsive")
        timeline.wait("popoverd", "draft.saved", app="payment")
    stage.tap(center(PAY), "payment")
    claim_form(stage, {"name": GUEST, "town": TOWN},
               "its form has all of the draft, also what it handed over late")
    stage.tell("payment", "done")
    timeline.wait("payment", "closed", reason="done")
