// SPDX-License-Identifier: MIT

internal import PopoverModel

/// Draws one display of a scene in cells, in the order of `DisplayPainter`.
struct TextPainter {
    private typealias Box = TextGrid.Box

    private let scene: Scene
    private let display: SceneDisplay
    private let cell: Size
    private var grid: TextGrid

    /// The border of the display has one cell on every side.
    init(_ scene: Scene, _ display: SceneDisplay, columns: Int) {
        self.scene = scene
        self.display = display
        let size = display.specification.size
        let width = max(1, size.width) / Double(columns - 2)
        cell = Size(width: width, height: width * 2)
        // Limit the height of very high displays.
        let rows = min(200, max(3, (size.height / cell.height).rounded()))
        grid = TextGrid(columns: columns, rows: Int(rows) + 2)
    }

    func draw() -> TextGrid {
        var painter = self
        painter.drawAll()
        return painter.grid
    }

    private var name: String { display.specification.name }
    private var alerts: [SceneAlert] { scene.alerts.filter { $0.display === name } }
    private var popovers: [ScenePopover] { scene.popovers.filter { $0.display === name } }

    private mutating func drawAll() {
        drawInsets()
        for surface in scene.surfaces where surface.display === name {
            grid.frame(box(surface.rect), .dashed, .plain)
        }
        for source in scene.sources where source.display === name {
            drawLabeled(box(source.rect), source.name, .thin, .plain)
        }
        for panel in scene.panels where panel.display === name {
            drawWindow(
                box(panel.frame), title: panel.title ?? "panel",
                ["panel \(panel.panel) of \(panel.app)"], .thin, .plain)
        }
        for view in scene.views where view.display === name {
            let room = display.specification.frame.inset(by: display.specification.insets)
            drawWindow(
                box(view.frame ?? room), title: "\(view.kind.rawValue) view",
                ["view \(view.view) of \(view.app)"], .bold, .plain)
        }
        if display.isShielded { grid.dim() }
        for popover in popovers { drawPopover(popover) }
        for occluder in scene.occluders where occluder.display === name {
            let box = box(occluder.rect)
            grid.fill(box, "▒", .plain)
            drawCentered(" \(occluder.name) ", in: box, .plain)
        }
        if display.isLocked { drawLocked() }
        drawAlerts()
        drawEdge()
    }

    private mutating func drawInsets() {
        let specification = display.specification
        let room = specification.frame.inset(by: specification.insets)
        guard room != specification.frame else { return }
        grid.fill(box(specification.frame), "░", .plain)
        if room.area > 0 { grid.fill(box(room), " ", .plain) }
    }

    private mutating func drawPopover(_ popover: ScenePopover) {
        let style: TextGrid.Style = popover.closing == nil ? .accent : .dim
        let box = box(popover.presentation.frame)
        var facts = ["\(popover.behavior) \(popover.popover) of \(popover.app)"]
        if let reason = popover.closing { facts.append("closing: \(reason.rawValue)") }
        if popover.isModal { facts.append("modal") }
        if popover.presentation.scrolls { facts.append("scrolls") }
        drawWindow(box, title: popover.title ?? popover.behavior, facts, .round, style)
        switch popover.presentation {
        case .popover(_, let side, let tip, _): drawArrow(to: tip, side, from: box, style)
        case .sheet: break
        }
    }

    /// The arrow in the border of a popover, at its source.
    private mutating func drawArrow(
        to tip: Point, _ side: Side, from box: Box, _ style: TextGrid.Style
    ) {
        let tip = column(tip.x, row: tip.y)
        let column = min(max(tip.column, box.left + 1), max(box.left + 1, box.right - 1))
        let row = min(max(tip.row, box.top + 1), max(box.top + 1, box.bottom - 1))
        switch side {
        case .bottom: grid.set(column, box.top, "▲", style)
        case .top: grid.set(column, box.bottom, "▼", style)
        case .right: grid.set(box.left, row, "◀", style)
        case .left: grid.set(box.right, row, "▶", style)
        }
    }

