// SPDX-License-Identifier: MIT

import PopoverCore
package import PopoverModel

/// Short help: alone on its display, and over in time.
extension Ledger {
    package struct Hint: Sendable {
        package let popover: PopoverID
        package let owner: ClientID
        let since: Instant
        var display = ""
        /// Its owner is not told yet.
        var hasEnded = false
    }

    func hint(_ popover: PopoverID) -> Hint? { hints.first { $0.popover == popover } }

    mutating func showed(_ popover: PopoverID, _ client: ClientID) {
        hints.append(Hint(popover: popover, owner: client, since: now))
    }

    mutating func opened(_ hint: Hint, _ fact: Fact) {
        update(hint) { $0.display = fact.display ?? "" }
    }

    mutating func closed(_ hint: Hint, _ fact: Fact) {
        if hint.hasEnded { broken("ends twice: \(fact)") }
        switch (fact.reason.flatMap(CloseReason.init(rawValue:)), event) {
        case (.timedOut, _) where now - hint.since < hintTime:
            broken("\(hint.popover) ends before its time")
        case (.released, .clientRequested(_, _, .tap)),
            (.released, .clientRequested(_, _, .pointer)):
            break
        case (.released, _): broken("\(hint.popover) ends, and no finger has lifted")
        default: break
        }
        update(hint) { $0.hasEnded = true }
        if !has(hint.owner) { hints.removeAll { $0.popover == hint.popover } }
    }

    mutating func tellHint(_ closed: ClosedPopover, _ client: ClientID) {
        guard let hint = hint(closed.popover), hint.hasEnded, hint.owner == client else {
            return broken("\(closed.popover) is not a hint of \(client), or is shown")
        }
        hints.removeAll { $0.popover == hint.popover }
    }

    private mutating func update(_ hint: Hint, _ change: (inout Hint) -> Void) {
        guard let index = hints.firstIndex(where: { $0.popover == hint.popover }) else { return }
        change(&hints[index])
    }

    /// Called after every event, with all its effects noted.
    mutating func checkHints() {
        for hint in hints {
            if hint.hasEnded { broken("\(hint.popover) has ended, and its owner is not told") }
            if now - hint.since > hintTime { broken("\(hint.popover) outlives its time") }
            let isAlone =
                hints.count { $0.display == hint.display } == 1
                && !lives.contains { $0.display == hint.display && !$0.hasEnded }
                && !views.contains { $0.display == hint.display }
                && !presented.contains { $0.display == hint.display }
            if !isAlone { broken("\(hint.popover) is not alone") }
        }
    }
}
