// SPDX-License-Identifier: MIT

internal import PopoverModel

extension DisplayPainter {
    private static let titleHeight = 42.0
    private static let chip = TextStyle(size: 12, isBold: true, color: Palette.onDark)

    /// A popover or its sheet; faded while it is closing.
    func drawPopover(_ popover: ScenePopover) {
        guard popover.closing != nil else { return drawOpaque(popover) }
        canvas.faded(to: 0.5) { drawOpaque(popover) }
    }

    private func drawOpaque(_ popover: ScenePopover) {
        let frame = popover.presentation.frame
        let shape = outline(of: popover.presentation)
        canvas.shadow(of: frame, radius: appearance.cornerRadius)
        canvas.fill(shape, Palette.body)
        canvas.stroke(shape, popover.isModal ? Palette.accent : Palette.edge, width: 1.5)
        let inside = frame.grown(horizontally: -18)
        let head = inside.with(height: min(Self.titleHeight, frame.height))
        drawTitle(of: popover, in: head)
        guard frame.height > Self.titleHeight + 24 else { return }
        canvas.lines(
            [
                (
                    Point(x: frame.minX + 1, y: head.maxY),
                    Point(x: frame.maxX - 1, y: head.maxY)
                )
            ], Palette.rule, width: 1.5)
        let body = Rect(
            x: inside.x, y: head.maxY + 10, width: inside.width, height: frame.maxY - head.maxY - 18
        )
        drawFacts(facts(of: popover), in: body)
    }

    private func outline(of presentation: Presentation) -> Shape {
        switch presentation {
        case .popover(let frame, let side, let arrow, _):
            .popover(frame: frame, side: side, tip: arrow, appearance: appearance)
        case .sheet(let frame, _, _): .rounded(frame, radius: appearance.cornerRadius)
        }
    }

    /// The title, and the chips at the end of its line.
    private func drawTitle(of popover: ScenePopover, in head: Rect) {
        var right = head.maxX
        for (label, color) in chips(of: popover) {
            let width = canvas.width(of: label, Self.chip) + 18
            guard right - width > head.minX + head.width / 3, head.height >= 22 else { break }
            let chip = mirrored(
                Rect(x: right - width, y: head.midY - 11, width: width, height: 22), in: head)
            canvas.fill(.rounded(chip, radius: 11), color)
            canvas.text(label, in: chip, Self.chip.aligned(.center))
            right -= width + 6
        }
        let room = mirrored(head.with(width: max(0, right - head.minX - 6)), in: head)
        canvas.text(
            popover.title ?? popover.behavior, in: room, TextStyle(size: 18, isBold: true))
    }

    private func chips(of popover: ScenePopover) -> [(label: String, color: Color)] {
        var chips: [(label: String, color: Color)] = []
        if let reason = popover.closing {
            chips.append(("closing: \(reason.rawValue)", Palette.softInk))
        }
        if popover.isModal { chips.append(("modal", Palette.accent)) }
        if popover.presentation.scrolls { chips.append(("scrolls", Palette.warning)) }
        return chips
    }

    private func facts(of popover: ScenePopover) -> [(name: String, value: String?)] {
        let presentation =
            switch popover.presentation {
            case .popover: "popover"
            case .sheet: "sheet"
            }
        return [
            (presentation, "\(popover.popover)"), ("app", "\(popover.app) (\(popover.client))"),
            ("behavior", popover.behavior), ("source", popover.source), ("key", popover.key),
        ]
    }
}
