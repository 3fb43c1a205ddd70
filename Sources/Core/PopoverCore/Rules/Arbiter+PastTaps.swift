// SPDX-License-Identifier: MIT

import PopoverModel

/// What was visible until recently, by which late reports of taps are decided.
extension Arbiter {
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
    @inline(__always)
    func outline(at index: Int) -> Popover.Outline {
        Popover.Outline(
            presentation: popovers[index].presentation, hit: popovers[index].request.hit,
            passthrough: popovers[index].request.passthrough,
            origin: popovers[index].origin, isForOther: popovers[index].isForOther == true)
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

    func pastAlert(_ tap: Tap, _ past: Recent<PastVisible>) -> RecentTap.Outcome? {
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

    /// A tap on a popover that has closed meanwhile is decided like one on a closing popover.
    func pastPopover(_ tap: Tap, _ past: Recent<PastVisible>) -> RecentTap.Outcome? {
        for past in past.reversed() where past.covers(tap.time) {
            guard case .popover(let id, let owner, let shapes) = past.what,
                let shape = shapes.first(where: { tap.time < $0.until })
            else { continue }
            let isOccluded = isOccluded(tap)
            if !isOccluded, shape.contains(tap.point) {
                return RecentTap.Outcome(
                    verdict: .inside, ground: .past, popover: id, owner: owner)
            }
            let isPassed =
                isOccluded || shape.passthrough.contains { $0.contains(tap.point) }
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
