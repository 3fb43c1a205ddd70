// SPDX-License-Identifier: MIT

import PopoverModel

/// Taps: decided by what was visible at the time of the tap, from top to bottom.
extension Arbiter {
    mutating func tap(_ report: TapReport, _ client: ClientID, _ id: RequestID?) {
        if let failure = wrongUnit(of: report.time) { return fail(client, id, failure) }
        switch locate(report.place, of: client) {
        case .failure(let failure): fail(client, id, failure)
        case .success(let display):
            fingerLifted(on: display, at: min(report.time ?? now, now), client)
            let origin = regions.origin(of: report.place.surface, client)
            let point = Point(x: report.point.x + origin.x, y: report.point.y + origin.y)
            judgeTap(
                point, at: min(report.time ?? now, now), on: display,
                wasSwallowed: report.wasSwallowed, latest: identifiers.popovers.last, client, id)
        }
    }

    /// Decides the verdict on a tap. A second observer's report of the same tap gets the same verdict.
    mutating func judgeTap(
        _ point: Point, at time: Instant, on name: String, wasSwallowed: Bool, latest: UInt64,
        swipe: Swipe? = nil, _ client: ClientID, _ id: RequestID?
    ) {
        let known = displays.value(of: name) { (taps: $0.taps, began: $0.sessionBegan) }
        guard let (taps, sessionBegan) = known else {
            return fail(client, id, unknownDisplay(name))
        }
        guard time >= sessionBegan else {
            return answer(
                client, id, .judged(TapJudgement(verdict: .swallowed, deliver: false, popover: nil))
            )
        }
        let timing = settings.timing
        let same = taps.indices.filter {
            taps[$0].isReported(again: point, at: time, by: client, timing)
        }
        // Of several, the closest in time; of equally close ones, the oldest.
        if let index = same.min(by: {
            taps[$0].tap.distance(to: time) < taps[$1].tap.distance(to: time)
        }) {
            return follow(index, on: name, wasSwallowed, client, id)
        }
        let tap = Tap(
            display: name, point: point, time: time, arrived: now, latest: latest,
            number: UInt64(counters.taps) + 1)
        guard mayReport(tap, client) else {
            noteInput(on: name)
            return answerForeign(tap, client, id)
        }
        if taps.isFull, let oldest = taps.first?.tap.number {
            decideTaps { $0.number == oldest }
        }
        // First, so that its events follow those of its session.
        beginSession(on: name)
        counters.taps += 1
        displays.update(name) {
            // A tap that was pressed earlier and reported later did not happen in between.
            if let toggle = $0.toggle, toggle.pressed <= time { $0.toggle = nil }
            $0.taps.append(RecentTap(tap: tap, reporter: client, wasSwallowed: wasSwallowed))
        }
        if let swipe {
            conclude(tap, outcome(of: swipe, at: tap.point), client, id, nil)
        } else {
            judge(tap, client, id, combined: nil)
        }
        noteInput(on: name)
    }

    private mutating func follow(
        _ index: Int, on name: String, _ wasSwallowed: Bool, _ client: ClientID, _ id: RequestID?
    ) {
        let follower = RecentTap.Follower(client: client, id: id, wasSwallowed: wasSwallowed)
        displays.update(name) { $0.taps[index].followers.append(follower) }
        giveGesture(forTapAt: index, on: name, by: client)
        let known = displays.value(of: name) { $0.taps[index] }
        guard let recent = known, recent.outcome != nil else { return }
        report(recent, on: name, wasSwallowed: wasSwallowed, to: client, id)
    }

    // MARK: Verdicts

    /// Runs the rules for a tap, and runs them again with the verdict where plugins are asked.
    mutating func judge(
        _ tap: Tap, _ client: ClientID, _ id: RequestID?, combined: CombinedVerdict?
    ) {
        switch place(of: tap) {
        case nil: fail(client, id, unknownDisplay(tap.display))
        case .decisive(let outcome): conclude(tap, outcome, client, id, combined)
        case .outside(let popover):
            guard let outcome = judge(tap, outside: popover, client, id, combined) else { return }
            conclude(tap, outcome, client, id, combined)
        }
    }

    /// Where a tap was.
    enum TapPlace {
        /// Where it closes and nudges nothing.
        case decisive(RecentTap.Outcome)
        /// Outside this popover, which is visible.
        case outside(PopoverID)
    }

    /// The popover that was visible at the time of a tap, and is still there.
    func popoverVisible(at tap: Tap) -> PopoverID? {
        guard let id = displays.value(of: tap.display, { $0.popover }) ?? nil,
            id.number <= tap.latest,
            popovers.value(of: id, { $0.grantedAt <= tap.time }) == true
        else { return nil }
        return id
    }

