// SPDX-License-Identifier: MIT

internal import PopoverDrawing

struct Table {
    var header: [String]
    var rows: [[String]]

    /// The lines, separated by LF.
    var text: String {
        let lines = [header] + rows.map { $0.map { $0.isEmpty ? "-" : $0.plain } }
        let widths = header.indices.map { column in
            lines.map { $0[column].cells }.max() ?? 0
        }
        return lines.map { line in
            var text = ""
            for (column, cell) in line.enumerated() {
                let isLast = column == line.count - 1
                let padding = isLast ? 0 : widths[column] - cell.cells + 2
                text += cell + String(repeating: " ", count: padding)
            }
            return text
        }.joined(separator: "\n")
    }
}
