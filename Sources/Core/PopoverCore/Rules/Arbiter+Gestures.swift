// SPDX-License-Identifier: MIT

import PopoverModel

/// Gestures: people have just touched an app, or pressed a key in it, which may open one popover for
/// it (F8). A gesture is no secret but a right of that app: another app cannot use its name.
extension Arbiter {
    /// Gives the app under a tap a gesture, once, if the reporter may speak for that app.
    mutating func giveGesture(forTapAt index: Int, on display: String, by reporter: ClientID) {
        let known = displays.value(of: display) { $0.taps[index] }
        guard let recent = known, recent.gesture == nil, let outcome = recent.outcome,
            let touched = clientTouched(by: recent.tap, outcome, reporter),
            clients.contains(touched), mayTouch(touched, reporter)
        else { return }
        let given = GivenGesture(client: touched, id: giveGesture(to: touched, on: display))
        displays.update(display) {
            $0.taps[index].gesture = given
            $0.givesGestures = true
        }
    }

    /// Gives a client that reports a key a gesture on itself, so that people without a finger or mouse can
    /// open popovers. A client that watches input for others does not know whose key it is.
    mutating func giveGesture(forKeyOf client: ClientID, on display: String) -> GestureID? {
        guard !has(.input, client), mayTouch(client, client) else { return nil }
        return giveGesture(to: client, on: display)
    }

    mutating func giveGesture(to client: ClientID, on display: String) -> GestureID {
        let gesture = Gesture(
            id: identifiers.gestures.next(), client: client, display: display,
            until: now + settings.timing.gesture)
        let now = now
        gestures.removeAll { $0.until < now }
        let earlier = gestures.filter { $0.client == client }
        if earlier.count >= Gesture.limit { gestures.removeAll { $0.id == earlier[0].id } }
        gestures.append(gesture)
        return gesture.id
    }

    /// The client under a tap that is delivered or forwarded; nil if no client is there.
    func clientTouched(
        by tap: Tap, _ outcome: RecentTap.Outcome, _ reporter: ClientID
    ) -> ClientID? {
        switch outcome.verdict {
        case .inside: return outcome.owner
        case .dismissed, .swiped: return outcome.source?.client
        case .swallowed, .none: return nil
        case .idle, .passed: break
        }
        let source = regions.sources.topmost(at: tap.point, on: tap.display)
        // A client has few surfaces, and the latest of several need not be on top.
        let isItsOwn =
            source?.client == reporter
            || regions.surfaces.of(reporter, on: [tap.display]).contains {
                $0.rect.contains(tap.point)
            }
        if isItsOwn { return reporter }
        let other = source ?? regions.surfaces.topmost(at: tap.point, on: tap.display)
        // An app need not register a window to report what happens in it.
        return other?.client ?? (has(.input, reporter) || has(.shell, reporter) ? nil : reporter)
    }

    /// Whether the report of a client is a gesture on another: an app speaks for itself only, and
    /// if the configuration reserves the role `input`, not even that.
    func mayTouch(_ touched: ClientID, _ reporter: ClientID) -> Bool {
        if has(.input, reporter) { return true }
        guard mayReportInput(reporter, to: nil) else { return false }
        return has(.shell, reporter) || isSameApp(touched, reporter)
    }

    private func isSameApp(_ one: ClientID, _ other: ClientID) -> Bool {
        guard one != other else { return true }
        let owner = clients.value(of: one) { $0.owner }
        return owner != nil && owner == clients.value(of: other) { $0.owner }
    }

    /// The gesture of a tap, as a client of its app learns of it.
    func gesture(of recent: RecentTap, for client: ClientID) -> GestureID? {
        guard let given = recent.gesture, isSameApp(given.client, client) else { return nil }
        return given.id
    }

    // MARK: Using

    /// The gesture that an open uses; nil where there is none.
    /// - Parameter name: nil for the latest of its app.
    /// - Parameter arrived: when the open came; plugins may have been asked since.
    mutating func useGesture(
        _ name: GestureID?, for client: ClientID, at arrived: Instant
    ) -> GestureID? {
        if gestures.isEmpty { return nil }
        let owner = clients.value(of: client) { $0.owner }
        let latest = gestures.lastIndex {
            arrived <= $0.until && name ?? $0.id == $0.id
                && clients.value(of: $0.client) { $0.owner } == owner
        }
        return latest.map { gestures.remove(at: $0).id }
    }

    /// Whether nobody asked for an open. Those for programs that are no clients need no gesture: such a program reports
    /// no taps, and what opens popovers for it is trusted.
    func isUnasked(_ open: borrowing WaitingOpen) -> Bool {
        open.gesture == nil && clients.value(of: open.client) { $0.opener != nil } != true
    }

    /// The finding about an open that no gesture asked for, where taps are reported.
    func unaskedFindings(_ open: borrowing WaitingOpen, at index: Int) -> [Finding] {
        guard isUnasked(open), displays[index].givesGestures else { return [] }
        return [
            Finding(
                .unasked,
                "nobody has touched this app in the last \(settings.timing.gesture.milliseconds) ms: "
                    + "open popovers when people tap a control, and raise an alert for what is urgent"
            )
        ]
    }

    /// Forgets the gestures on a display.
    mutating func forgetGestures(on display: String) {
        gestures.removeAll { $0.display === display }
    }
}
