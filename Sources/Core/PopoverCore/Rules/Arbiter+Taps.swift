// SPDX-License-Identifier: MIT

import PopoverModel

/// Taps: judged by what was visible at the time of the tap, from top to bottom.
extension Arbiter {
    mutating func tap(_ report: TapReport, _ client: ClientID, _ id: RequestID?) {
        switch resolve(report.place, of: client, source: nil) {
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

    /// Judges a tap. A second observer's report of the same tap gets the same verdict.
    mutating func judgeTap(
        _ point: Point, at time: Instant, on name: String, wasSwallowed: Bool, latest: UInt64,
        _ client: ClientID, _ id: RequestID?
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
        let same = taps.indices.filter { isSame(taps[$0], point, time, client) }
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
        counters.taps += 1
        displays.update(name) {
            // A tap that was pressed earlier and reported later did not happen in between.
            if let toggle = $0.toggle, toggle.pressed <= time { $0.toggle = nil }
            $0.taps.append(RecentTap(tap: tap, reporter: client, wasSwallowed: wasSwallowed))
        }
        judge(tap, client, id, combined: nil)
        noteInput(on: name)
    }

    private func isSame(
        _ recent: RecentTap, _ point: Point, _ time: Instant, _ client: ClientID
    ) -> Bool {
        recent.reporter != client
            && !recent.followers.contains { $0.client == client }
            && recent.tap.distance(to: time) <= settings.timing.duplicateTap
            && recent.tap.point.distance(to: point) <= settings.timing.duplicateTapSlop
    }

    private mutating func follow(
        _ index: Int, on name: String, _ wasSwallowed: Bool, _ client: ClientID, _ id: RequestID?
    ) {
        let follower = RecentTap.Follower(client: client, id: id, wasSwallowed: wasSwallowed)
        displays.update(name) { $0.taps[index].followers.append(follower) }
        let known = displays.value(of: name) { $0.taps[index] }
        guard let recent = known, recent.outcome != nil else { return }
        report(recent, on: name, wasSwallowed: wasSwallowed, to: client, id)
    }

    // MARK: Judging

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
            showing.presentedAt <= tap.time, let display = displays[tap.display]
        {
            let isInside = alertFrame(on: display).contains(tap.point)
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
        // Borrowed as an argument, it would cost a copy of the whole arbiter.
        let shapes = popovers[index].pastShapes
        let shape = pastShape(of: outline(at: index), shapes, at: tap.time)
        if shape.contains(tap.point) {
            return .decisive(
                RecentTap.Outcome(
                    verdict: .inside, ground: .popover, popover: id, owner: popovers[index].owner))
        }
        if isPassed(tap, passthrough: shape.passthrough) {
            return .decisive(RecentTap.Outcome(verdict: .passed, ground: .passage))
        }
        if case .closing = popovers[index].state {
            return .decisive(
                RecentTap.Outcome(verdict: .swallowed, ground: .closing, popover: id))
        }
        return .outside(id)
    }

    /// Judges a tap outside a visible popover; nil when plugins are asked first.
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
        let anchor = popovers[index].anchor?.offset(by: popovers[index].origin)
        let key = source.map { RegionKey(client: owner, name: $0) }
        guard key != nil && hit == key || anchor?.contains(tap.point) == true else { return nil }
        return ToggleMark(
            client: owner, source: source,
            anchor: anchor ?? key.flatMap { regions.sources.value(of: $0) { $0.rect } },
            pressed: tap.time, arrived: tap.arrived)
    }

    private func isPassed(_ tap: Tap, passthrough: [Rect]) -> Bool {
        passthrough.contains { $0.contains(tap.point) }
            || regions.occluders.onDisplay(tap.display).contains {
                $0.rect.contains(tap.point)
                    && regions.occluderTimes[$0.key].map { $0 <= tap.time } ?? false
            }
            || displays.value(of: tap.display) {
                $0.pastOccluders.contains { $0.covers(tap) }
            } ?? false
    }

    // MARK: Concluding

    /// Remembers the outcome of a tap and answers every client that reported it.
    private mutating func conclude(
        _ tap: Tap, _ outcome: RecentTap.Outcome, _ client: ClientID, _ id: RequestID?,
        _ combined: CombinedVerdict?
    ) {
        record(tap, outcome, combined)
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

    /// Answers a client that reported a tap. A tap that a shield swallowed is forwarded to the
    /// source it hit (G14), whose client hears of it once: `deliver` or `source.activated`.
    private mutating func report(
        _ recent: RecentTap, on display: String, wasSwallowed: Bool, to client: ClientID,
        _ id: RequestID?
    ) {
        guard let outcome = recent.outcome else { return }
        let deliver = delivers(outcome, to: client) && !recent.wasHandedOver
        var handsOver = deliver && outcome.source != nil
        if let source = outcome.source, wasSwallowed, !recent.wasHandedOver,
            source.client != client, mayReportInput(client, to: uid(of: source.client))
        {
            notify(
                source.client, .sourceActivated(source: source.name, time: recent.tap.time))
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
                    verdict: outcome.verdict, deliver: deliver, popover: outcome.popover)))
    }

