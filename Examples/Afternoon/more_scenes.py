# SPDX-License-Identifier: MIT
"""The afternoon's second half: what lies above, what stays, rotation, and the end."""

import os

from geometry import center, overlap, rect
from scenes import (
    CARD, ELSEWHERE, LANDSCAPE, MENU, NAME, PAY, PHONE, SECURITY_CODE, STREET, claim_form,
    claim_none, claim_only, claim_placed)

PORTRAIT = rect(0, 0, 800, 1280)
COMPACT = rect(0, 0, 400, 800)
CATEGORIES = rect(200, 40, 150, 48)
FILTER = rect(640, 40, 120, 48)
# A key of the on-screen keyboard.
KEY = (300, 700)
# Nothing but the shop's page is here on a compact display, also with a sheet above a keyboard.
ABOVE = (200, 150)
LAST_NAME = "Grace Hopper"
LAST_CARD = "4000 7788 9900 2226"
# What people entered in the filter that stays as a panel.
LIGHT = "half shade, 40 cm"
SECRETS = [NAME, STREET, PHONE, CARD, SECURITY_CODE, LAST_NAME, LAST_CARD, LIGHT]


def form_id(stage):
    """The popover of the payment, as the status has it."""
    return [each["popover"] for each in stage.status()["popovers"] if each["app"] == "payment"]


def critical_alert(stage):
    timeline = stage.timeline
    timeline.scene("A critical alert above a popover")
    form = form_id(stage)
    stage.tell("printer", "paper-out")
    shown = timeline.wait("kiosk-shell", "alert")
    alert = shown["alert"]
    middle = center(alert["frame"])
    timeline.claim("the shell renders the printer's alert", alert["severity"], "critical")
    timeline.claim("in the middle of the display", middle, center(LANDSCAPE))
    timeline.claim("status: the form stays on the display below it", form_id(stage), form)
    stage.picture("an-alert-above-a-popover")

    tapped = stage.tap(ELSEWHERE, "shop")
    timeline.claim("a tap beside it is kept from everyone",
                   (tapped["verdict"], tapped["deliver"]), ("swallowed", False))
    tapped = stage.tap(center(PAY), "payment")
    timeline.claim("so is one on a control", tapped["verdict"], "swallowed")
    timeline.claim("and the form stays", form_id(stage), form)

    tapped = stage.tap(shown["middles"]["refilled"], "kiosk-shell")
    timeline.claim("a tap on its button reaches the shell",
                   (tapped["verdict"], tapped["deliver"]), ("inside", True))
    answered = timeline.wait("printer", "answered")
    timeline.claim("the printer, which has waited, has its answer",
                   answered["button"], "refilled")
    scene = stage.status()
    timeline.claim("status: the alert is gone", scene["alerts"], [])
    timeline.claim("status: the form is there as before",
                   [each["popover"] for each in scene["popovers"]], form)


def modal_task(stage):
    timeline = stage.timeline
    timeline.scene("A modal task stays until it is done")
    form = form_id(stage)
    stage.tell("payment", "charge")
    timeline.wait("payment", "charging")
    for place, words in [(ELSEWHERE, "a tap elsewhere"), (center(PAY), "one on its control"),
                         (center(MENU), "one on another's control")]:
        tapped = stage.tap(place)
        timeline.wait("payment", "nudged")
        timeline.claim(f"{words} closes nothing, and nudges", tapped["verdict"], "swallowed")
    stage.tell("shop", "help-key")
    refused = timeline.wait("shop", "refused", what="help")
    timeline.claim("nobody may replace it", refused["reason"], "modal-active")
    timeline.claim("status: the form is there as before", form_id(stage), form)
    stage.picture("a-modal-task")

    stage.tell("payment", "done")
    timeline.wait("payment", "closed", reason="done")
    claim_none(stage)
    stage.tap(center(PAY), "payment")
    claim_form(stage, {}, "a done draft is consumed: the form is empty again")


