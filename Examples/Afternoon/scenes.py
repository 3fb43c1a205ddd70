# SPDX-License-Identifier: MIT
"""The afternoon's first half: menus, taps and half-typed work."""

from geometry import center, facing_point, is_inside, overlap, rect

LANDSCAPE = rect(0, 0, 1280, 800)
MENU = rect(40, 40, 120, 48)
PAY = rect(1040, 40, 160, 48)
# Nothing but the shop's page is here.
ELSEWHERE = (500, 640)

NAME = "Ada Lovelace"
STREET = "12 Thornbury Lane"
PHONE = "0171 5550142"
CARD = "5555 3412 4444 1117"
SECURITY_CODE = "cvc 73"


def claim_placed(stage, placed, control, room=LANDSCAPE):
    """A popover points at its control, covers it nowhere, and is wholly on the display."""
    frame, claim = placed["frame"], stage.timeline.claim
    claim("the arrow's tip is on the middle of the control's edge",
          placed["arrow"], facing_point(control, placed["side"]))
    claim("it covers no part of its control", overlap(frame, control), False)
    claim("it is wholly on the display", is_inside(frame, room))


def claim_only(stage, app):
    """There is one popover, and it is this app's."""
    claim = f"status: the one popover on the display is {app}'s"
    stage.timeline.claim(claim, [each["app"] for each in stage.status()["popovers"]], [app])


def claim_none(stage):
    stage.timeline.claim("status: no popover is on the display", stage.status()["popovers"], [])


def claim_form(stage, wanted, claim):
    """What the payment's form holds when it comes up."""
    stage.timeline.claim(claim, stage.timeline.wait("payment", "filled")["form"], wanted)


def opening(stage):
    timeline = stage.timeline
    timeline.scene("A menu opens below its control")
    stage.tap(center(MENU), "shop")
    opened = timeline.wait("shop", "opened", what="menu")
    timeline.claim("the control is where the shop's page has it", opened["control"], MENU)
    timeline.claim("the menu is below its control", opened["grant"]["side"], "bottom")
    claim_placed(stage, opened["grant"], MENU)
    claim_only(stage, "shop")
    timeline.claim("status: it is where the shop was told",
                   stage.status()["popovers"][0]["frame"], opened["grant"]["frame"])
    stage.picture("a-menu")


def one_tap_switches(stage):
    timeline = stage.timeline
    timeline.scene("One tap replaces the menu, in another process and back")
    tapped = stage.tap(center(PAY), "payment")
    closed = timeline.wait("shop", "closed")
    timeline.wait("payment", "activated", source="pay")
    opened = timeline.wait("payment", "opened")
    timeline.claim("the shield kept the tap from what is under it", tapped["swallowed"])
    timeline.claim("it closed the menu", (tapped["verdict"], closed["reason"]),
                   ("dismissed", "outside-tap"))
    timeline.claim("the same tap was handed to the control of another process, once",
                   timeline.count("payment", "activated"), 1)
    claim_placed(stage, opened["grant"], PAY)
    claim_only(stage, "payment")
    stage.picture("replaced-with-one-tap")

    tapped = stage.bare_tap(center(MENU), "shop")
    touched = timeline.wait("shop", "touched")
    timeline.wait("payment", "closed", reason="outside-tap")
    timeline.wait("shop", "opened", what="menu")
    timeline.claim("without a shield the control's own client is told to act on its tap",
                   (touched["verdict"], touched["deliver"]), ("dismissed", True))
    timeline.claim("and nobody else who saw it", tapped["deliver"], False)
    timeline.wait("popoverd", "popover.opened", app="shop")
    timeline.claim("two saw the tap, and it counted once", timeline.count("popoverd", "tap"), 1)
    claim_only(stage, "shop")


