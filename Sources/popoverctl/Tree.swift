// SPDX-License-Identifier: MIT

internal import PopoverDrawing

struct Tree {
    var label: String
    var children: [Tree] = []

    init(_ label: String, _ children: [Tree] = []) {
        self.label = label.plain
        self.children = children
    }

    /// The lines with drawn branches, without a final LF.
    var text: String { ([label] + lines(below: "")).joined(separator: "\n") }

    private func lines(below indent: String) -> [String] {
        children.enumerated().flatMap { index, child in
            let isLast = index == children.count - 1
            return [indent + (isLast ? "└─ " : "├─ ") + child.label]
                + child.lines(below: indent + (isLast ? "   " : "│  "))
        }
    }
}
