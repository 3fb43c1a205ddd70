// SPDX-License-Identifier: MIT

import PopoverModel

/// The meaning of words on buttons and in titles, in the languages of ``WordTable``.
enum Wording {
    // MARK: What developers call it

    /// G24: users know controls by their purpose, not by the developers' terms.
    /// - Parameter member: the member that contains the text; nil for a help text.
    static func findings(in text: String, member: String?) -> [Finding] {
        guard saysPopover(text) else { return [] }
        let name = member.map { "\($0) " } ?? ""
        let message =
            "\(name)\(text.quoted) says \"popover\", a word that people need not know: name what "
            + "it shows"
        return [Finding(.wording, message)]
    }

    private static let popover = "popover"
    /// `popoverd` and `popoverctl` do not count.
    private static let programEndings = ["d", "ctl"]
    private static let hyphens: [Character] = ["-", "\u{2010}", "\u{2011}", "\u{AD}"]

    static func saysPopover(_ text: String) -> Bool {
        guard maySayPopover(text) else { return false }
        let word = text.lowercased().filter { !hyphens.contains($0) }
        if WordTable.popover.contains(where: { word.place(of: $0) != nil }) { return true }
        var rest = word[...]
        while let range = rest.place(of: popover) {
            rest = rest[range.upperBound...]
            let ending = rest.prefix { $0.isLetter || $0.isNumber }
            if !programEndings.contains(where: { ending == $0 }) { return true }
        }
        return false
    }

    /// A fast filter on bytes: ASCII text without `over`, hyphens aside, does not contain the word.
    private static func maySayPopover(_ text: String) -> Bool {
        // The latest four bytes, letters in lower case.
        var latest: UInt32 = 0
        let bytes = text.utf8Span.span
        for index in bytes.indices where bytes[index] != UInt8(ascii: "-") {
            let byte = bytes[index]
            guard byte < 0x80 else { return true }
            latest = latest << 8 | UInt32(byte | 0x20)
            if latest == over { return true }
        }
        return false
    }

    private static let over: UInt32 = 0x6F76_6572

    // MARK: Buttons that close

    private static let signs = ["x", "×", "✕", "✖", "✖️", "✗", "✘", "⨯", "❌", "⊗", "ⓧ"]

    /// What takes something off the screen or gives it up.
    private static let closing = Set(WordTable.close + WordTable.cancel)
    private static let ending = Set(WordTable.done)
    private static let ambiguous = Set(WordTable.leaves)

    /// Whether a label says that something is closed, given up or done, and nothing else.
    static func isLeaving(_ label: String) -> Bool {
        isSign(label) || isLeaving(form: form(ofLabel: label))
    }

    /// Whether a label may say so: Discard, or a word that means something else elsewhere.
    static func mayLeave(_ label: String) -> Bool {
        let form = form(ofLabel: label)
        return isLeaving(form: form) || ambiguous.contains(form) || isSign(label)
    }

    /// Whether a label says that something is done, and nothing else.
    static func isEnding(_ label: String) -> Bool { ending.contains(form(ofLabel: label)) }

    /// Whether a label may say that something is given up or left, but not only closed or done.
    static func givesUp(_ label: String) -> Bool { !isLeaving(label) && mayLeave(label) }

    /// Whether an id may say the same. Signs do not count: in an id they may mean anything.
    static func mayLeave(id: String) -> Bool {
        let form = form(of: id)
        return isLeaving(form: form) || ambiguous.contains(form)
    }

    /// Whether an id says closed or given up; not `done`: the button may do something first.
    static func isClosing(id: String) -> Bool {
        closing.contains(form(of: id))
    }

    private static func isLeaving(form: String) -> Bool {
        closing.contains(form) || ending.contains(form)
    }

    /// Whether a text says that the popover is closed: `Close popover`, `close-popover`.
    static func isClosingPopover(_ text: String) -> Bool {
        guard saysPopover(text) else { return false }
        let form = form(of: text)
        return form.split(separator: " ").contains { closing.contains(String($0)) }
            || WordTable.joinedClosing.contains { form.place(of: $0) != nil }
    }

    private static func isSign(_ text: String) -> Bool {
        signs.contains(text.lowercased().filter { !$0.isWhitespace })
    }

    // MARK: Warnings

    private static let warnings = Set(WordTable.warning)
    /// For each two letters of ASCII, whether a word begins with them.
    private static let warningBeginnings: [Bool] = {
        var isBeginning = Array(repeating: false, count: letters * letters)
        for word in warnings {
            if let beginning = beginning(of: word.utf8Span.span) { isBeginning[beginning] = true }
        }
        return isBeginning
    }()
    private static let warningSigns: [Unicode.Scalar] = ["⚠", "🚨", "⛔"]

    /// Whether a title begins with one or two words, or a sign, of warning (G23).
    static func beginsLikeWarning(_ title: String) -> Bool {
        guard mayBeginLikeWarning(title) else { return false }
        if let sign = title.unicodeScalars.first(where: { $0 != " " }),
            warningSigns.contains(sign)
        {
            return true
        }
        let beginning = form(of: title, words: 2)
        guard let first = beginning.split(separator: " ").first else { return false }
        return warnings.contains(beginning) || warnings.contains(String(first))
            || warnings.contains(String(firstScript(of: first)))
    }

    /// A fast filter on bytes: a title that begins with two letters as no word does is none.
    private static func mayBeginLikeWarning(_ title: String) -> Bool {
        guard let beginning = beginning(of: title.utf8Span.span) else { return true }
        return warningBeginnings[beginning]
    }

    private static let letters = 26

    /// A number for the first two letters, of any case; nil unless both are letters of ASCII.
    private static func beginning(of bytes: Span<UInt8>) -> Int? {
        guard bytes.count >= 2 else { return nil }
        let (first, second) = (letter(bytes[0]), letter(bytes[1]))
        guard first < letters, second < letters else { return nil }
        return first * letters + second
    }

    private static func letter(_ byte: UInt8) -> Int { Int((byte | 0x20) &- UInt8(ascii: "a")) }
}