def keyboard(stage):
    timeline = stage.timeline
    timeline.scene("The on-screen keyboard moves a popover, and a tap on it passes")
    before = stage.status()["popovers"][0]
    stage.type("phone", PHONE)
    stage.tell("kiosk-shell", "show-keyboard")
    slid = timeline.wait("kiosk-shell", "keyboard")
    moved = timeline.wait("payment", "moved")
    timeline.claim("the form has moved out of the keyboard's way",
                   overlap(moved["frame"], slid["rect"]), False)
    timeline.claim("at its full size", (moved["frame"]["width"], moved["frame"]["height"]),
                   (before["frame"]["width"], before["frame"]["height"]))
    claim_placed(stage, moved, PAY)
    stage.picture("the-keyboard")

    tapped = stage.tap(KEY, "kiosk-shell")
    timeline.claim("a tap on the keyboard passes", tapped["verdict"], "passed")
    typed = timeline.wait("payment", "typed")
    timeline.claim("its key goes into the form, from one process to the other",
                   typed["form"]["phone"], PHONE + "7")
    timeline.claim("and the form stays", form_id(stage), [before["popover"]])

    stage.tell("printer", "paper-jam")
    shown = timeline.wait("kiosk-shell", "alert")
    frame = shown["alert"]["frame"]
    timeline.claim("an alert with a long message is as large as it asks for",
                   (frame["width"], frame["height"]), (400, 280))
    timeline.claim("and lies above the keyboard", overlap(frame, slid["rect"]), False)
    stage.picture("an-alert-above-the-keyboard")
    stage.tap(shown["middles"]["done"], "kiosk-shell")
    timeline.wait("printer", "answered")

    stage.tell("kiosk-shell", "hide-keyboard")
    moved = timeline.wait("payment", "moved")
    timeline.claim("without the keyboard it is back where it was",
                   moved["frame"], before["frame"])
    stage.tap(ELSEWHERE, "shop")
    closed = timeline.wait("payment", "closed", reason="outside-tap")
    timeline.claim("its draft is saved", closed["draft"], "saved")


def turn(stage, room):
    """Turns the display; returns when both pages have fitted themselves to it."""
    size = [room["width"], room["height"]]
    stage.tell("kiosk-shell", f"turn {size[0]} {size[1]}")
    for page in ["shop", "payment"]:
        stage.timeline.wait(page, "laid-out", size=size)


def rotation(stage):
    timeline = stage.timeline
    timeline.scene("The display is turned")
    stage.tap(center(CATEGORIES), "shop")
    refused = timeline.wait("shop", "refused", what="categories")
    timeline.claim("in landscape the split view's pane needs no popover",
                   refused["reason"], "policy")
    stage.tap(center(FILTER), "shop")
    opened = timeline.wait("shop", "opened", what="filter")
    stage.picture("landscape")

    turn(stage, PORTRAIT)
    moved = timeline.wait("shop", "moved")
    timeline.claim("turned into portrait, it is the same popover",
                   moved["popover"], opened["popover"])
    claim_placed(stage, moved, FILTER, PORTRAIT)
    claim_only(stage, "shop")
    stage.picture("portrait")

    stage.tap(center(CATEGORIES), "shop")
    opened = timeline.wait("shop", "opened", what="categories")
    timeline.claim("in portrait the pane shows in a popover, which has a title",
                   stage.status()["popovers"][0]["title"], "Categories")
    claim_placed(stage, opened["grant"], CATEGORIES, PORTRAIT)
    stage.picture("a-split-views-pane")
    turn(stage, LANDSCAPE)
    timeline.wait("shop", "closed", reason="display-changed")
    claim_none(stage)


def compact(stage):
    timeline = stage.timeline
    timeline.scene("On a narrow display a popover is a sheet")
    stage.tap(center(MENU), "shop")
    opened = timeline.wait("shop", "opened", what="menu")
    turn(stage, COMPACT)
    moved = timeline.wait("shop", "moved", presentation="sheet")
    height = opened["grant"]["frame"]["height"]
    timeline.claim("it lies at the bottom, as high as before, without an arrow",
                   (moved["frame"], moved["arrow"]),
                   ({**COMPACT, "y": COMPACT["height"] - height, "height": height}, None))
    stage.picture("a-sheet")
    turn(stage, LANDSCAPE)
    moved = timeline.wait("shop", "moved", presentation="popover")
    timeline.claim("with room again it is the same popover, where it was",
                   (moved["popover"], moved["frame"]),
                   (opened["popover"], opened["grant"]["frame"]))
    claim_placed(stage, moved, MENU)

    turn(stage, COMPACT)
    timeline.wait("shop", "moved", presentation="sheet")
    stage.tell("kiosk-shell", "show-keyboard")
    slid = timeline.wait("kiosk-shell", "keyboard")
    moved = timeline.wait("shop", "moved")
    timeline.claim("the keyboard lifts it, and covers none of it",
                   (overlap(moved["frame"], slid["rect"]), moved["frame"]["height"]),
                   (False, height))
    stage.picture("a-sheet-above-the-keyboard")
    tapped = stage.tap(ABOVE, "shop")
    closed = timeline.wait("shop", "closed")
    timeline.claim("a tap on what it leaves free closes it",
                   (tapped["verdict"], closed["reason"]), ("dismissed", "outside-tap"))
    stage.tell("kiosk-shell", "hide-keyboard")
    timeline.wait("kiosk-shell", "keyboard", rect=None)
    turn(stage, LANDSCAPE)