    /// Whether a client that reports this tap should act on it.
    // Inlined, because a rule that calls it would copy the arbiter.
    @inline(__always)
    func delivers(_ outcome: RecentTap.Outcome, to client: ClientID) -> Bool {
        switch outcome.verdict {
        case .idle, .passed, .none: true
        case .inside: outcome.owner == client || has(.input, client) || has(.shell, client)
        case .dismissed: outcome.source?.client == client
        case .swallowed: false
        }
    }

    // MARK: The past

    /// Remembers a popover that leaves the screen.
    mutating func remember(_ id: PopoverID) {
        guard let index = popovers.index(of: id) else { return }
        var shapes = popovers[index].pastShapes
        shapes.append(pastShape(of: outline(at: index)))
        remember(
            .popover(id, owner: popovers[index].owner, shapes: shapes),
            since: popovers[index].grantedAt, on: popovers[index].display)
    }

    mutating func remember(_ what: PastVisible.What, since: Instant, on display: String) {
        displays.update(display) {
            $0.past.append(PastVisible(what: what, from: since, until: now))
        }
    }

    /// The outline of the popover at this index, without a copy of the popover.
    func outline(at index: Int) -> Popover.Outline {
        Popover.Outline(
            presentation: popovers[index].presentation, hit: popovers[index].hit,
            passthrough: popovers[index].passthrough,
            origin: popovers[index].origin)
    }

    /// The shape of a popover until now.
    func pastShape(of popover: Popover.Outline) -> PastShape {
        PastShape(
            rects: shape(of: popover), passthrough: passthroughRects(of: popover), until: now)
    }

    /// The shape of a visible popover at a time, of which `past` are the earlier shapes.
    func pastShape(
        of popover: Popover.Outline, _ past: [PastShape], at time: Instant
    ) -> PastShape {
        past.first { time < $0.until } ?? pastShape(of: popover)
    }

    /// Remembers the rectangle of an occluder that moves or is removed.
    mutating func remember(_ occluder: Region) {
        guard let from = regions.occluderTimes.removeValue(forKey: occluder.key) else { return }
        displays.update(occluder.display) {
            $0.pastOccluders.append(
                PastOccluder(rect: occluder.rect, from: from, until: now))
        }
    }

    private func pastAlert(_ tap: Tap, _ past: Recent<PastVisible>) -> RecentTap.Outcome? {
        for past in past.reversed() {
            // All earlier ones ended before the tap.
            guard tap.time < past.until else { break }
            if past.covers(tap.time), case .alert(let renderer, let frame) = past.what {
                let isInside = frame.contains(tap.point)
                return RecentTap.Outcome(
                    verdict: isInside ? .inside : .swallowed, ground: .past,
                    owner: isInside ? renderer : nil)
            }
        }
        return nil
    }

    /// A tap on a popover that has closed meanwhile is judged like one on a closing popover.
    private func pastPopover(_ tap: Tap, _ past: Recent<PastVisible>) -> RecentTap.Outcome? {
        for past in past.reversed() where past.covers(tap.time) {
            guard case .popover(let id, let owner, let shapes) = past.what,
                let shape = shapes.first(where: { tap.time < $0.until })
            else { continue }
            if shape.contains(tap.point) {
                return RecentTap.Outcome(
                    verdict: .inside, ground: .past, popover: id, owner: owner)
            }
            let isPassed = isPassed(tap, passthrough: shape.passthrough)
            return RecentTap.Outcome(
                verdict: isPassed ? .passed : .swallowed, ground: .past,
                popover: isPassed ? nil : id)
        }
        return nil
    }
}

extension PastVisible {
    func covers(_ time: Instant) -> Bool { from <= time && time < until }
}

extension PastOccluder {
    func covers(_ tap: Tap) -> Bool {
        from <= tap.time && tap.time < until && rect.contains(tap.point)
    }
}