def own_control(stage):
    timeline = stage.timeline
    timeline.scene("A tap on the own control closes, and does not reopen")
    stage.tap(center(MENU), "shop")
    timeline.wait("shop", "closed", reason="source-tap")
    claim_none(stage)
    timeline.claim("the tap was handed to nobody", timeline.count("shop", "activated"), 0)

    stage.tap(center(MENU), "shop")
    timeline.wait("shop", "opened", what="menu")
    stage.bare_tap(center(MENU), "shop", "hasty-touch")
    refused = timeline.wait("shop", "refused", what="menu")
    timeline.wait("shop", "closed", reason="source-tap")
    timeline.claim("a page that opens at every touch does not undo it either",
                   refused["reason"], "toggled")
    claim_none(stage)
    stage.picture("closed-by-its-own-control")

    stage.tap(center(MENU), "shop")
    timeline.wait("shop", "opened", what="menu")
    stage.tell("shop", "choose Lemon tree")
    chosen = timeline.wait("shop", "chosen")
    timeline.wait("shop", "closed", reason="choice")
    timeline.claim("the next tap opens it again, and a choice closes it", chosen["closes"])


def half_typed_work(stage):
    timeline = stage.timeline
    timeline.scene("Half-typed text comes back")
    stage.tap(center(PAY), "payment")
    claim_form(stage, {}, "the form is empty at first")
    stage.type("name", NAME)
    stage.type("street", STREET)
    timeline.claim("nobody but the payment knows what was typed", stage.files_with(STREET), [])

    stage.tap(ELSEWHERE, "shop")
    closed = timeline.wait("payment", "closed")
    timeline.claim("a tap elsewhere closes the form, and its draft is saved",
                   (closed["reason"], closed["draft"]), ("outside-tap", "saved"))
    timeline.claim("`saved` is said when it is on the disk", stage.files_with(STREET) != [])

    stage.tap(center(PAY), "payment")
    claim_form(stage, {"name": NAME, "street": STREET}, "reopened, the form has all of it")
    stage.picture("a-draft-comes-back")

    stage.type("phone", PHONE)
    stage.tell("shop", "help-key")
    timeline.wait("shop", "opened", what="help")
    closed = timeline.wait("payment", "closed")
    timeline.claim("the hardware's help key replaces the form, and its draft is saved",
                   (closed["reason"], closed["draft"]), ("replaced", "saved"))
    claim_only(stage, "shop")
    stage.tap(center(PAY), "payment")
    claim_form(stage, {"name": NAME, "street": STREET, "phone": PHONE},
               "one tap closes the help and brings the form back, with all of it")


def killed_client(stage):
    timeline = stage.timeline
    timeline.scene("The payment is killed")
    stage.type("card", CARD)
    stage.tell("payment", "next-field")
    handed = timeline.wait("payment", "handed-over")
    timeline.claim("what was handed over is on the disk", handed["durable"])
    stage.type("code", SECURITY_CODE)

    stage.kill("payment")
    closed = timeline.wait("popoverd", "popover.closed", app="payment")
    timeline.claim("its popover is closed", closed["reason"], "client-gone")
    claim_none(stage)

    stage.start("payment")
    stage.tap(center(PAY), "payment")
    claim_form(stage, {"name": NAME, "street": STREET, "phone": PHONE, "card": CARD},
               "started again, its form has what was handed over, and only that")


def killed_daemon(stage):
    timeline = stage.timeline
    timeline.scene("popoverd itself is killed")
    clients = ["shop", "payment", "kiosk-shell", "touchscreen", "watcher"]
    stage.kill_daemon()
    stage.start_daemon()
    for client in clients:
        timeline.wait(client, "joined")
    timeline.claim("everyone has found it again", True)
    sources = sorted(each["source"] for each in stage.status()["sources"])
    timeline.claim("and has registered its controls",
                   sources, ["categories", "filter", "menu", "pay"])
    claim_none(stage)
    stage.tap(center(PAY), "payment")
    claim_form(stage, {"name": NAME, "street": STREET, "phone": PHONE, "card": CARD},
               "the draft has outlived it")
    stage.picture("after-kill-9")
