# SPDX-License-Identifier: MIT
"""Mutations of the arbiter's rules, each with the small world in which it must be found."""

import dataclasses

from mutation import Mutation

RULES = "Sources/Core/PopoverCore/Rules/Arbiter+"


@dataclasses.dataclass(frozen=True)
class CoreMutation(Mutation):
    world: str
    states: int = 20000


def skipped(name, breaks, path, statement, world, **more):
    """A mutation that skips a statement."""
    return CoreMutation(
        name, breaks, path, statement, "if !MUTANT { " + statement + " }", world, **more)


CORE_MUTATIONS = [
    # 1: one popover at a time, from its grant until it is off the screen.
    CoreMutation(
        "a popover is taken off the screen unasked", "1", RULES + "Opening.swift",
        "        case .open: startClosing(popover.id, because: .replaced, cause: cause)\n",
        "        case .open:\n"
        "            if MUTANT { end(popover.id, because: .replaced, work: .nothing) }\n"
        "            startClosing(popover.id, because: .replaced, cause: cause)\n",
        "opening"),
    CoreMutation(
        "a second popover is granted beside the first", "1", RULES + "Opening.swift",
        "        case .open(let open) where blocks(popover):\n",
        "        case .open(let open) where MUTANT: grant(open, at: index)\n"
        "        case .open(let open) where blocks(popover):\n",
        "opening"),
    CoreMutation(
        "an owner gets no time to answer", "1", RULES + "Leaving.swift",
        "if !isPaused { deadlines.arm(.close(id), at: now + deadline) }",
        "if !isPaused { deadlines.arm(.close(id), at: MUTANT ? now : now + deadline) }",
        "opening"),
    CoreMutation(
        "an answer of another client counts", "1", RULES + "Leaving.swift",
        "guard pending.client == client else { return }",
        "guard MUTANT || pending.client == client else { return }", "opening"),
    CoreMutation(
        "a display that comes back forgets its closing popover", "1", RULES + "Displays.swift",
        "        display.popover = popovers.last { $0.display === name }?.id\n",
        "        if !MUTANT { display.popover = popovers.last { $0.display === name }?.id }\n",
        "displays"),
    # 2: nothing above a popover but an alert, the most severe one.
    CoreMutation(
        "a view is presented above a popover", "2", RULES + "Opening.swift",
        "        case .view: startClosing(popover.id, because: .viewPresented, cause: cause)\n",
        "        case .view(let view) where MUTANT: grant(view, on: name)\n"
        "        case .view: startClosing(popover.id, because: .viewPresented, cause: cause)\n",
        "views"),
    CoreMutation(
        "a popover is granted under an alert", "2", RULES + "Opening.swift",
        "let index = displays.index(of: name), displays[index].presented == nil,\n",
        "let index = displays.index(of: name),\n"
        "            MUTANT || displays[index].presented == nil,\n",
        "alerts"),
    CoreMutation(
        "a more severe alert waits for the presented one", "2", RULES + "AlertTurns.swift",
        "        let candidates = admitted.prefix { $0.1.severity == severity }\n",
        "        let candidates = admitted.prefix { MUTANT || $0.1.severity == severity }\n", "alerts"),
    skipped(
        "a user keeps the display after its turn", "2", RULES + "AlertTurns.swift",
        "displays.update(alert.display) { $0.alertTurns.end(alert.uid, alert.severity) }", "turns"),
    CoreMutation(
        "the least severe alert comes first", "2", "Sources/Core/PopoverCore/State/Alert.swift",
        "if severity != other.severity { return severity > other.severity }",
        "if severity != other.severity { return (severity > other.severity) != MUTANT }",
        "alerts"),
    CoreMutation(
        "an alert that cannot be shown keeps its place", "2", RULES + "Renderers.swift",
        "if isError { return passToNextRenderer(id, notifyRenderer: false) }",
        "if isError && !MUTANT { return passToNextRenderer(id, notifyRenderer: false) }", "alerts"),
    # 3: each popover ends once, each request is answered once.
    CoreMutation(
        "the end of a popover is told twice", "3", RULES + "Closing.swift",
        "            notify(popover.owner, .popoverClosed(notification))\n",
        "            notify(popover.owner, .popoverClosed(notification))\n"
        "            if MUTANT { notify(popover.owner, .popoverClosed(notification)) }\n",
        "opening"),
    CoreMutation(
        "the end of a popover without work is not told", "3", RULES + "Closing.swift",
        "        } else {\n            notify(popover.owner, .popoverClosed(notification))",
        "        } else if !MUTANT {\n            notify(popover.owner, .popoverClosed(notification))",
        "views"),
    CoreMutation(
        "a close is answered twice", "3", RULES + "Closing.swift",
        "        answer(client, request, .done)\n        noteActivity(on: display)\n",
        "        answer(client, request, .done)\n        noteActivity(on: display)\n"
        "        if MUTANT { answer(client, request, .done) }\n",
        "opening"),
    CoreMutation(
        "an older open is dropped without an answer", "3", RULES + "Opening.swift",
        "            refuseWaiting(on: display.name, superseded(by: open.client, other.client))\n",
        "            if MUTANT { removeWaiting(on: display.name) }\n"
        "            refuseWaiting(on: display.name, superseded(by: open.client, other.client))\n",
        "opening"),
    CoreMutation(
        "an owner that reopens overtakes again and again", "3", RULES + "Opening.swift",
        "if $0.overtaker != open.client { $0.overtaker = nil }",
        "if MUTANT || $0.overtaker != open.client { $0.overtaker = nil }", "opening"),
    CoreMutation(
        "an owner that reopens overtakes another user", "3", RULES + "Overtaking.swift",
        "if uid(of: open.client) == user && uid(of: waiting.client) != user { return true }",
        "if !MUTANT && uid(of: open.client) == user && uid(of: waiting.client) != user { return true }",
        "neighbors"),
    skipped(
        "a popover outlives its owner", "3", RULES + "Clients.swift",
        "end(popover, because: state.closing?.reason ?? .clientGone, work: .nothing)", "opening"),
    skipped(
        "who ended the session is never answered", "3", RULES + "Sessions.swift",
        "addWaiter(\n                    .session(client, id, display: task.display, sessions: ended), "
        "to: ticket)", "sessions"),
    # 4: work is kept until it is consumed, discarded or erased.
    CoreMutation(
        "work is said to be saved before the disk has it", "4", RULES + "Closing.swift",
        "        if let ticket {\n", "        if !MUTANT, let ticket {\n", "work"),
    CoreMutation(
        "work that comes late is lost", "4", RULES + "Drafts.swift",
        "guard let closing = holder.closing, closing.disposition == .save else { return }",
        "guard !MUTANT, let closing = holder.closing, closing.disposition == .save\n"
        "        else { return }",
        "work"),
    CoreMutation(
        "work that comes late replaces newer work", "4", RULES + "Drafts.swift",
        "        forgetLateWork(on: key)\n        let announcement",
        "        if !MUTANT { forgetLateWork(on: key) }\n        let announcement",
        "work", states=40000),
    skipped(
        "what the disk refused is forgotten", "4", RULES + "Storage.swift",
        "drafts.unstored.add(draft.key, client: clients[draft.key] ?? nil)", "work"),
    CoreMutation(
        "consumed work comes again", "4", RULES + "Drafts.swift",
        "            guard let stored else { return (.none, nil) }\n",
        "            guard let stored, !MUTANT else { return (.none, nil) }\n", "work"),
    CoreMutation(
        "the next customer finds the work", "4", RULES + "Erasing.swift",
        "let erased = drafts.list(on: display)\n        erase(erased,",
        "let erased = MUTANT ? [] : drafts.list(on: display)\n        erase(erased,",
        "work"),
    # 5: no verdict breaks 1 to 4.
    skipped(
        "a question outlives who asked", "5", RULES + "Clients.swift",
        "dropQuestions(of: id)", "plugins"),
    CoreMutation(
        "a question outlives its popover", "5", RULES + "Closing.swift",
        "        case .deciding(let question): drop(question)\n"
        "        case .leaving(let call): calls.remove(call)\n        case nil: break\n",
        "        case .deciding(let question): if !MUTANT { drop(question) }\n"
        "        case .leaving(let call): calls.remove(call)\n        case nil: break\n",
        "plugins"),
    CoreMutation(
        "an open whose plugins are silent is never decided", "5", RULES + "Questions.swift",
        "        if asked.isHeard {\n            questions.remove(question)\n",
        "        if asked.isHeard, !MUTANT {\n            questions.remove(question)\n", "plugins"),
    # 6: no state waits without a deadline, and the world comes to rest.
    skipped(
        "a connection may stay silent for ever", "6", RULES + "Clients.swift",
        "deadlines.arm(.hello(id), at: now + settings.timing.hello)", "strangers"),
    skipped(
        "an open may wait for ever", "6", RULES + "Opening.swift",
        "deadlines.arm(.waiting(display: Name(display.name)), at: now + patience)", "opening"),
    skipped(
        "a renderer may stay silent for ever", "6", RULES + "Alerts.swift",
        "deadlines.arm(.presentation(id), at: now + settings.timing.present)", "alerts"),
    skipped(
        "a close that an alert has stopped does not go on", "6", RULES + "Leaving.swift",
        "deadlines.arm(.close(id), at: now + left)", "alerts"),
    CoreMutation(
        "what the disk refused is not tried again", "6", RULES + "Storage.swift",
        "        if !deadlines.isArmed(.retry) {", "        if !MUTANT, !deadlines.isArmed(.retry) {",
        "work"),
    CoreMutation(
        "a clock of an idle policy does not start", "6", RULES + "Idleness.swift",
        "            } else if watch.state == .resting {\n",
        "            } else if watch.state == .resting, !MUTANT {\n", "idle"),
    CoreMutation(
        "a client that hangs keeps its place", "6", RULES + "Pings.swift",
        "guard ping.isAlive else { return takePlaces(of: id) }",
        "guard ping.isAlive || MUTANT else { return takePlaces(of: id) }", "pings"),
    CoreMutation(
        "a client that answers loses its place", "6", RULES + "Pings.swift",
        "clients.update(id) { $0.noteSignOfLife() }",
        "if !MUTANT { clients.update(id) { $0.noteSignOfLife() } }", "pings"),
    # 7: the same events give the same effects.
    CoreMutation(
        "calls have random numbers", "7", "Sources/Core/PopoverCore/Arbiter.swift",
        "        let id = identifiers.calls.next()\n",
        "        let id = MUTANT\n"
        "            ? CallID(number: .random(in: 1...1_000_000)) : identifiers.calls.next()\n",
        "opening"),
    # 9: nothing lies under an occluder where there is room for it.
    skipped(
        "an alert stays under a keyboard", "9", RULES + "Regions.swift",
        "keepAlertUncovered(on: display)", "sheets"),
    skipped(
        "a popover stays under a keyboard", "9", RULES + "Regions.swift",
        "reposition(on: display, isAnimated: true)", "sheets"),
    skipped(
        "a panel stays beside a smaller display", "9", RULES + "Displays.swift",
        "movePanels(on: name)", "panels"),
    # 10: a gesture opens one popover.
    CoreMutation(
        "a gesture opens two popovers", "10", RULES + "Gestures.swift",
        "return latest.map { gestures.remove(at: $0).id }",
        "return latest.map { MUTANT ? gestures[$0].id : gestures.remove(at: $0).id }",
        "gestures"),
    CoreMutation(
        "an open needs no gesture", "10", RULES + "Opening.swift",
        "if isUnasked(open), displays[index].specification.opens == .asked {",
        "if !MUTANT, isUnasked(open), displays[index].specification.opens == .asked {",
        "gestures"),
    # 11: a hint makes way.
    skipped(
        "a hint stays beside a popover", "11", RULES + "Opening.swift",
        "endHint(on: display.name, because: .replaced)", "hints"),
    skipped(
        "a hint stays when the finger lifts", "11", RULES + "Hints.swift",
        "endHint(hint.id, because: .released)", "hints"),
]
