// SPDX-License-Identifier: MIT

internal import PopoverModel

/// The values that an option accepts: how to describe, read and write them.
struct ValueRule<Value>: Sendable {
    /// Describes a valid value: `a whole number from 1 to 10`.
    var expected: String
    /// The members of its JSON Schema.
    var schema: String
    /// nil for an invalid value.
    var read: @Sendable (TOMLValue) -> Value?
    /// The value in TOML.
    var write: @Sendable (Value) -> String
    /// A valid value similar to an invalid one.
    var suggest: @Sendable (TOMLValue) -> String? = { _ in nil }
}

extension ValueRule where Value == Int {
    static func integer(_ range: ClosedRange<Int>) -> ValueRule {
        ValueRule(
            expected: "a whole number from \(range.lowerBound) to \(range.upperBound)",
            schema: JSONSchema.range("integer", "\(range.lowerBound)", "\(range.upperBound)"),
            read: { value in
                guard case .integer(let number) = value.content, let number = Int(exactly: number)
                else { return nil }
                return range.contains(number) ? number : nil
            },
            write: { "\($0)" })
    }
}

extension ValueRule where Value == Interval {
    /// A duration; the range is in milliseconds.
    static func milliseconds(_ range: ClosedRange<Int>) -> ValueRule {
        let count = ValueRule<Int>.integer(range)
        return ValueRule(
            expected: "a whole number of milliseconds from \(range.lowerBound) to "
                + "\(range.upperBound)",
            schema: count.schema,
            read: { value in count.read(value).map { .milliseconds(Int64($0)) } },
            write: { "\($0.milliseconds)" })
    }

    /// The same, in a range of the protocol.
    static func milliseconds(_ range: ClosedRange<Double>) -> ValueRule {
        milliseconds(Int(range.lowerBound)...Int(range.upperBound))
    }
}

extension ValueRule where Value == Double {
    /// Whole numbers may be written without a point.
    static func number(_ range: ClosedRange<Double>) -> ValueRule {
        ValueRule(
            expected: "a number from \(plain(range.lowerBound)) to \(plain(range.upperBound))",
            schema: JSONSchema.range(
                "number", plain(range.lowerBound), plain(range.upperBound)),
            read: { value in
                let number: Double
                switch value.content {
                case .integer(let whole): number = Double(whole)
                case .number(let fraction): number = fraction
                case .table, .array, .string, .boolean, .date: return nil
                }
                return range.contains(number) ? number : nil
            },
            write: { plain($0) })
    }

    private static func plain(_ number: Double) -> String {
        if let whole = Int(exactly: number) { return "\(whole)" }
        return "\(number)"
    }
}

extension ValueRule where Value == Bool {
    static var flag: ValueRule {
        ValueRule(
            expected: "true or false", schema: #""type": "boolean""#,
            read: { value in
                guard case .boolean(let flag) = value.content else { return nil }
                return flag
            },
            write: { "\($0)" })
    }
}

extension ValueRule where Value == String {
    /// A name of a user, group, display or plugin. It rejects only what no system allows.
    static var name: ValueRule {
        let most = 128
        return text(
            expected: "a name of 1 to \(most) bytes", pattern: "^[^/\\u0000-\\u001f]{1,\(most)}$"
        ) { text in
            (1...most).contains(text.utf8.count)
                && text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0 != "/" }
        }
    }

    /// An absolute path.
    static var path: ValueRule {
        text(expected: "an absolute path", pattern: "^/") { text in
            text.hasPrefix("/") && !text.unicodeScalars.contains("\0")
        }
    }

    /// A language's tag as in `display.set`.
    static var language: ValueRule {
        text(
            expected: languageWords, pattern: languagePattern, accepts: Translations.isTag)
    }

    static var languageWords: String { "a language's tag such as \"de\" or \"pt-BR\"" }
    static var languagePattern: String { "^[A-Za-z][A-Za-z0-9-]{1,34}$" }

    /// An app name as in `hello`.
    static var app: ValueRule {
        text(
            expected: "an app name (1 to 64 of a-z 0-9 . _ -)", pattern: "^[a-z0-9._-]{1,64}$"
        ) { text in
            (1...64).contains(text.utf8.count)
                && text.utf8.allSatisfy { byte in
                    switch byte {
                    case UInt8(ascii: "a")...UInt8(ascii: "z"),
                        UInt8(ascii: "0")...UInt8(ascii: "9"),
                        UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"):
                        true
                    default: false
                    }
                }
        }
    }

    static func text(
        expected: String, pattern: String, accepts: @escaping @Sendable (String) -> Bool
    ) -> ValueRule {
        ValueRule(
            expected: expected, schema: #""type": "string", "pattern": "\#(pattern)""#,
            read: { value in
                guard case .string(let text) = value.content, accepts(text) else { return nil }
                return text
            },
            write: { TOMLValue.quoted($0) })
    }
}

