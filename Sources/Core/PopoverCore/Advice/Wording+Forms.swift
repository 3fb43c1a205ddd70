// SPDX-License-Identifier: MIT

/// The form in which texts are compared with ``WordTable``: in lower case, with one space between
/// words, and without anything but letters and digits.
extension Wording {
    /// - Parameter most: the number of words after which the text does not matter.
    static func form(of text: String, words most: Int = .max) -> String {
        // Most texts are ASCII: handling bytes is a hundred times faster than handling characters.
        guard text.utf8.allSatisfy({ $0 < 0x80 }) else { return unicodeForm(of: text, words: most) }
        var form: [UInt8] = []
        form.reserveCapacity(text.utf8.count)
        var words = 0
        var isInWord = false
        for byte in text.utf8 {
            guard isPlain(byte) else {
                isInWord = false
                continue
            }
            if !isInWord {
                if words == most { break }
                words += 1
                isInWord = true
                if words > 1 { form.append(UInt8(ascii: " ")) }
            }
            // Digits already have this bit.
            form.append(byte | 0x20)
        }
        return String(decoding: form, as: UTF8.self)
    }

    private static func unicodeForm(of text: String, words most: Int) -> String {
        var form = ""
        var words = 0
        var isInWord = false
        for character in text.lowercased() where character != softHyphen {
            guard character.isLetter || character.isNumber else {
                isInWord = false
                continue
            }
            if !isInWord {
                if words == most { break }
                words += 1
                isInWord = true
                if words > 1 { form.append(" ") }
            }
            form.append(character == dottedI ? "i" : character)
        }
        return form
    }

    private static let softHyphen: Character = "\u{AD}"
    /// The lower case of the Turkish capital `İ`.
    private static let dottedI: Character = "i\u{307}"

    /// The form of a button's label without its mnemonic. Toolkits mark the letter by `_` or `&`, and
    /// append `(_C)` where the script does not have it.
    static func form(ofLabel label: String) -> String {
        let bytes = label.utf8
        guard bytes.contains(where: { isMnemonicSign($0) || $0 == UInt8(ascii: ")") }) else {
            return form(of: label)
        }
        var plain: [UInt8] = []
        plain.reserveCapacity(bytes.count)
        for (byte, next) in zip(bytes, bytes.dropFirst()) {
            if isMnemonicSign(byte), isPlain(next) || next >= 0x80 { continue }
            plain.append(byte)
        }
        if let last = bytes.last { plain.append(last) }
        // Bytes from 0x41 that are plain are letters.
        if plain.count > 3, let letter = plain.dropLast().last, letter >= 0x41, isPlain(letter),
            plain.last == UInt8(ascii: ")"), plain[plain.count - 3] == UInt8(ascii: "(")
        {
            plain.removeLast(3)
        }
        return form(of: String(decoding: plain, as: UTF8.self))
    }

    private static func isMnemonicSign(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "_") || byte == UInt8(ascii: "&")
    }

    /// Whether a byte is an ASCII letter or digit.
    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }

    // MARK: Scripts without spaces

    /// The part of a word in Han or Katakana at its beginning, after which another word may begin:
    /// `エラー` of `エラーが`. All of a word that begins in another script.
    static func firstScript(of word: Substring) -> Substring {
        guard let script = word.first.flatMap(joinedScript) else { return word }
        return word.prefix { joinedScript(of: $0) == script }
    }

    private enum JoinedScript { case han, katakana }

    private static func joinedScript(of character: Character) -> JoinedScript? {
        switch character.unicodeScalars.first?.value ?? 0 {
        case 0x3400...0x4DBF, 0x4E00...0x9FFF: .han
        case 0x30A0...0x30FF: .katakana
        default: nil
        }
    }
}
