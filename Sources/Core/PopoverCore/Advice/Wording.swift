// SPDX-License-Identifier: MIT

import PopoverModel

/// What words tell: English, German, French and Spanish ones, as far as kiosks use them on buttons
/// and in titles. Everything here is compared in lower case.
enum Wording {
    // MARK: What developers call it

    /// G24: people know controls by what they do, and never by what developers call them.
    ///
    /// - Parameter member: where the text stands; nil for a help text.
    static func findings(in text: String, member: String?) -> [Finding] {
        guard saysPopover(text) else { return [] }
        let name = member.map { "\($0) " } ?? ""
        let message =
            "\(name)\(text.quoted) says \"popover\", a word that people need not know: name what "
            + "it shows"
        return [Finding(.wording, message)]
    }

    private static let popover = "popover"
    /// The word in editions that do not have the English one.
    private static let otherPopovers = ["ポップオーバー", "팝오버", "浮出层", "поповер"]
    /// The programs' own names are no such word.
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

    /// False for most texts, after a look at their bytes alone: what is plain ASCII and has no `over`
    /// in it, hyphens aside, says no popover.
    private static func maySayPopover(_ text: String) -> Bool {
        // Its latest four letters, in lower case as far as they are letters.
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

    /// Verbs for taking something off the screen, and no more.
    private static let closing = [
        "close", "dismiss", "cancel", "schließen", "schliessen", "abbrechen", "fermer",
        "annuler", "cerrar", "cancelar",
    ]

    /// What ends something well, and says nothing of what was done.
    private static let ending = [
        "done", "ok", "okay", "fertig", "terminé", "listo", "aceptar",
    ]

    /// Whether a label says that something is closed or given up, or that it is done.
    static func isLeaving(_ label: String) -> Bool {
        isSign(label) || isLeaving(id: label)
    }

    /// Whether an id says the same. A sign is none: it may stand for anything.
    static func isLeaving(id: String) -> Bool {
        isClosing(id: id) || isOne(of: ending, id)
    }

    /// Whether an id says that something is closed or given up; that it is done says nothing of
    /// what the button does first.
    static func isClosing(id: String) -> Bool {
        isOne(of: closing, id)
    }

    private static func isOne(of known: [String], _ text: String) -> Bool {
        let words = words(of: text)
        return words.count == 1 && known.contains(words[0])
    }

    /// Whether it says that the popover is closed: `Close popover`, `close-popover`.
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
        // Most titles are plain ASCII, and the first letter of their first word says enough.
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

    /// Of the warnings, all of them letters of ASCII.
    private static let initials = Array(Set(warnings.compactMap(\.utf8.first)))

    private static func words(of text: String) -> [String] {
        if text.utf8.allSatisfy({ $0 < 0x80 }) {
            return text.utf8.split { !isPlain($0) }.map { lowercased($0) }
        }
        return text.lowercased().split { !($0.isLetter || $0.isNumber) }.map(String.init)
    }

    // Most texts are plain ASCII, of which the bytes say all: characters cost a hundred times that.

    /// Whether it is a letter or digit of ASCII.
    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }

    private static func lowercased(_ word: Substring.UTF8View) -> String {
        // Digits have this bit already.
        String(decoding: word.map { $0 | 0x20 }, as: UTF8.self)
    }
}
