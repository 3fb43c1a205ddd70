// SPDX-License-Identifier: MIT

import PopoverCore
import PopoverModel

/// On a display that opens only what people ask for, each popover has a touch of its own (F8).
extension Ledger {
    /// What people touch an app by.
    struct Touchable: Sendable {
        let rect: Rect
        let app: String
    }

    struct Touch: Sendable {
        let app: String
        let at: Instant
    }

    /// Notes a tap or swipe on an app. Some of these let it open nothing; they are noted too.
    mutating func touched(_ fact: Fact) {
        guard let point = fact.point, let verdict = fact.verdict,
            [.idle, .passed, .dismissed, .swiped].contains(verdict),
            let app = touchables.first(where: { $0.rect.contains(point) })?.app
        else { return }
        touches.append(Touch(app: app, at: now))
    }

    /// Of several the oldest: the others are of use for longer.
    mutating func useTouch(for life: Life) {
        touches.removeAll { now - $0.at > touchTime }
        if touchables.isEmpty { return }
        let app = clients.first { $0.client == life.owner }?.app
        guard let index = touches.firstIndex(where: { $0.app == app }) else {
            return broken("nobody has asked for \(life.popover)")
        }
        touches.remove(at: index)
    }
}
