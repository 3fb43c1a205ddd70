// SPDX-License-Identifier: MIT

import PopoverCore
import PopoverModel

extension Ledger {
    /// Everything that it may still hold against somebody. What was given out last is left out: it
    /// is never below what is there.
    func walk(_ walker: Walker) {
        for asked in asked {
            walker.note(.client, asked.client.number)
            walker.note(asked.id.text)
        }
        walker.note(lives.count)
        for life in lives { walk(life, walker) }
        for shown in presented {
            walker.note(.alert, shown.alert.number)
            walker.note(.client, shown.renderer.number)
            walker.note(.call, shown.call.number)
            walker.note(shown.isAnswered)
        }
        for view in views { walker.note(.view, view.view?.number ?? 0) }
        walker.note(panels.count)
        for panel in panels {
            walker.note(.panel, panel.panel.number)
            walker.note(.client, panel.client.number)
            walker.note(.call, panel.call?.number ?? 0)
            if let askedAt = panel.askedAt { walk(since: askedAt, walker) }
            walker.note(panel.disposition == .save)
        }
        for critical in criticals {
            walker.note(.alert, critical.alert.number)
            for client in critical.renderers where has(client) {
                walker.note(.client, client.number)
            }
        }
        for overtaker in overtakers { walker.note(.client, overtaker.client.number) }
        for line in lines {
            walker.note(.alert, line.alert.number)
            for user in line.passed { walker.note(UInt64(user)) }
        }
        walker.note(awaited.count)
        for awaited in awaited {
            walker.note(.question, awaited.question.number)
            walker.walk(awaited.respondent)
        }
        for work in works where counts(work) {
            walker.note(work.key.app)
            walker.note(work.key.key)
            walker.walk(work.expected)
            walker.walk(work.ordered)
            walker.walk(work.stored)
            walker.note(work.display)
            walker.note(work.isRetired)
        }
        for order in orders {
            walker.note(.ticket, order.ticket.number)
            walker.walk(order.changes)
        }
        for late in lates where walker.isOpen(late.call) { walker.note(.call, late.call.number) }
        for ping in pings where walker.now - ping.at <= pingPause {
            walker.note(.client, ping.client.number)
            walker.note(ping.at)
            walker.note(ping.isAlive)
            walker.note(.popover, ping.popover?.number ?? 0)
            walker.note(.view, ping.view?.number ?? 0)
            walker.note(.alert, ping.alert?.number ?? 0)
        }
        for hint in hints {
            walker.note(.popover, hint.popover.number)
            walker.note(.client, hint.owner.number)
            walker.note(hint.since)
        }
        for touch in touches where walker.now - touch.at <= touchTime {
            walker.note(touch.app)
            walker.note(touch.at)
        }
        for ending in endings { walker.note(ending ?? "*") }
        walker.note(isShuttingDown)
        walker.note(hasExited)
    }

    /// Not work that is none: nobody hands it over, and no client can save it.
    private func counts(_ work: Work) -> Bool {
        work.expected != nil || work.ordered != nil || work.stored != nil
            || !work.key.key.hasPrefix(DraftKey.reservedPrefix)
            || lives.contains { $0.key == work.key } || panels.contains { $0.key == work.key }
            || lates.contains { $0.key == work.key }
    }

    /// Once an owner has had its time, it has had it.
    private func walk(since askedAt: Instant, _ walker: Walker) {
        walker.note(Int(min((walker.now - askedAt).microseconds, patience.microseconds)))
    }

    private func walk(_ life: Life, _ walker: Walker) {
        walker.note(.popover, life.popover.number)
        walker.note(.client, life.owner.number)
        walker.note(life.isClosing)
        walker.note(.call, life.call?.number ?? 0)
        if let askedAt = life.askedAt { walk(since: askedAt, walker) }
        walker.note(life.disposition == .save)
        walker.note(life.hasEnded)
        walker.note(life.isTold)
        for outcome in life.outcomes { walker.note(outcome.rawValue) }
        walker.walk(life.content)
    }
}
