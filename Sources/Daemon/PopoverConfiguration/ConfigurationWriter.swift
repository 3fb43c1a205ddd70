// SPDX-License-Identifier: MIT

/// Writes options as TOML: commented out with documentation, or values only.
struct ConfigurationWriter {
    /// Whether documentation is written and options are comments.
    var isCommented: Bool

    private static let columns = 100

    func lines<Root>(for options: [ConfigurationOption<Root>], of root: Root) -> [String] {
        var lines: [String] = []
        for item in options {
            switch item.layout {
            case .line(let expected, _):
                guard let line = item.line(of: root) else { continue }
                let sentence = expected.prefix(1).uppercased() + expected.dropFirst()
                lines += note("\(item.documentation) \(sentence).")
                lines.append(option(line))
            case .blocks(let write):
                lines.append("")
                lines += write(root, self)
            }
        }
        return lines
    }

    func option(_ line: String) -> String { isCommented ? "#\(line)" : line }

    /// A wrapped comment; empty if documentation is not written.
    func note(_ text: String) -> [String] {
        guard isCommented else { return [] }
        var lines: [String] = []
        var line = "#"
        for word in text.split(separator: " ") {
            if line.count + 1 + word.count > Self.columns {
                lines.append(line)
                line = "#"
            }
            line += " \(word)"
        }
        lines.append(line)
        return lines
    }
}
