// SPDX-License-Identifier: MIT
import PopoverModel
import PopoverWire

private let popover = Question.PopoverFacts(
    popover: PopoverID(number: 7), behavior: "menu", app: "shop", display: "main", key: "cart",
    title: "Cart", isModal: true)
private let barePopover = Question.PopoverFacts(
    popover: PopoverID(number: 1), behavior: "task", app: "a.b_c-d", display: "d", key: nil,
    title: nil, isModal: false)

/// A question at every hook, with all of its members and with only those that it needs.
let questionSamples: [Question] = [
    .open(
        Question.OpenFacts(
            behavior: "menu", app: "shop", display: "main",
            displaySize: Size(width: 1080, height: 1920), isCompact: false,
            size: Size(width: 320, height: 400.5), key: "cart", title: "Cart", isModal: true)),
    .open(
        Question.OpenFacts(
            behavior: "task", app: "shop", display: "d", displaySize: Size(width: 1, height: 1),
            isCompact: true, size: Size(width: 1, height: 1), key: nil, title: nil,
            isModal: false)),
    .choice(popover, choice: JSONText(validated: Array(#"{"id":[1,null,"é"]}"#.utf8))),
    .choice(barePopover, choice: .null),
    .outsideTap(popover, isKey: false),
    .outsideTap(barePopover, isKey: true),
    .detach(popover),
    .detach(barePopover),
    .disposition(popover, because: .outsideTap, standing: .save),
    .disposition(barePopover, because: .idle, standing: .discard),
    .alert(
        Question.AlertFacts(
            alert: AlertID(number: 3), app: "shop", display: "main", severity: .critical,
            title: "Paper", key: "paper", held: .milliseconds(1500))),
    .alert(
        Question.AlertFacts(
            alert: AlertID(number: 4), app: "shop", display: "main", severity: .info,
            title: "", key: nil, held: .milliseconds(0))),
    .idle(
        Question.IdleFacts(
            display: "main", idle: .milliseconds(60_000), isOccupied: true, language: "de-AT")),
    .idle(Question.IdleFacts(display: "d", idle: .milliseconds(0), isOccupied: false)),
]

private let warning = IdleWarning(
    title: "Still there?", message: "Your order is erased.", button: "Yes",
    timeout: .milliseconds(20_000), then: .endSession)
private let bareWarning = IdleWarning(
    title: "?", message: nil, button: "OK", timeout: IdleWarning.shortestTimeout, then: .close)

/// Every verdict that answers each hook.
let verdictSamples: [(hook: Hook, verdict: Verdict)] = [
    (.open, .abstain),
    (.open, .open(.admit(sides: nil, widthRange: nil))),
    (.open, .open(.admit(sides: [.left, .top], widthRange: 1...16384))),
    (.open, .open(.refuse(reason: .policy, message: "Closed on Sundays"))),
    (.open, .open(.refuse(reason: .notForWarnings, message: "é\n\""))),
    (.open, .open(.replace(behavior: "action-sheet-2"))),
    (.choice, .choice(.close(nil))),
    (.choice, .choice(.close(.save))),
    (.choice, .choice(.stay)),
    (.outsideTap, .outsideTap(.close(.discard))),
    (.outsideTap, .outsideTap(.stay)),
    (.detach, .detach(allowed: true)),
    (.detach, .detach(allowed: false)),
    (.disposition, .disposition(.save)),
    (.disposition, .disposition(.discard)),
    (.alert, .alert(.present(rank: 0))),
    (.alert, .alert(.present(rank: -1000))),
    (.alert, .alert(.present(rank: 1000))),
    (.alert, .alert(.hold(.milliseconds(1)))),
    (.alert, .alert(.hold(AlertVerdict.longestHold))),
    (.idle, .idle(.warn(warning))),
    (.idle, .idle(.warn(bareWarning))),
    (.idle, .idle(.act(.close))),
    (.idle, .idle(.act(.endSession))),
]