    /// Where a tap was; nil when its display is gone.
    func place(of tap: Tap) -> TapPlace? {
        let known = displays.value(of: tap.display) { (presented: $0.presented, past: $0.past) }
        guard let (presented, past) = known else { return nil }
        if let alert = presented.flatMap({ alerts[$0] }), let showing = alert.showing,
            showing.presentedAt <= tap.time
        {
            let isInside = showing.frame.contains(tap.point)
            return .decisive(
                RecentTap.Outcome(
                    verdict: isInside ? .inside : .swallowed, ground: .alert,
                    owner: isInside ? showing.renderer : nil))
        }
        if let met = pastAlert(tap, past) { return .decisive(met) }
        guard let id = popoverVisible(at: tap), let index = popovers.index(of: id) else {
            return .decisive(
                pastPopover(tap, past) ?? RecentTap.Outcome(verdict: .idle, ground: .nothing))
        }
        let shape = pastShape(of: outline(at: index), popovers[index].pastShapes, at: tap.time)
        // Above the popover: a sheet may have to lie below a keyboard.
        if isOccluded(tap) {
            return .decisive(RecentTap.Outcome(verdict: .passed, ground: .passage))
        }
        if shape.contains(tap.point) {
            return .decisive(
                RecentTap.Outcome(
                    verdict: .inside, ground: .popover, popover: id, owner: popovers[index].owner))
        }
        if shape.passthrough.contains(where: { $0.contains(tap.point) }) {
            return .decisive(RecentTap.Outcome(verdict: .passed, ground: .passage))
        }
        if case .closing = popovers[index].state {
            return .decisive(
                RecentTap.Outcome(verdict: .swallowed, ground: .closing, popover: id))
        }
        return .outside(id)
    }

    /// Decides the verdict on a tap outside a visible popover; nil when plugins are asked first.
    private mutating func judge(
        _ tap: Tap, outside id: PopoverID, _ client: ClientID, _ request: RequestID?,
        _ combined: CombinedVerdict?
    ) -> RecentTap.Outcome? {
        guard let index = popovers.index(of: id) else { return nil }
        if popovers[index].isModal { return nudge(id, .modal) }
        if combined == nil, isAsked(at: .outsideTap, aboutPopoverAt: index, by: client) {
            ask(
                popovers[index].behavior,
                .outsideTap(popovers[index].facts, isKey: false),
                .outsideTap(tap, client, request), by: client)
            return nil
        }
        var close = (
            closes: popovers[index].behavior.outsideTapCloses,
            disposition: popovers[index].behavior.outsideTapDisposition
        )
        switch combined?.verdict.outsideTap {
        case .close(let disposition): close = (true, disposition ?? close.disposition)
        case .stay: close.closes = false
        case nil: break
        }
        guard close.closes else { return nudge(id, .stays) }
        return dismiss(id, by: tap, close.disposition)
    }

    /// Closes a nonmodal popover after a tap on its own source, on another one, or elsewhere.
    private mutating func dismiss(
        _ popover: PopoverID, by tap: Tap, _ disposition: Disposition
    ) -> RecentTap.Outcome {
        let hit = regions.sources.topmost(at: tap.point, on: tap.display)
        if let mark = ownSource(of: popover, hitBy: tap, hit) {
            displays.update(tap.display) { $0.toggle = mark }
            startClosing(popover, because: .sourceTap, disposition, cause: .tap(tap.point))
            return RecentTap.Outcome(verdict: .dismissed, ground: .ownSource, popover: popover)
        }
        startClosing(
            popover, because: .outsideTap, disposition, hitsSource: hit != nil,
            cause: .tap(tap.point))
        return RecentTap.Outcome(
            verdict: .dismissed, ground: hit == nil ? .elsewhere : .otherSource,
            popover: popover, source: hit)
    }

    private mutating func nudge(
        _ popover: PopoverID, _ ground: RecentTap.Ground
    ) -> RecentTap.Outcome {
        if let owner = popovers.value(of: popover, { $0.owner }) {
            notify(owner, .popoverNudge(popover))
        }
        return RecentTap.Outcome(verdict: .swallowed, ground: ground, popover: popover)
    }

    /// The mark of a tap on its own source: the registered one unless covered there, or the anchor.
    private func ownSource(
        of id: PopoverID, hitBy tap: Tap, _ hit: RegionKey?
    ) -> ToggleMark? {
        guard let index = popovers.index(of: id) else { return nil }
        let owner = popovers[index].owner
        let source = popovers[index].source
        let anchor = popovers[index].request.anchor.flatMap { _ in anchorRect(of: popovers[index]) }
        let key = source.map { RegionKey(client: owner, name: $0) }
        guard key != nil && hit == key || anchor?.contains(tap.point) == true else { return nil }
        return ToggleMark(
            client: owner, source: source,
            anchor: anchor ?? key.flatMap { regions.sources.value(of: $0) { $0.rect } },
            pressed: tap.time, arrived: tap.arrived)
    }

