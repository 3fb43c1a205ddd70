// SPDX-License-Identifier: MIT

internal import PopoverModel

/// Draws one display of a scene, from bottom to top: insets, controls, panels, views, the scrim, the
/// popover, occluders, the lock and alerts. What people cannot see, like a shield, is not drawn.
struct DisplayPainter {
    let canvas: Canvas
    let scene: Scene
    let display: SceneDisplay
    let appearance: Appearance

    init(_ canvas: Canvas, _ scene: Scene, _ display: SceneDisplay) {
        self.canvas = canvas
        self.scene = scene
        self.display = display
        appearance = scene.appearance
    }

    var name: String { display.specification.name }
    var frame: Rect { display.specification.frame }
    var popovers: [ScenePopover] { scene.popovers.filter { $0.display === name } }
    var alerts: [SceneAlert] { scene.alerts.filter { $0.display === name } }

    private static let cornerRadius = 10.0
    private static let chip = TextStyle(size: 13, isBold: true, color: Palette.onDark)

    func draw() {
        canvas.direction = nil
        canvas.language = nil
        drawHeader()
        canvas.language = display.specification.language
        canvas.direction = display.specification.direction
        let glass = Shape.rounded(frame, radius: Self.cornerRadius)
        canvas.shadow(of: frame, radius: Self.cornerRadius)
        canvas.fill(glass, Palette.screen)
        canvas.clipped(to: glass) {
            drawGround()
            drawSurfaces()
            drawSources()
            for panel in scene.panels where panel.display === name { drawPanel(panel) }
            for view in scene.views where view.display === name { drawView(view) }
            if popovers.contains(where: \.isModal) { drawScrim() }
            for popover in popovers { drawPopover(popover) }
            for occluder in scene.occluders where occluder.display === name {
                drawOccluder(occluder)
            }
            if display.isLocked { drawLock() }
            drawAlerts()
        }
        canvas.stroke(glass, Palette.bezel, width: 3)
    }

    /// The name and properties of the display, with chips at the right for what the picture cannot show.
    private func drawHeader() {
        let box = Rect(
            x: frame.minX, y: frame.minY - PictureLayout.headerHeight, width: frame.width,
            height: PictureLayout.headerHeight - 8)
        var right = box.maxX
        for (label, color) in chips {
            let width = canvas.width(of: label, Self.chip) + 20
            // Keep some space for the name.
            guard right - width > box.minX + box.width / 3 else { break }
            let chip = Rect(x: right - width, y: box.midY - 12, width: width, height: 24)
            canvas.fill(.rounded(chip, radius: 12), color)
            canvas.text(label, in: chip, Self.chip.aligned(.center))
            right -= width + 8
        }
        let specification = display.specification
        let title = TextStyle(size: 18, isBold: true)
        let facts =
            "\(specification.size.width.short) × \(specification.size.height.short)"
            + (specification.scale == 1 ? "" : " @\(specification.scale.short)")
            + " · \(specification.idiom.rawValue)"
        let room = max(0, right - box.minX - 8)
        let width = min(canvas.width(of: name.plain, title), room)
        canvas.text(name, in: box.with(width: width + 1), title)
        let left = box.minX + width + 14
        canvas.text(
            facts,
            in: Rect(x: left, y: box.y, width: max(0, right - left - 8), height: box.height),
            TextStyle(size: 15, color: Palette.softInk))
    }

    private var chips: [(label: String, color: Color)] {
        var chips: [(label: String, color: Color)] = []
        if display.isLocked { chips.append(("locked", Palette.critical)) }
        if display.isShielded { chips.append(("shield", Palette.bezel)) }
        let waiting = scene.waiting.count { $0.display === name }
        if waiting > 0 { chips.append(("\(waiting) waiting", Palette.warning)) }
        return chips
    }

    private func drawGround() {
        let step = max(40, max(frame.width, frame.height) / 100)
        let columns = stride(from: frame.minX + step, to: frame.maxX, by: step).map {
            (Point(x: $0, y: frame.minY), Point(x: $0, y: frame.maxY))
        }
        let rows = stride(from: frame.minY + step, to: frame.maxY, by: step).map {
            (Point(x: frame.minX, y: $0), Point(x: frame.maxX, y: $0))
        }
        canvas.lines(columns + rows, Palette.grid)
        drawInsets()
    }

    private func drawInsets() {
        let room = frame.inset(by: display.specification.insets)
        guard room != frame else { return }
        canvas.fill(frame, except: [room], Palette.hatchGround)
        let step = max(10, (frame.width + frame.height) / 400)
        let lines = stride(from: frame.minX, to: frame.maxX + frame.height, by: step).map {
            (Point(x: $0, y: frame.minY), Point(x: $0 - frame.height, y: frame.maxY))
        }
        for band in frame.pieces(without: [room]) {
            canvas.clipped(to: .rectangle(band)) { canvas.lines(lines, Palette.hatch) }
        }
        canvas.stroke(.rectangle(room), Palette.hatch)
    }

    /// The rectangle, or its mirror image in the area if people read from right to left.
    func mirrored(_ rect: Rect, in area: Rect) -> Rect {
        guard display.specification.direction == .rtl else { return rect }
        return rect.offset(by: Point(x: area.minX + area.maxX - rect.minX - rect.maxX, y: 0))
    }

    /// Dims everything that was drawn so far.
    func drawScrim() {
        canvas.fill(.rectangle(frame), Palette.scrim.faded(to: appearance.scrim))
    }

    private func drawLock() {
        canvas.fill(.rectangle(frame), Palette.lockShade)
        let center = frame.center
        let unit = min(40, frame.width / 8, frame.height / 8)
        let shackle = Shape(elements: [
            .move(Point(x: center.x - unit * 0.6, y: center.y)),
            .arc(
                center: Point(x: center.x, y: center.y - unit * 0.6), radius: unit * 0.6, from: 2,
                to: 4),
            .line(Point(x: center.x + unit * 0.6, y: center.y)),
        ])
        canvas.stroke(shackle, Palette.onDark, width: unit * 0.24)
        let body = Rect(
            x: center.x - unit, y: center.y - unit * 0.3, width: unit * 2, height: unit * 1.5)
        canvas.fill(.rounded(body, radius: unit * 0.25), Palette.onDark)
        canvas.fill(
            .circle(center: Point(x: center.x, y: body.midY), radius: unit * 0.22),
            Palette.bezel)
        let words = Rect(x: frame.x, y: body.maxY + 12, width: frame.width, height: 28)
        canvas.text(
            "Session locked", in: words.grown(horizontally: -12),
            TextStyle(size: 18, isBold: true, color: Palette.onDark, alignment: .center))
    }
}

extension TextStyle {
    func aligned(_ alignment: Alignment) -> TextStyle {
        var style = self
        style.alignment = alignment
        return style
    }
}

extension Rect {
    func with(width: Double) -> Rect { Rect(x: x, y: y, width: width, height: height) }

    func with(height: Double) -> Rect { Rect(x: x, y: y, width: width, height: height) }

    /// Widens both ends by an amount; a negative amount narrows, at most to zero.
    func grown(horizontally amount: Double) -> Rect {
        let width = max(0, width + 2 * amount)
        return Rect(x: midX - width / 2, y: y, width: width, height: height)
    }
}
