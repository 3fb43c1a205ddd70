// SPDX-License-Identifier: MIT

/// A line of a scenario, split into words at spaces outside of quotes, braces and brackets.
struct ScenarioLine {
    let number: Int
    /// Without white space at its end.
    let text: String
    let words: [String]

    init(_ text: String, number: Int) throws(ScenarioError) {
        self.number = number
        self.text = text
        if let sentence = Self.sentence(text) {
            words = sentence
            return
        }
        var words: [String] = []
        var word = ""
        var depth = 0
        var isQuoted = false
        var isEscaped = false
        for character in text {
            if isQuoted {
                word.append(character)
                if isEscaped {
                    isEscaped = false
                } else if character == "\\" {
                    isEscaped = true
                } else if character == "\"" {
                    isQuoted = false
                }
                continue
            }
            switch character {
            case " " where depth == 0, "\t" where depth == 0:
                if !word.isEmpty { words.append(word) }
                word = ""
                continue
            case "\"": isQuoted = true
            case "{", "[": depth += 1
            case "}", "]": depth -= 1
            default: break
            }
            word.append(character)
        }
        guard !isQuoted, depth == 0 else {
            throw ScenarioError("unclosed quote or bracket", line: number)
        }
        if !word.isEmpty { words.append(word) }
        self.words = words
    }

    /// The words of a title or note, whose text may contain anything.
    private static func sentence(_ text: String) -> [String]? {
        let start = text.drop { $0.isWhitespace }
        let first = start.prefix { !$0.isWhitespace }
        guard first == "title" || first == "note" else { return nil }
        let rest = start.dropFirst(first.count).drop { $0.isWhitespace }
        return rest.isEmpty ? [String(first)] : [String(first), String(rest)]
    }

    /// The lines that are neither empty nor comments.
    static func lines(of text: String) throws(ScenarioError) -> [ScenarioLine] {
        var lines: [ScenarioLine] = []
        // A byte order mark and carriage returns come from other systems' editors.
        let text = text.hasPrefix("\u{FEFF}") ? text.dropFirst() : text[...]
        let texts = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for (index, text) in texts.enumerated() {
            guard let first = text.first(where: { !$0.isWhitespace }), first != "#" else {
                continue
            }
            lines.append(try ScenarioLine(trimmed(text), number: index + 1))
        }
        return lines
    }

    private static func trimmed(_ text: Substring) -> String {
        var text = text
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}
