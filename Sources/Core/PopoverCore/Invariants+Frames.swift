// SPDX-License-Identifier: MIT

import PopoverModel

extension Arbiter {
    /// Popovers, sheets and alerts keep off occluders where these leave room for them (K7).
    func framesAreUncovered(_ all: [Display]) -> [String] {
        var violations: [String] = []
        for display in all {
            let occluders = regions.occluders.onDisplay(display.name).map(\.rect)
            guard !occluders.isEmpty else { continue }
            if let id = display.popover, let popover = popovers[id], popover.closing == nil,
                popover.presentation.frame.isCovered(by: occluders),
                !mayBeCovered(popover, on: display.specification)
            {
                violations.append("\(id) lies under an occluder")
            }
            if let frame = alertFrame(on: display), frame.isCovered(by: occluders),
                display.presented.flatMap({ alerts[$0] })?.mayMove == true,
                !mayAlertBeCovered(on: display.specification, occluders)
            {
                violations.append("an alert on \(display.name) lies at an occluder")
            }
        }
        return violations
    }

    /// What keeps taps from all that lies below has an area that people see, and where they can answer.
    func blockersAreSeen(_ all: [Display]) -> [String] {
        all.flatMap { display in
            var blockers: [(name: String, frame: Rect, wanted: Size)] = []
            if let frame = alertFrame(on: display) {
                blockers.append(("the alert on \(display.name)", frame, display.specification.size))
            }
            if let id = display.popover, let popover = popovers[id], popover.closing == nil,
                popover.isModal || popover.presentation.side == nil
            {
                blockers.append(("\(id)", popover.presentation.frame, popover.request.size))
            }
            return blockers.compactMap { blocker in
                isSeen(blocker.frame, of: blocker.wanted, on: display.specification)
                    ? nil
                    : "people cannot reach \(blocker.name), which blocks taps: \(blocker.frame)"
            }
        }
    }

    /// Whether a control's size of a frame lies on a display, or all that there is of both.
    private func isSeen(
        _ frame: Rect, of wanted: Size, on display: DisplaySpecification
    ) -> Bool {
        let seen = frame.intersection(display.frame)
        let rounding = 1e-3
        let least = DisplaySpecification.leastRoom
        return (seen?.width ?? 0) + rounding >= min(least, wanted.width, display.size.width)
            && (seen?.height ?? 0) + rounding >= min(least, wanted.height, display.size.height)
    }

    /// A panel lies on its display, wherever its owner wants it (G22).
    var panelsAreOnDisplays: [String] {
        zip(panels.ids, panels).compactMap { id, panel in
            guard panel.closing == nil,
                let frame = displays.value(of: panel.display, { $0.specification.frame })
            else { return nil }
            let lost = panel.frame.area - (frame.intersection(panel.frame)?.area ?? 0)
            // More than rounding explains, in square points.
            return lost > 1 ? "\(id) lies beside \(panel.display)" : nil
        }
    }

    /// Whether a popover is a sheet for whose minimum the occluders leave no room.
    private func mayBeCovered(_ popover: Popover, on display: DisplaySpecification) -> Bool {
        guard case .sheet(let frame, _, _) = popover.presentation else { return false }
        return placement(for: popover, at: frame, on: display).isCrowdedOut
    }

    private func mayAlertBeCovered(on display: DisplaySpecification, _ occluders: [Rect]) -> Bool {
        let room = display.frame.inset(by: display.insets)
        let least = Size(
            width: min(Alert.widths.lowerBound, room.width),
            height: min(Alert.heights.lowerBound, room.height))
        return PlacementRegion(room).freeRegions(off: occluders, holding: least).isEmpty
    }
}

extension Rect {
    /// Whether the rectangles share more with it than rounding explains.
    fileprivate func isCovered(by others: [Rect]) -> Bool {
        let rounding = 1e-3
        return others.contains {
            guard let shared = intersection($0) else { return false }
            return shared.width > rounding && shared.height > rounding
        }
    }
}
