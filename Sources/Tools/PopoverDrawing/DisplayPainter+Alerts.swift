// SPDX-License-Identifier: MIT

internal import PopoverModel

extension DisplayPainter {
    private static let buttonHeight = 40.0
    private static let buttonLabel = TextStyle(size: 15, alignment: .center)
    /// The minimum readable width.
    private static let leastButtonWidth = 64.0
    private static let iconSize = 30.0

    /// The one alert that is presented; the others are queued.
    var presentedAlert: (alert: SceneAlert, frame: Rect)? {
        for alert in alerts {
            if let frame = alert.frame { return (alert, frame) }
        }
        return nil
    }

    /// Draws the presented alert above everything, with the number of queued alerts as a badge.
    func drawAlerts() {
        let queued = alerts.count { $0.frame == nil }
        guard let (alert, place) = presentedAlert else {
            if queued > 0 {
                drawBadge(queued, at: Point(x: frame.maxX - 24, y: frame.minY + 24))
            }
            return
        }
        drawScrim()
        canvas.shadow(of: place, radius: 14)
        let shape = Shape.rounded(place, radius: 14)
        canvas.fill(shape, Palette.body)
        drawButtons(of: alert, in: place, shape)
        drawWords(of: alert, in: place)
        canvas.stroke(shape, Palette.edge, width: 1.5)
        if queued > 0 { drawBadge(queued, at: Point(x: place.maxX - 6, y: place.minY + 6)) }
    }

    private func drawWords(of alert: SceneAlert, in place: Rect) {
        let room = Rect(
            x: place.x + 20, y: place.y + 16, width: place.width - 40,
            height: place.height - Self.buttonHeight - 24)
        let needsIcon = room.width > 4 * Self.iconSize && room.height >= Self.iconSize
        let icon = Rect(
            x: room.x, y: room.y, width: Self.iconSize, height: Self.iconSize)
        if needsIcon { drawIcon(alert.severity, in: mirrored(icon, in: room)) }
        let indent = needsIcon ? Self.iconSize + 14 : 0
        let words = mirrored(
            Rect(x: room.x + indent, y: room.y, width: room.width - indent, height: room.height),
            in: room)
        canvas.text(
            alert.title, in: words.with(height: Self.iconSize), TextStyle(size: 18, isBold: true))
        let below = Rect(
            x: words.x, y: words.y + Self.iconSize + 4, width: words.width,
            height: max(0, words.height - Self.iconSize - 4))
        let style = TextStyle(size: 14, color: Palette.softInk)
        canvas.paragraph(alert.message ?? "from \(alert.app)", in: below, style)
    }

    private func drawIcon(_ severity: Severity, in box: Rect) {
        let center = box.center
        let radius = Self.iconSize / 2
        let mark = TextStyle(size: 18, isBold: true, color: Palette.onDark, alignment: .center)
        switch severity {
        case .info:
            canvas.fill(.circle(center: center, radius: radius), Palette.info)
            canvas.text("i", in: box, mark)
        case .warning:
            let triangle = Shape.polygon([
                Point(x: center.x, y: box.minY), Point(x: box.maxX, y: box.maxY - 2),
                Point(x: box.minX, y: box.maxY - 2),
            ])
            canvas.fill(triangle, Palette.warning)
            canvas.stroke(triangle, Palette.warning, width: 3)
            canvas.text("!", in: box.offset(by: Point(x: 0, y: 4)), mark)
        case .critical:
            canvas.fill(.rounded(box, radius: 9), Palette.critical)
            canvas.text("!", in: box, mark)
        }
    }

    /// Along the bottom, as many as are readable; the last place shows the number of the others.
    private func drawButtons(of alert: SceneAlert, in place: Rect, _ shape: Shape) {
        let row = Rect(
            x: place.x, y: place.maxY - Self.buttonHeight, width: place.width,
            height: Self.buttonHeight)
        guard place.height > Self.buttonHeight, !alert.buttons.isEmpty else { return }
        let most = max(1, Int(min(64, row.width / Self.leastButtonWidth)))
        let hidden = alert.buttons.count > most ? alert.buttons.count - most + 1 : 0
        let shown = alert.buttons.dropLast(hidden)
        let width = row.width / Double(shown.count + (hidden > 0 ? 1 : 0))
        canvas.clipped(to: shape) {
            canvas.fill(.rectangle(row), Palette.bar)
            canvas.lines(
                [(row.origin, Point(x: row.maxX, y: row.minY))], Palette.edge, width: 1.5)
        }
        let labels =
            shown.map { ($0.label, style(of: $0)) }
            + (hidden > 0 ? [("+\(hidden)", Self.buttonLabel)] : [])
        for (index, (label, style)) in labels.enumerated() {
            let cell = mirrored(
                Rect(
                    x: row.x + Double(index) * width, y: row.y, width: width,
                    height: row.height), in: row)
            drawSeparator(before: cell, of: row)
            canvas.text(label, in: cell.grown(horizontally: -8), style)
        }
    }

    private func drawSeparator(before cell: Rect, of row: Rect) {
        guard cell.minX > row.minX else { return }
        canvas.lines(
            [(cell.origin, Point(x: cell.minX, y: cell.maxY))], Palette.edge, width: 1.5)
    }

    private func style(of button: Button) -> TextStyle {
        var style = Self.buttonLabel
        switch button.role {
        case .default:
            style.color = Palette.accent
            style.isBold = true
        case .destructive: style.color = Palette.critical
        case .cancel, nil: style.color = Palette.ink
        }
        return style
    }

    private func drawBadge(_ count: Int, at center: Point) {
        let label = "+\(count)"
        let style = TextStyle(
            size: 14, isBold: true, color: Palette.onDark, alignment: .center)
        let width = max(28, canvas.width(of: label, style) + 16)
        let badge = Rect(x: center.x - width / 2, y: center.y - 14, width: width, height: 28)
        canvas.fill(.rounded(badge, radius: 14), Palette.critical)
        canvas.stroke(.rounded(badge, radius: 14), Palette.body, width: 2)
        canvas.text(label, in: badge, style)
    }
}
