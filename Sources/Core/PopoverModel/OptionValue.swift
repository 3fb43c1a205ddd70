// SPDX-License-Identifier: MIT

/// The value of a plugin's option.
public enum OptionValue: Codable, Hashable, Sendable {
    case string(String)
    /// Within ±2^53, so that every language's JSON reads it exactly.
    case integer(Int64)
    /// Finite.
    case number(Double)
    case boolean(Bool)
    case strings([String])
    case translations(Translations)

    /// The longest string, in bytes.
    public static let longestString = 4096
    public static let mostStrings = 256
    public static let integers: ClosedRange<Int64> = -(1 << 53)...(1 << 53)

    /// Whether it keeps to the limits above.
    public var isValid: Bool {
        switch self {
        case .string(let text): text.utf8.count <= Self.longestString
        case .integer(let number): Self.integers.contains(number)
        case .number(let number): number.isFinite
        case .boolean: true
        case .strings(let texts):
            texts.count <= Self.mostStrings
                && texts.allSatisfy { $0.utf8.count <= Self.longestString }
        case .translations(let translations): translations.isValid
        }
    }
}

/// The type of an option that a plugin declares, as manifests spell it.
public enum OptionType: String, CaseIterable, Hashable, Sendable {
    case string
    case integer
    case number
    case boolean
    case strings
    /// Text for people: one string, or one for each language.
    case text

    /// The value as this type has it, nil for another type: a whole number is a number, too.
    public func fitting(_ value: OptionValue) -> OptionValue? {
        switch (self, value) {
        case (.string, .string), (.integer, .integer), (.number, .number), (.boolean, .boolean),
            (.strings, .strings), (.text, .string), (.text, .translations):
            value
        case (.number, .integer(let integer)): .number(Double(integer))
        case (.string, _), (.integer, _), (.number, _), (.boolean, _), (.strings, _), (.text, _):
            nil
        }
    }

    public var words: String {
        switch self {
        case .string, .text: "a string"
        case .integer: "a whole number"
        case .number: "a number"
        case .boolean: "true or false"
        case .strings: "a list of strings"
        }
    }
}

/// A plugin's option, as the configuration sets it.
public struct PluginOption: Codable, Hashable, Sendable {
    public var name: String
    public var value: OptionValue
    /// Where the configuration sets it, from 1, for errors; nil where no file did.
    public var line: Int?

    /// The longest name, in bytes.
    public static let longestName = 64
    /// The most options of one plugin.
    public static let most = 64

    public init(name: String, value: OptionValue, line: Int? = nil) {
        self.name = name
        self.value = value
        self.line = line
    }

    /// Options are equal if only their line differs: the plugin need not be reloaded.
    public static func == (left: PluginOption, right: PluginOption) -> Bool {
        left.name == right.name && left.value == right.value
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(value)
    }
}
