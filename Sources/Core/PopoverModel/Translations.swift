// SPDX-License-Identifier: MIT

/// A text for people in one or more languages.
public struct Translations: Codable, Hashable, Sendable {
    public struct Entry: Codable, Hashable, Sendable {
        /// A BCP 47 tag.
        public var language: String
        /// Not empty.
        public var text: String

        public init(language: String, text: String) {
            self.language = language
            self.text = text
        }
    }

    /// In the order of the file; at least one, each language once.
    public let entries: [Entry]

    /// The most languages of a text.
    public static let most = 64

    /// Nil without any entry.
    public init?(_ entries: [Entry]) {
        guard !entries.isEmpty else { return nil }
        self.entries = entries
    }

    /// The text for people who read a language, nil if that is unknown.
    public func text(for language: String?) -> String { entries[index(for: language)].text }

    /// The entry of the language, else of the language without its last subtags (`zh-Hant` for
    /// `zh-Hant-TW`, then `zh`), else of English, else the first one. Case makes no difference.
    public func index(for language: String?) -> Int {
        var tag = (language ?? "").lowercased()
        while !tag.isEmpty {
            if let index = index(of: tag) { return index }
            tag = tag.lastIndex(of: "-").map { String(tag[..<$0]) } ?? ""
        }
        return index(of: "en") ?? 0
    }

    private func index(of tag: String) -> Int? {
        entries.firstIndex { $0.language.lowercased() == tag }
    }

    /// Whether every entry keeps to the limits, and no language has two.
    public var isValid: Bool {
        entries.count <= Self.most
            && Set(entries.map { $0.language.lowercased() }).count == entries.count
            && entries.allSatisfy { entry in
                Self.isTag(entry.language)
                    && (1...OptionValue.longestString).contains(entry.text.utf8.count)
            }
    }

    /// Whether this is a BCP 47 tag as the protocol takes it; subtags are not looked up.
    public static func isTag(_ text: String) -> Bool {
        (2...35).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                    || byte == UInt8(ascii: "-")
            } && text.utf8.first.map { $0 > UInt8(ascii: "9") } == true
    }
}
