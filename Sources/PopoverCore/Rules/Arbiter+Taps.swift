// SPDX-License-Identifier: MIT

import PopoverModel

/// Taps and keys: judged against what was visible at their own time, from top to bottom.
extension Arbiter {
    mutating func tap(_ report: TapReport, _ client: ClientID, _ id: RequestID?) {
        switch resolve(report.place, of: client, source: nil) {
        case .failure(let failure): fail(client, id, failure)
        case .success(let display):
            let origin = origin(of: report.place.surface, client)
            let point = Point(x: report.point.x + origin.x, y: report.point.y + origin.y)
            take(
                point, at: min(report.time ?? now, now), on: display,
                wasSwallowed: report.wasSwallowed, latest: popoverNumbers.last, client, id)
        }
    }

    /// Judges a tap, or gives a second observer's report of the same one the same verdict.
    mutating func take(
        _ point: Point, at time: Instant, on name: String, wasSwallowed: Bool, latest: UInt64,
        _ client: ClientID, _ id: RequestID?
    ) {
        guard let taps = displays.value(of: name, { $0.taps }) else {
            return fail(client, id, .unknownID(name))
        }
        let same = taps.indices.filter { isSame(taps[$0], point, time, client) }
        // Of several, the closest in time, and of equally close ones the oldest.
        if let index = same.min(by: {
            taps[$0].tap.distance(to: time) < taps[$1].tap.distance(to: time)
        }) {
            return follow(index, on: name, wasSwallowed, client, id)
        }
        if taps.isFull, let oldest = taps.first?.tap.number {
            decideTaps { $0.number == oldest }
        }
        counters.taps += 1
        let tap = Tap(
            display: name, point: point, time: time, arrived: now, latest: latest,
            number: UInt64(counters.taps))
        displays.update(name) {
            // A tap that was pressed earlier and is told later did not come in between.
            if let toggle = $0.toggle, toggle.pressed <= time { $0.toggle = nil }
            $0.taps.append(RecentTap(tap: tap, reporter: client, wasSwallowed: wasSwallowed))
        }
        judge(tap, client, id, ruling: nil)
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
        guard let recent = displays[name]?.taps[index], recent.outcome != nil else { return }
        report(recent, on: name, wasSwallowed: wasSwallowed, to: client, id)
    }

    // MARK: Judging

    /// Runs the rules for a tap; once more with what came of it when plugins were asked.
    mutating func judge(
        _ tap: Tap, _ client: ClientID, _ id: RequestID?, ruling: Ruling?
    ) {
        let known = displays.value(of: tap.display) {
            (presented: $0.presented, popover: $0.popover, past: $0.past)
        }
        guard let (presented, visible, past) = known else {
            return fail(client, id, .unknownID(tap.display))
        }
        let outcome: RecentTap.Outcome
        if let alert = presented.flatMap({ alerts[$0] }), let since = alert.presentedAt,
            since <= tap.time, let display = displays[tap.display]
        {
            let isInside = alertFrame(on: display).contains(tap.point)
            outcome = RecentTap.Outcome(
                verdict: isInside ? .inside : .swallowed, ground: .alert,
                owner: isInside ? alert.renderer : nil)
        } else if let met = pastAlert(tap, past) {
            outcome = met
        } else if let popover = visible.flatMap({ popovers[$0] }),
            popover.grantedAt <= tap.time, popover.id.number <= tap.latest
        {
            guard let judged = judge(tap, popover, client, id, ruling) else { return }
            outcome = judged
        } else {
            outcome =
                pastPopover(tap, past) ?? RecentTap.Outcome(verdict: .idle, ground: .nothing)
        }
        conclude(tap, outcome, client, id, ruling)
    }

    /// The rules for a tap while a popover is there; nil when plugins are asked first.
    private mutating func judge(
        _ tap: Tap, _ popover: Popover, _ client: ClientID, _ id: RequestID?,
        _ ruling: Ruling?
    ) -> RecentTap.Outcome? {
        let shape = pastShape(of: popover, at: tap.time)
        if shape.contains(tap.point) {
            return RecentTap.Outcome(
                verdict: .inside, ground: .popover, popover: popover.id, owner: popover.owner)
        }
        if isPassed(tap, passthrough: shape.passthrough) {
            return RecentTap.Outcome(verdict: .passed, ground: .passage)
        }
        if popover.closing != nil {
            return RecentTap.Outcome(verdict: .swallowed, ground: .closing, popover: popover.id)
        }
        if popover.isModal { return nudge(popover, .modal) }
        if ruling == nil, isAsked(at: .outsideTap, popover.behavior, by: client) {
            ask(
                popover.behavior, .outsideTap(popover.facts, isKey: false),
                .outsideTap(tap, client, id), by: client)
            return nil
        }
        var close = (
            closes: popover.behavior.outsideTapCloses,
            disposition: popover.behavior.outsideTapDisposition
        )
        switch ruling?.verdict {
        case .close(let disposition): close = (true, disposition ?? close.disposition)
        case .stay: close.closes = false
        case nil, .abstain, .admit, .refuse, .replace, .detach, .present, .hold, .warn, .idle: break
        }
        guard close.closes else { return nudge(popover, .stays) }
        return dismiss(popover, by: tap, close.disposition)
    }