extension ValueRule {
    static func choice() -> ValueRule
    where Value: RawRepresentable & CaseIterable & Sendable, Value.RawValue == String {
        choice(among: Array(Value.allCases))
    }

    static func choice(among choices: [Value]) -> ValueRule
    where Value: RawRepresentable & Sendable, Value.RawValue == String {
        ValueRule(
            expected: "one of "
                + choices.map { TOMLValue.quoted($0.rawValue) }.joined(separator: ", "),
            schema: JSONSchema.choice(among: choices.map(\.rawValue)),
            read: { value in
                guard case .string(let text) = value.content else { return nil }
                return choices.first { $0.rawValue == text }
            },
            write: { TOMLValue.quoted($0.rawValue) })
    }

    /// The same, or `""` for nil.
    static func optional<Wrapped>(_ rule: ValueRule<Wrapped>) -> ValueRule
    where Value == Wrapped? {
        ValueRule(
            expected: rule.expected + ", or \"\"",
            schema: #""anyOf": [{\#(rule.schema)}, {"const": ""}]"#,
            read: { value in
                if case .string("") = value.content { return .some(nil) }
                return rule.read(value).map { .some($0) }
            },
            write: { value in value.map(rule.write) ?? TOMLValue.quoted("") })
    }

    static func list<Element>(of rule: ValueRule<Element>) -> ValueRule
    where Value == [Element] {
        ValueRule(
            expected: "a list, each element \(rule.expected)",
            schema: #""type": "array", "items": {\#(rule.schema)}"#,
            read: { value in
                guard case .array(let elements) = value.content else { return nil }
                let read = elements.compactMap(rule.read)
                return read.count == elements.count ? read : nil
            },
            write: { "[" + $0.map(rule.write).joined(separator: ", ") + "]" })
    }
}

extension ValueRule where Value == [Method] {
    /// Names of methods, or prefixes such as `popover.*`. Prefixes are written back as single names.
    static var methods: ValueRule {
        ValueRule(
            expected:
                "a list, each element a method (\"tap\") or a prefix of methods (\"plugin.*\")",
            schema: #""type": "array", "items": {"anyOf": [{"#
                + JSONSchema.choice(among: Method.allCases.map(\.rawValue))
                + #"}, {"type": "string", "pattern": "\\.\\*$"}]}"#,
            read: { value in
                guard case .array(let elements) = value.content else { return nil }
                var methods: [Method] = []
                for element in elements {
                    guard let named = named(by: element) else { return nil }
                    methods += named.filter { !methods.contains($0) }
                }
                return methods
            },
            write: { "[" + $0.map { TOMLValue.quoted($0.rawValue) }.joined(separator: ", ") + "]" },
            suggest: { value in
                guard case .array(let elements) = value.content,
                    case .string(let text) = elements.first(where: { named(by: $0) == nil })?
                        .content
                else { return nil }
                return Spelling.nearest(to: text, among: Method.allCases.map(\.rawValue))
            })
    }

    /// nil if no method matches.
    private static func named(by value: TOMLValue) -> [Method]? {
        guard case .string(let text) = value.content else { return nil }
        let named =
            text.hasSuffix(".*")
            ? Method.allCases.filter { $0.rawValue.hasPrefix(text.dropLast()) }
            : Method.allCases.filter { $0.rawValue == text }
        return named.isEmpty ? nil : named
    }
}
