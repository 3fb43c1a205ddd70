// SPDX-License-Identifier: MIT

/// A grid of terminal cells.
struct TextGrid {
    /// The style of a cell in a terminal with color.
    enum Style: Hashable, Sendable {
        case plain
        case dim
        case frame
        case accent
        case warning
        case critical

        /// The parameters of the ANSI sequence SGR.
        var rendition: String {
            switch self {
            case .plain: "0"
            case .dim: "0;2"
            case .frame: "0;1"
            case .accent: "0;1;34"
            case .warning: "0;1;33"
            case .critical: "0;1;31"
            }
        }
    }

    /// The characters of a box: corners clockwise from the top left, then both lines.
    struct Border: Sendable {
        let corners: [Character]
        let horizontal: Character
        let vertical: Character

        static let thin = Border(corners: ["┌", "┐", "┘", "└"], horizontal: "─", vertical: "│")
        static let round = Border(corners: ["╭", "╮", "╯", "╰"], horizontal: "─", vertical: "│")
        static let bold = Border(corners: ["┏", "┓", "┛", "┗"], horizontal: "━", vertical: "┃")
        static let double = Border(corners: ["╔", "╗", "╝", "╚"], horizontal: "═", vertical: "║")
        static let dashed = Border(corners: ["┌", "┐", "┘", "└"], horizontal: "╌", vertical: "╎")
    }

    /// A rectangle of cells, including both ends.
    struct Box: Hashable, Sendable {
        var left: Int
        var top: Int
        var right: Int
        var bottom: Int

        var width: Int { right - left + 1 }
        var height: Int { bottom - top + 1 }
        var inside: Box { Box(left: left + 1, top: top + 1, right: right - 1, bottom: bottom - 1) }
    }

    private struct Cell {
        /// nil for the right half of a wide character.
        var character: Character? = " "
        var style = Style.plain
    }

    let columns: Int
    let rows: Int
    private var cells: [Cell]

    init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
        cells = Array(repeating: Cell(), count: columns * rows)
    }

    /// Ignores cells outside of the grid.
    mutating func set(_ column: Int, _ row: Int, _ character: Character, _ style: Style) {
        guard (0..<columns).contains(column), (0..<rows).contains(row) else { return }
        let index = row * columns + column
        // Neither half of a wide character can stand alone.
        if cells[index].character == nil { cells[index - 1].character = " " }
        if column + 1 < columns, cells[index + 1].character == nil {
            cells[index + 1].character = " "
        }
        cells[index] = Cell(character: character, style: style)
    }

    mutating func fill(_ box: Box, _ character: Character, _ style: Style) {
        for row in visible(box.top, box.bottom, of: rows) {
            for column in visible(box.left, box.right, of: columns) {
                set(column, row, character, style)
            }
        }
    }

    mutating func frame(_ box: Box, _ border: Border, _ style: Style) {
        guard box.width >= 2, box.height >= 2 else { return fill(box, "▪", style) }
        for column in visible(box.left, box.right, of: columns) {
            set(column, box.top, border.horizontal, style)
            set(column, box.bottom, border.horizontal, style)
        }
        for row in visible(box.top, box.bottom, of: rows) {
            set(box.left, row, border.vertical, style)
            set(box.right, row, border.vertical, style)
        }
        set(box.left, box.top, border.corners[0], style)
        set(box.right, box.top, border.corners[1], style)
        set(box.right, box.bottom, border.corners[2], style)
        set(box.left, box.bottom, border.corners[3], style)
    }

    /// The part of a range, including both ends, that is within the grid.
    private func visible(_ first: Int, _ last: Int, of count: Int) -> Range<Int> {
        let start = max(0, first)
        return start..<max(start, min(last + 1, count))
    }

    /// Writes text, shortened to a number of cells.
    mutating func write(
        _ text: String, at column: Int, _ row: Int, within width: Int, _ style: Style
    ) {
        var column = column
        for character in text.plain.fitted(toCells: width) {
            set(column, row, character, style)
            if character.cells == 2, column + 1 < columns, row >= 0, row < rows, column >= 0 {
                cells[row * columns + column + 1] = Cell(character: nil, style: style)
            }
            column += character.cells
        }
    }

    /// Dims all cells without a style.
    mutating func dim() {
        for index in cells.indices where cells[index].style == .plain {
            cells[index].style = .dim
        }
    }

    /// The rows as lines without trailing blanks.
    func text(hasColor: Bool) -> String {
        (0..<rows).map { row in
            var line = ""
            var style = Style.plain
            let cells = cells[row * columns..<(row + 1) * columns]
            let end = cells.lastIndex { $0.character != " " }.map { $0 + 1 } ?? cells.startIndex
            for cell in cells[..<end] {
                if hasColor, cell.style != style {
                    style = cell.style
                    line += "\u{1B}[\(style.rendition)m"
                }
                if let character = cell.character { line.append(character) }
            }
            return line + (style == .plain ? "\n" : "\u{1B}[0m\n")
        }.joined()
    }
}

extension Character {
    /// The width in cells; East Asian wide characters and emoji have two.
    var cells: Int {
        guard let scalar = unicodeScalars.first else { return 0 }
        if scalar.properties.isEmojiPresentation { return 2 }
        switch scalar.value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF,
            0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD:
            return 2
        default: return 1
        }
    }
}

extension String {
    /// The text, shortened with an ellipsis to a number of cells.
    public func fitted(toCells width: Int) -> String {
        guard width > 0 else { return "" }
        var kept = ""
        var used = 0
        var keptBeforeEllipsis = ""
        for character in self {
            used += character.cells
            if used <= width - 1 { keptBeforeEllipsis = kept + String(character) }
            guard used <= width else { return keptBeforeEllipsis + "…" }
            kept.append(character)
        }
        return kept
    }

    public var cells: Int { reduce(0) { $0 + $1.cells } }
}