    private mutating func drawAlerts() {
        let queued = alerts.count { $0.frame == nil }
        let more = queued > 0 ? ["+\(queued) queued"] : []
        guard let alert = alerts.first(where: { $0.frame != nil }), let frame = alert.frame else {
            if let badge = more.first {
                grid.write(badge, at: 2, 1, within: grid.columns - 4, .critical)
            }
            return
        }
        let style: TextGrid.Style =
            switch alert.severity {
            case .info: .accent
            case .warning: .warning
            case .critical: .critical
            }
        grid.dim()
        let buttons = alert.buttons.map { "[\($0.label)]" }.joined(separator: " ")
        let lines = [alert.message, buttons].compactMap { $0 } + more
        drawWindow(box(frame), title: alert.title, lines, .double, style)
    }

    private mutating func drawLocked() {
        let inside = box(display.specification.frame)
        grid.fill(inside, "·", .plain)
        drawCentered(" locked ", in: inside, .critical)
    }

    /// The border of the display, with its name and size.
    private mutating func drawEdge() {
        let all = Box(left: 0, top: 0, right: grid.columns - 1, bottom: grid.rows - 1)
        grid.frame(all, .bold, .frame)
        let size = display.specification.size
        var title = "\(name) \(size.width.short)×\(size.height.short)"
        if display.isLocked { title += ", locked" }
        if display.isShielded { title += ", shield" }
        let waiting = scene.waiting.count { $0.display === name }
        if waiting > 0 { title += ", \(waiting) waiting" }
        grid.write(" \(title) ", at: 2, 0, within: grid.columns - 4, .frame)
    }

    private mutating func drawWindow(
        _ box: Box, title: String, _ lines: [String], _ border: TextGrid.Border,
        _ style: TextGrid.Style
    ) {
        grid.fill(box, " ", style)
        grid.frame(box, border, style)
        guard box.width > 4, box.height > 2 else { return }
        for (index, line) in ([title] + lines).enumerated() where index < box.height - 2 {
            grid.write(line, at: box.left + 2, box.top + 1 + index, within: box.width - 4, style)
        }
    }

    /// A control: in a box if there is space, else in brackets, else its name.
    private mutating func drawLabeled(
        _ box: Box, _ text: String, _ border: TextGrid.Border, _ style: TextGrid.Style
    ) {
        if box.height > 2, box.width > 2 {
            grid.fill(box, " ", style)
            grid.frame(box, border, style)
            return drawCentered(text, in: box.inside, style)
        }
        let label = text.plain.cells <= box.width - 2 ? "[\(text)]" : text
        drawCentered(label, in: box, style)
    }

    private mutating func drawCentered(_ text: String, in box: Box, _ style: TextGrid.Style) {
        let text = text.plain.fitted(toCells: box.width)
        let left = box.left + (box.width - text.cells) / 2
        grid.write(text, at: left, (box.top + box.bottom) / 2, within: box.width, style)
    }

    /// The cells that a rectangle covers: at least one, without the border of the display.
    private func box(_ rect: Rect) -> Box {
        let start = column(rect.minX + cell.width / 2, row: rect.minY + cell.height / 2)
        let end = column(rect.maxX - cell.width / 2, row: rect.maxY - cell.height / 2)
        return Box(
            left: start.column, top: start.row, right: max(start.column, end.column),
            bottom: max(start.row, end.row))
    }

    private func column(_ x: Double, row y: Double) -> (column: Int, row: Int) {
        let column = (x / cell.width).rounded(.down)
        let row = (y / cell.height).rounded(.down)
        return (
            Int(min(max(column, 0), Double(grid.columns - 3))) + 1,
            Int(min(max(row, 0), Double(grid.rows - 3))) + 1
        )
    }
}
