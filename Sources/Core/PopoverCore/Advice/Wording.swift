// SPDX-License-Identifier: MIT

import PopoverModel

/// The meaning of words on buttons and in titles: English, German, French and Spanish ones that
/// kiosks use. All comparisons are in lower case.
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
    /// The word in languages that do not use the English one.
    private static let otherPopovers = ["ポップオーバー", "팝오버", "浮出层", "поповер"]
    /// `popoverd` and `popoverctl` do not count.
    private static let programEndings = ["d", "ctl"]
    private static let hyphens: [Character] = ["-", "\u{2010}", "\u{2011}", "\u{AD}"]

    static func saysPopover(_ text: String) -> Bool {
        guard maySayPopover(text) else { return false }
        let word = text.lowercased().filter { !hyphens.contains($0) }
        if otherPopovers.contains(where: { word.place(of: $0) != nil }) { return true }
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

    /// Verbs for taking something off the screen.
    private static let closing = [
        "close", "dismiss", "cancel", "schließen", "schliessen", "abbrechen", "fermer",
        "annuler", "cerrar", "cancelar",
    ]

    /// Words for a good end that do not say what was done.
    private static let ending = [
        "done", "ok", "okay", "fertig", "terminé", "listo", "aceptar",
    ]

    /// Whether a label says that something is closed, given up or done.
    static func isLeaving(_ label: String) -> Bool {
        isSign(label) || isLeaving(id: label)
    }

    /// Whether an id says the same. Signs do not count: in an id they may mean anything.
    static func isLeaving(id: String) -> Bool {
        isClosing(id: id) || isOne(of: ending, id)
    }

    /// Whether an id says closed or given up; not `done`: the button may do something first.
    static func isClosing(id: String) -> Bool {
        isOne(of: closing, id)
    }

    private static func isOne(of known: [String], _ text: String) -> Bool {
        let words = words(of: text)
        return words.count == 1 && known.contains(words[0])
    }

    /// Whether a text says that the popover is closed: `Close popover`, `close-popover`.
    static func isClosingPopover(_ text: String) -> Bool {
        saysPopover(text) && words(of: text).contains(where: closing.contains)
    }

    private static func isSign(_ text: String) -> Bool {
        signs.contains(text.lowercased().filter { !$0.isWhitespace })
    }

    // MARK: Warnings

    private static let warnings =
        [
            "warning", "caution", "error", "alert", "danger", "attention",
            "warnung", "achtung", "vorsicht", "fehler", "gefahr",
            "avertissement", "erreur", "alerte",
            "advertencia", "atención", "precaución", "alerta", "peligro",
        ] as Set
    private static let warningSigns: [Unicode.Scalar] = ["⚠", "🚨", "⛔"]

    /// Whether a title begins with a word or sign of warning (G23).
    static func beginsLikeWarning(_ title: String) -> Bool {
        // For ASCII titles, the first letter of the first word usually decides.
        let bytes = title.utf8Span.span
        for index in bytes.indices {
            let byte = bytes[index]
            guard byte < 0x80 else { break }
            if isPlain(byte) && !initials.contains(byte | 0x20) { return false }
            if isPlain(byte) { break }
        }
        if let sign = title.unicodeScalars.first(where: { $0 != " " }),
            warningSigns.contains(sign)
        {
            return true
        }
        return words(of: title).first.map(warnings.contains) ?? false
    }

    /// All of them are ASCII letters.
    private static let initials = Array(Set(warnings.compactMap(\.utf8.first)))

    private static func words(of text: String) -> [String] {
        if text.utf8.allSatisfy({ $0 < 0x80 }) {
            return text.utf8.split { !isPlain($0) }.map { lowercased($0) }
        }
        return text.lowercased().split { !($0.isLetter || $0.isNumber) }.map(String.init)
    }

    // Most texts are ASCII: comparing bytes is a hundred times faster than comparing characters.

    /// Whether a byte is an ASCII letter or digit.
    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }

    private static func lowercased(_ word: Substring.UTF8View) -> String {
        // Digits already have this bit.
        String(decoding: word.map { $0 | 0x20 }, as: UTF8.self)
    }
}