    // MARK: Concluding

    /// Remembers the outcome of a tap and answers every client that reported it.
    private mutating func conclude(
        _ tap: Tap, _ outcome: RecentTap.Outcome, _ client: ClientID, _ id: RequestID?,
        _ combined: CombinedVerdict?
    ) {
        record(tap, outcome, combined)
        pingHolder(metBy: outcome, on: tap.display, reportedBy: client)
        counters.verdicts.count(outcome.verdict)
        let reporter = clients.value(of: client) { (uid: $0.credentials.uid, app: $0.app) }
        publish(.tap) {
            $0.owner = reporter?.uid
            $0.client = client
            $0.app = reporter?.app
            $0.display = tap.display
            $0.point = tap.point
            $0.verdict = outcome.verdict
            $0.popover = outcome.popover
        }
        let index = displays.value(of: tap.display) {
            $0.taps.lastIndex { $0.tap.number == tap.number }
        }
        // A tap with pending verdicts is decided before it is evicted.
        guard case let index?? = index else { return fail(client, id, unknownDisplay(tap.display)) }
        displays.update(tap.display) { $0.taps[index].outcome = outcome }
        focusFollows(tap, outcome, reportedBy: client)
        giveGesture(forTapAt: index, on: tap.display, by: client)
        for follower in displays.value(of: tap.display, { $0.taps[index].followers }) ?? [] {
            giveGesture(forTapAt: index, on: tap.display, by: follower.client)
        }
        let concluded = displays.value(of: tap.display) { $0.taps[index] }
        guard let recent = concluded else { return }
        report(recent, on: tap.display, wasSwallowed: recent.wasSwallowed, to: client, id)
        for follower in recent.followers {
            guard let recent = displays[tap.display]?.taps[index] else { return }
            report(
                recent, on: tap.display, wasSwallowed: follower.wasSwallowed,
                to: follower.client, follower.id)
        }
    }

    /// Answers a client that reported a tap. A tap that a shield blocked is forwarded to the
    /// source it hit (G14), whose client hears of it once: `deliver` or `source.activated`.
    private mutating func report(
        _ recent: RecentTap, on display: String, wasSwallowed: Bool, to client: ClientID,
        _ id: RequestID?
    ) {
        guard let outcome = recent.outcome else { return }
        let deliver = delivers(outcome, to: client) && !recent.wasHandedOver
        var handsOver = deliver && outcome.source != nil
        // Who swiped from an edge cannot know which source has it.
        let isForwarded =
            outcome.verdict == .swiped || wasSwallowed && outcome.source?.client != client
        if let source = outcome.source, isForwarded, !recent.wasHandedOver,
            mayReportInput(client, to: uid(of: source.client))
        {
            notify(
                source.client,
                .sourceActivated(
                    source: source.name, time: recent.tap.time,
                    gesture: gesture(of: recent, for: source.client)))
            handsOver = true
        }
        if handsOver {
            displays.update(display) {
                guard
                    let index = $0.taps.lastIndex(where: { $0.tap.number == recent.tap.number })
                else { return }
                $0.taps[index].wasHandedOver = true
            }
        }
        answer(
            client, id,
            .judged(
                TapJudgement(
                    verdict: outcome.verdict, deliver: deliver, popover: outcome.popover,
                    gesture: gesture(of: recent, for: client),
                    client: clientBeside(recent.tap, outcome))))
    }

    /// Whose source or surface a tap was on that closed a popover; the controls of no one else are known.
    private func clientBeside(_ tap: Tap, _ outcome: RecentTap.Outcome) -> ClientID? {
        guard outcome.verdict == .dismissed else { return nil }
        let source = regions.sources.topmost(at: tap.point, on: tap.display)
        return (source ?? regions.surfaces.topmost(at: tap.point, on: tap.display))?.client
    }

    /// Whether a client that reports this tap should act on it.
    func delivers(_ outcome: RecentTap.Outcome, to client: ClientID) -> Bool {
        switch outcome.verdict {
        case .idle, .passed, .none: true
        case .inside: outcome.owner == client || has(.input, client) || has(.shell, client)
        case .dismissed: outcome.source?.client == client
        case .swallowed, .swiped: false
        }
    }
}

extension RecentTap {
    /// Whether a client's report is of this tap, which another client has reported.
    fileprivate func isReported(
        again point: Point, at time: Instant, by client: ClientID, _ timing: Timing
    ) -> Bool {
        reporter != client && !followers.contains { $0.client == client }
            && tap.distance(to: time) <= timing.duplicateTap
            && tap.point.distance(to: point) <= timing.duplicateTapSlop
    }
}