def panel_work(stage):
    timeline = stage.timeline
    timeline.scene("A panel is asked for its draft, too")
    stage.tap(center(FILTER), "shop")
    timeline.wait("shop", "opened", what="filter")
    stage.tell("shop", "detach")
    detached = timeline.wait("shop", "detached")
    claim_none(stage)
    timeline.claim("status: the filter is a panel now",
                   [each["panel"] for each in stage.status()["panels"]], [detached["panel"]])
    stage.tell("shop", f"adjust light {LIGHT}")
    adjusted = timeline.wait("shop", "adjusted")
    stage.picture("a-panel")
    stage.tap(center(FILTER), "shop")
    refused = timeline.wait("shop", "refused", what="filter")
    timeline.claim("its control does not open the same draft twice",
                   refused["reason"], "panel-active")

    timeline.remember()
    stage.popoverctl("session", "lock")
    closed = timeline.wait("shop", "panel-closed")
    timeline.claim("a lock closes the panel, and its draft is saved",
                   (closed["reason"], closed["draft"]), ("administrator", "saved"))
    stage.popoverctl("session", "unlock")
    stage.tap(center(FILTER), "shop")
    restored = timeline.wait("shop", "restored")
    timeline.claim("after it the filter is as it was", restored["work"], adjusted["work"])
    stage.tell("shop", "detach")
    timeline.wait("shop", "detached")


def session_end(stage):
    timeline = stage.timeline
    timeline.scene("The session's end leaves nothing")
    stage.tap(center(PAY), "payment")
    claim_form(stage, {"phone": PHONE + "7"}, "there is a draft from before")
    stage.type("name", LAST_NAME)
    stage.type("card", LAST_CARD)
    stage.tell("payment", "next-field")
    timeline.wait("payment", "handed-over", durable=True)
    stage.type("code", SECURITY_CODE)
    timeline.claim("and more, which is on the disk", stage.files_with(LAST_CARD) != [])

    timeline.remember()
    stage.popoverctl("session", "end")
    closed = timeline.wait("payment", "closed", reason="session-ended")
    timeline.claim("the form is closed, and its draft discarded", closed["draft"], "discarded")
    closed = timeline.wait("shop", "panel-closed", reason="session-ended")
    timeline.claim("so is the panel, and its draft", closed["draft"], "discarded")
    scene = stage.status()
    timeline.claim("status: no popover, alert, view or panel is left",
                   [scene[kind] for kind in ["popovers", "alerts", "views", "panels"]],
                   [[], [], [], []])
    for text in SECRETS:
        timeline.claim(f"no byte of \"{text}\" is in any file of popoverd's",
                       stage.files_with(text), [])
    stage.picture("after-the-session")
    stage.tap(center(PAY), "payment")
    claim_form(stage, {}, "the next customer's form is empty")
    timeline.wait("popoverd", "session.began")
    timeline.claim("whose first touch has begun a session", True)


def recording(stage):
    timeline = stage.timeline
    timeline.scene("All of it can be decided again")
    path = stage.popoverctl("record", "dump").strip()
    replayed = stage.popoverctl("replay", path).splitlines()
    timeline.claim("replayed from its recording, everything is decided as it was",
                   replayed[-1].endswith("events, decided as recorded"), True)
    timeline.claim("from the daemon's start on", replayed[1].startswith("1 +0.000s "), True)
    for text in SECRETS:
        timeline.claim(f"no byte of \"{text}\" is in it", stage.files_with(text), [])


def closing_time(stage):
    timeline = stage.timeline
    timeline.scene("Closing time")
    timeline.claim("popoverd, asked to stop, ends with 0", stage.stop_daemon(), 0)
    socket = stage.environment["POPOVERD_SOCKET"]
    timeline.claim("and takes its socket away", os.path.exists(socket), False)
