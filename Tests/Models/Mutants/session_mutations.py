# SPDX-License-Identifier: MIT
"""Mutations of the sessions, each of which a simulated day must find."""

from mutation import Mutation

SESSIONS = "Sources/Daemon/PopoverSessions/"
INPUT = SESSIONS + "Session+Input.swift"
OUTPUT = SESSIONS + "Session+Output.swift"


def skipped(name, breaks, path, statement):
    """A mutation that skips a statement."""
    return Mutation(name, breaks, path, statement, "if !MUTANT { " + statement + " }")


SESSION_MUTATIONS = [
    # Lines: none is lost, doubled or out of order on its way out.
    Mutation("every hundredth line is not sent", "lines", OUTPUT,
             "        countQueued(output.append(write))\n",
             "        if !MUTANT || queuedBytes % 100 != 0 { countQueued(output.append(write)) }\n"),
    Mutation("a chunk is written twice", "lines", OUTPUT,
             "        output.removeFirst(written)\n",
             "        if !MUTANT || written < 2000 { output.removeFirst(written) }\n"),
    skipped("what was written is not flushed again when the peer has read", "lines", INPUT,
            "atUsersExpense { flush() }"),
    Mutation("lost events are not told", "lines", SESSIONS + "HeldEvents.swift",
             "lines += gap(range.lowerBound, range.upperBound)",
             "if !MUTANT { lines += gap(range.lowerBound, range.upperBound) }"),
    Mutation("an event overtakes those that are held back", "lines", OUTPUT,
             "        !held.isEmpty || backlog + line.count > outputSoftLimit",
             "        !MUTANT && !held.isEmpty || backlog + line.count > outputSoftLimit"),
    Mutation("an answer to a subscription comes before the events of before", "lines", OUTPUT,
             "        if let sequence {\n            _ = releaseHeld(onceBelow: .max)",
             "        if let sequence {\n            if !MUTANT { _ = releaseHeld(onceBelow: .max) }"),
    Mutation("what is held back is never released", "lines", OUTPUT,
             "        guard !held.isEmpty, backlog <= limit else { return false }",
             "        guard !MUTANT, !held.isEmpty, backlog <= limit else { return false }"),
    # Input: every line has its turn, in order, whatever pieces it comes in.
    Mutation("lines beyond a turn are forgotten", "input", INPUT,
             "            connection.stopReading()\n            // With a larger backlog",
             "            connection.stopReading()\n            if MUTANT { input.removeAll() }\n"
             "            // With a larger backlog"),
    skipped("who has lines left gets no other turn", "input", SESSIONS + "Sessions+Turns.swift",
            "waitingSessions.append(session)"),
    Mutation("after a full read nothing more is read", "input", INPUT,
             "        if input.isEmpty && hasPaused {\n            hasPaused = false\n",
             "        if input.isEmpty && hasPaused {\n            hasPaused = MUTANT\n"
             "            if MUTANT { return }\n"),
    Mutation("a peer that has finished is closed before its answers", "input",
             SESSIONS + "Session+End.swift",
             "        owner.engine?.post(.clientFinished(client))",
             "        if MUTANT { return close(.client) }\n"
             "        owner.engine?.post(.clientFinished(client))"),
    skipped("nobody is told that a client is gone", "input", SESSIONS + "Sessions.swift",
            "engine?.post(.clientDisconnected(session.client))"),
    # The door: one event at a time, and deadlines.
    Mutation("an event that comes of an order is taken at once", "door", SESSIONS + "Engine.swift",
             "        guard !isDraining else {", "        guard MUTANT || !isDraining else {"),
    Mutation("deadlines are not armed", "door", SESSIONS + "Engine.swift",
             "        deadline.set(at: armed)", "        if !MUTANT { deadline.set(at: armed) }"),
    Mutation("a deadline before the armed one is not armed", "door", SESSIONS + "Engine.swift",
             "        guard let deadline, earliest != armed else { return }",
             "        guard let deadline, earliest != armed, !MUTANT || armed == nil\n"
             "        else { return }"),
    # The disk: what is said to be stored is.
    Mutation("work is said to be stored before it is", "disk", SESSIONS + "DraftWriter.swift",
             "        isWriting = true\n",
             "        isWriting = true\n"
             "        if MUTANT { for order in orders { engine?.post(.draftsStored(order.ticket)) } }"
             "\n"),
    Mutation("what the disk refuses is said to be stored", "disk", SESSIONS + "DraftWriter.swift",
             "        let isStored = outcome.error == nil",
             "        let isStored = MUTANT || outcome.error == nil"),
    Mutation("what gathers is written once, its last order not", "disk",
             SESSIONS + "DraftWriter.swift",
             "        let changes = orders.flatMap(\\.changes)",
             "        let changes = (MUTANT && orders.count > 1 ? orders.dropLast() : orders[...])\n"
             "            .flatMap(\\.changes)"),
    Mutation("a refusal is told to nobody", "disk", SESSIONS + "DraftWriter.swift",
             "            engine?.post(.draftsNotStored(order.ticket))",
             "            if !MUTANT { engine?.post(.draftsNotStored(order.ticket)) }"),
    Mutation("the daemon ends without its last work", "disk", SESSIONS + "DraftWriter.swift",
             "        guard !queue.isEmpty else {\n            guard erasures == 0, let closeHandler",
             "        guard !queue.isEmpty, !MUTANT || closeHandler == nil else {\n"
             "            guard erasures == 0, let closeHandler"),
    # The end.
    Mutation("a client that is sent away keeps its connection", "end", OUTPUT,
             "        case .lingering: close(.client)\n        case .closed: break",
             "        case .lingering: if !MUTANT { close(.client) }\n        case .closed: break"),
    Mutation("orders of the administrator are never answered", "end", SESSIONS + "Engine+Effects.swift",
             "                post(.administered(ticket, answer))",
             "                if !MUTANT { post(.administered(ticket, answer)) }"),
]