    /// Closes a nonmodal popover by a tap on its own source, on another one, or elsewhere.
    private mutating func dismiss(
        _ popover: Popover, by tap: Tap, _ disposition: Disposition
    ) -> RecentTap.Outcome {
        let hit = sources.topmost(at: tap.point, on: tap.display)
        if isOwnSource(of: popover, tap.point, hit) {
            let mark = ToggleMark(
                client: popover.owner, source: popover.source, anchor: anchorRect(of: popover),
                pressed: tap.time, arrived: tap.arrived)
            displays.update(tap.display) { $0.toggle = mark }
            startClosing(popover, because: .sourceTap, disposition, cause: .tap(tap.point))
            return RecentTap.Outcome(
                verdict: .dismissed, ground: .ownSource, popover: popover.id)
        }
        startClosing(
            popover, because: .outsideTap, disposition, hitsSource: hit != nil,
            cause: .tap(tap.point))
        return RecentTap.Outcome(
            verdict: .dismissed, ground: hit == nil ? .elsewhere : .otherSource,
            popover: popover.id, source: hit?.key)
    }

    private mutating func nudge(
        _ popover: Popover, _ ground: RecentTap.Ground
    ) -> RecentTap.Outcome {
        notify(popover.owner, .popoverNudge(popover.id))
        return RecentTap.Outcome(verdict: .swallowed, ground: ground, popover: popover.id)
    }

    /// Its registered source, unless another one lies on top there, or its anchor.
    private func isOwnSource(of popover: Popover, _ point: Point, _ hit: Region?) -> Bool {
        if let source = popover.source {
            let key = RegionKey(client: popover.owner, name: source)
            if hit?.key == key { return true }
            if sources[key] != nil && popover.anchor == nil { return false }
        }
        return anchorRect(of: popover)?.contains(point) ?? false
    }

    private func isPassed(_ tap: Tap, passthrough: [Rect]) -> Bool {
        passthrough.contains { $0.contains(tap.point) }
            || occluders.onDisplay(tap.display).contains {
                $0.rect.contains(tap.point) && occluderTimes[$0.key].map { $0 <= tap.time } ?? false
            }
            || displays.value(of: tap.display) {
                $0.pastOccluders.contains { $0.covers(tap) }
            } ?? false
    }

    // MARK: Concluding

    /// Remembers what became of a tap, and answers everyone who reported it.
    private mutating func conclude(
        _ tap: Tap, _ outcome: RecentTap.Outcome, _ client: ClientID, _ id: RequestID?,
        _ ruling: Ruling?
    ) {
        record(tap, outcome, ruling)
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
        // A tap that waits for plugins is decided before it is forgotten.
        guard case let index?? = index else { return fail(client, id, .unknownID(tap.display)) }
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

    /// Answers one who reported a tap, and hands it over to its source where a shield has
    /// swallowed it (G14). A source's client is told once: by `deliver`, or by `source.activated`.
    private mutating func report(
        _ recent: RecentTap, on display: String, wasSwallowed: Bool, to client: ClientID,
        _ id: RequestID?
    ) {
        guard let outcome = recent.outcome else { return }
        let deliver = delivers(outcome, to: client) && !recent.wasHandedOver
        var handsOver = deliver && outcome.source != nil
        if let source = outcome.source, wasSwallowed, !recent.wasHandedOver,
            source.client != client
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

    /// Whether a client that reports this tap should act on it itself.
    private func delivers(_ outcome: RecentTap.Outcome, to client: ClientID) -> Bool {
        switch outcome.verdict {
        case .idle, .passed, .none: true
        case .inside: outcome.owner == client || has(.input, client) || has(.shell, client)
        case .dismissed: outcome.source?.client == client
        case .swallowed: false
        }
    }

    // MARK: The past

    /// Remembers a popover that leaves the screen.
    mutating func remember(_ popover: Popover) {
        var shapes = popover.pastShapes
        shapes.append(pastShape(of: popover))
        remember(
            .popover(popover.id, owner: popover.owner, shapes: shapes),
            since: popover.grantedAt, on: popover.display)
    }

    mutating func remember(_ what: PastVisible.What, since: Instant, on display: String) {
        displays.update(display) {
            $0.past.append(PastVisible(what: what, from: since, until: now))
        }
    }

    /// What a popover was like until now.
    func pastShape(of popover: Popover) -> PastShape {
        PastShape(
            rects: shape(of: popover), passthrough: passthroughRects(of: popover), until: now)
    }

    /// What a popover that is still there was like at a time.
    func pastShape(of popover: Popover, at time: Instant) -> PastShape {
        popover.pastShapes.first { time < $0.until } ?? pastShape(of: popover)
    }

    /// Remembers where an occluder was that moves or goes.
    mutating func remember(_ occluder: Region) {
        guard let from = occluderTimes.removeValue(forKey: occluder.key) else { return }
        displays.update(occluder.display) {
            $0.pastOccluders.append(
                PastOccluder(rect: occluder.rect, from: from, until: now))
        }
    }

    private func pastAlert(_ tap: Tap, _ past: Recent<PastVisible>) -> RecentTap.Outcome? {
        for past in past.reversed() where past.covers(tap.time) {
            if case .alert(let renderer, let frame) = past.what {
                let isInside = frame.contains(tap.point)
                return RecentTap.Outcome(
                    verdict: isInside ? .inside : .swallowed, ground: .past,
                    owner: isInside ? renderer : nil)
            }
        }
        return nil
    }

    /// A popover that is gone by now counts as one that is closing.
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
