// SPDX-License-Identifier: MIT

internal import PopoverModel

/// Draws sources, views and occluders.
extension DisplayPainter {
    private static let caption = TextStyle(size: 12, color: Palette.softInk)
    private static let barHeight = 34.0

    func drawSurfaces() {
        for surface in scene.surfaces where surface.display === name {
            canvas.stroke(
                .rounded(surface.rect, radius: 4), Palette.surface, width: 1.5, dash: [7, 5])
            // Controls are usually at the top.
            let height = min(20, surface.rect.height)
            let label = Rect(
                x: surface.rect.x + 8, y: surface.rect.maxY - height - 2,
                width: surface.rect.width - 16, height: height)
            canvas.text("\(surface.name) · \(surface.app)", in: label, Self.caption)
        }
    }

    /// Registered controls; those that revealed a popover stand out.
    func drawSources() {
        for source in scene.sources where source.display === name {
            let isActive = popovers.contains {
                $0.source == source.name && $0.client == source.client && $0.closing == nil
            }
            let shape = Shape.rounded(source.rect, radius: 8)
            canvas.fill(shape, isActive ? Palette.accent : Palette.control)
            canvas.stroke(shape, isActive ? Palette.accent : Palette.controlEdge, width: 1.5)
            canvas.text(
                source.name, in: source.rect.grown(horizontally: -8),
                TextStyle(
                    size: 15, isBold: isActive, color: isActive ? Palette.onDark : Palette.ink,
                    alignment: .center))
        }
        // A popover may point at a rectangle without a registered source.
        for popover in popovers where popover.source == nil {
            canvas.stroke(
                .rounded(popover.anchor, radius: 6), Palette.accent, width: 2, dash: [4, 3])
        }
    }

    func drawPanel(_ panel: ScenePanel) {
        drawWindow(panel.frame, title: panel.title ?? "Panel", radius: 8, bar: Palette.rule)
        drawFacts(
            [("panel", "\(panel.panel)"), ("app", panel.app), ("key", panel.key)],
            in: content(of: panel.frame))
    }

    func drawView(_ view: SceneView) {
        canvas.fill(.rectangle(frame), Palette.shade)
        let room = frame.inset(by: display.specification.insets)
        let place: Rect
        let title: String
        switch view.kind {
        case .modal:
            place = view.frame ?? room.grown(by: -min(room.width, room.height) / 8)
            title = "Modal view"
        case .sheet:
            place = view.frame ?? room
            title = "Sheet"
        }
        drawWindow(place, title: title, radius: 12, bar: Palette.bar)
        drawFacts([("view", "\(view.view)"), ("app", view.app)], in: content(of: place))
    }

    /// An occluder; one named keyboard looks like a keyboard.
    func drawOccluder(_ occluder: SceneRegion) {
        let rect = occluder.rect
        canvas.fill(.rounded(rect, radius: 8), Palette.occluder)
        let label = Rect(
            x: rect.x + 12, y: rect.y + 4, width: max(0, rect.width - 24),
            height: min(24, max(0, rect.height - 8)))
        canvas.text(
            "\(occluder.name) · \(occluder.app)", in: label,
            TextStyle(size: 13, color: Palette.onDark))
        let keys = Rect(
            x: rect.x + 10, y: rect.y + 32, width: rect.width - 20, height: rect.height - 42)
        guard occluder.name.contains("keyboard"), keys.width > 120, keys.height > 50 else { return }
        drawKeys(in: keys)
    }

    private func drawKeys(in area: Rect) {
        let rows = [10.0, 9, 8]
        let height = area.height / 4
        let width = area.width / 10
        for (index, count) in rows.enumerated() {
            let left = area.midX - count * width / 2
            for column in stride(from: 0, to: count, by: 1) {
                let key = Rect(
                    x: left + column * width, y: area.y + Double(index) * height, width: width,
                    height: height)
                canvas.fill(.rounded(key.grown(by: -3), radius: 5), Palette.occluderKey)
            }
        }
        let space = Rect(
            x: area.midX - width * 2.5, y: area.y + 3 * height, width: width * 5, height: height)
        canvas.fill(.rounded(space.grown(by: -3), radius: 5), Palette.occluderKey)
    }

    private func drawWindow(_ rect: Rect, title: String, radius: Double, bar: Color) {
        canvas.shadow(of: rect, radius: radius)
        let shape = Shape.rounded(rect, radius: radius)
        canvas.fill(shape, Palette.body)
        let head = rect.with(height: min(Self.barHeight, rect.height))
        canvas.clipped(to: shape) { canvas.fill(.rectangle(head), bar) }
        canvas.stroke(shape, Palette.edge, width: 1.5)
        canvas.text(
            title, in: head.grown(horizontally: -14),
            TextStyle(size: 15, isBold: true, alignment: .center))
    }

    private func content(of window: Rect) -> Rect {
        Rect(
            x: window.x + 16, y: window.y + Self.barHeight + 10, width: window.width - 32,
            height: window.height - Self.barHeight - 20)
    }

    /// Names and values below each other, as many as fit.
    func drawFacts(_ facts: [(name: String, value: String?)], in box: Rect) {
        let names = TextStyle(size: 14, color: Palette.softInk)
        let values = TextStyle(size: 14)
        let present = facts.compactMap { fact in fact.value.map { (fact.name, $0) } }
        let column = min(
            (present.map { canvas.width(of: $0.0, names) }.max() ?? 0) + 14, box.width / 2)
        let height = 24.0
        for (index, fact) in present.enumerated() {
            let y = box.y + Double(index) * height
            guard y + height <= box.maxY else { return }
            let name = Rect(x: box.x, y: y, width: column, height: height)
            let value = Rect(
                x: box.x + column, y: y, width: box.width - column, height: height)
            canvas.text(fact.0, in: mirrored(name, in: box), names)
            canvas.text(fact.1, in: mirrored(value, in: box), values)
        }
    }
}
