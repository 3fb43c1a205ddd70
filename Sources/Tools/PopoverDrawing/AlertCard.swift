// SPDX-License-Identifier: MIT

public import PopoverModel

/// An alert as people see it: an icon, a title, a message, and a row of buttons along the bottom.
public struct AlertCard: Hashable, Sendable {
    public var title: String
    public var message: String?
    public var severity: Severity
    public var buttons: [Button]
    /// In points, of any origin.
    public var frame: Rect
    /// In which people read.
    public var direction: WritingDirection?
    /// A BCP 47 tag: of the fonts that have a character it chooses one.
    public var language: String?
    /// In points.
    public var buttonHeight = 40.0

    private static let cornerRadius = 14.0
    private static let buttonLabel = TextStyle(size: 15, alignment: .center)
    /// The minimum readable width.
    private static let leastButtonWidth = 64.0
    private static let iconSize = 30.0

    public init(
        title: String, message: String?, severity: Severity, buttons: [Button], frame: Rect,
        direction: WritingDirection? = nil, language: String? = nil
    ) {
        self.title = title
        self.message = message
        self.severity = severity
        self.buttons = buttons
        self.frame = frame
        self.direction = direction
        self.language = language
    }

    // MARK: Its buttons

    private struct Cell {
        /// Nil: the number of those that have no room.
        let button: Button?
        let place: Rect
    }

    private var row: Rect {
        Rect(
            x: frame.x, y: frame.maxY - buttonHeight, width: frame.width, height: buttonHeight)
    }

    /// Those that have no room in a row of readable ones.
    public var hiddenButtons: Int {
        let most = max(1, Int(min(64, frame.width / Self.leastButtonWidth)))
        return buttons.count > most ? buttons.count - most + 1 : 0
    }

    /// As many as are readable; the last place shows the number of the others.
    private var cells: [Cell] {
        let shown: [Button?] =
            buttons.dropLast(hiddenButtons) + (hiddenButtons > 0 ? [nil] : [])
        let width = row.width / Double(max(1, shown.count))
        return shown.enumerated().map { index, button in
            let place = Rect(
                x: row.x + Double(index) * width, y: row.y, width: width, height: row.height)
            return Cell(button: button, place: mirrored(place, in: row))
        }
    }

    /// The id of the button at a point.
    public func button(at point: Point) -> String? {
        cells.first { $0.place.contains(point) }?.button?.id
    }

    // MARK: Drawing

    /// What its picture covers, with the shadow.
    public var place: Rect { frame.grown(by: 16) }

    /// Its picture, as large as `place`; nil: there is no memory.
    ///
    /// - Parameter scale: pixels per point.
    public func pixels(scale: Double) -> Pixels? {
        drawnPixels(of: place, scale: scale) { canvas in
            canvas.language = language
            canvas.direction = direction
            draw(on: canvas)
        }
    }

    func draw(on canvas: Canvas) {
        canvas.shadow(of: frame, radius: Self.cornerRadius)
        let shape = Shape.rounded(frame, radius: Self.cornerRadius)
        canvas.fill(shape, Palette.body)
        drawButtons(on: canvas, shape)
        drawWords(on: canvas)
        canvas.stroke(shape, Palette.edge, width: 1.5)
    }

    /// The rectangle, or its mirror image in the area if people read from right to left.
    private func mirrored(_ rect: Rect, in area: Rect) -> Rect {
        guard direction == .rtl else { return rect }
        return rect.offset(by: Point(x: area.minX + area.maxX - rect.minX - rect.maxX, y: 0))
    }

    private func drawWords(on canvas: Canvas) {
        let place = frame
        let room = Rect(
            x: place.x + 20, y: place.y + 16, width: place.width - 40,
            height: place.height - buttonHeight - 24)
        let needsIcon = room.width > 4 * Self.iconSize && room.height >= Self.iconSize
        let icon = Rect(
            x: room.x, y: room.y, width: Self.iconSize, height: Self.iconSize)
        if needsIcon { drawIcon(in: mirrored(icon, in: room), on: canvas) }
        let indent = needsIcon ? Self.iconSize + 14 : 0
        let words = mirrored(
            Rect(x: room.x + indent, y: room.y, width: room.width - indent, height: room.height),
            in: room)
        canvas.text(
            title, in: words.with(height: Self.iconSize), TextStyle(size: 18, isBold: true))
        let below = Rect(
            x: words.x, y: words.y + Self.iconSize + 4, width: words.width,
            height: max(0, words.height - Self.iconSize - 4))
        let style = TextStyle(size: 14, color: Palette.softInk)
        canvas.paragraph(message ?? "", in: below, style)
    }

    private func drawIcon(in box: Rect, on canvas: Canvas) {
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

    private func drawButtons(on canvas: Canvas, _ shape: Shape) {
        let row = self.row
        guard frame.height > buttonHeight, !buttons.isEmpty else { return }
        canvas.clipped(to: shape) {
            canvas.fill(.rectangle(row), Palette.bar)
            canvas.lines(
                [(row.origin, Point(x: row.maxX, y: row.minY))], Palette.edge, width: 1.5)
        }
        for cell in cells {
            if cell.place.minX > row.minX {
                canvas.lines(
                    [(cell.place.origin, Point(x: cell.place.minX, y: cell.place.maxY))],
                    Palette.edge, width: 1.5)
            }
            let box = cell.place.grown(horizontally: -8)
            if let button = cell.button {
                canvas.text(button.label, in: box, style(of: button))
            } else {
                canvas.text("+\(hiddenButtons)", in: box, Self.buttonLabel)
            }
        }
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
}
