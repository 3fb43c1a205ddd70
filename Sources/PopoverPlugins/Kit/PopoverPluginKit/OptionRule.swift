// SPDX-License-Identifier: MIT

/// A row of a plugin's table of options: what is declared to the daemon, and the rule by which the
/// option's value is read into `Settings`.
///
///     struct Settings {
///         static let table: [OptionRule<Settings>] = [
///             .integer("port", \.port, default: 8883, in: 1...65_535, "The broker's port."),
///             .flag("tls", \.hasTLS, default: true, "Encrypt the connection."),
///         ]
///         var port: UInt16 = 0
///         var hasTLS = false
///     }
///
///     static let options = Settings.table.map(\.description)
///
///     var settings = Settings()
///     try host.read(Settings.table, into: &settings)
///
/// The daemon has checked a value's type; the rule checks what it says.
public struct OptionRule<Settings>: Sendable {
    public typealias Path<Value> = any WritableKeyPath<Settings, Value> & Sendable

    public let description: OptionDescription
    fileprivate let read: @Sendable (_ text: String, inout Settings) throws(OptionError) -> Void

    private init(
        description: OptionDescription,
        read: @escaping @Sendable (String, inout Settings) throws(OptionError) -> Void
    ) {
        self.description = description
        self.read = read
    }

    private init<Value>(
        _ name: String, _ type: OptionDescription.Kind, _ path: Path<Value>,
        _ defaultValue: String, _ summary: String,
        parse: @escaping @Sendable (String) throws(OptionError) -> Value
    ) {
        description = OptionDescription(
            name: name, type: type, defaultValue: defaultValue, summary: summary)
        read = { text, settings throws(OptionError) in
            settings[keyPath: path] = try parse(text)
        }
    }

    /// Text for people, not empty, which the configuration may have in several languages. It is not read
    /// into `Settings`: see `Host.setting(_:in:)`.
    public static func text(_ name: String, default: String, _ summary: String) -> OptionRule {
        OptionRule(
            description: OptionDescription(
                name: name, type: .text, defaultValue: `default`, summary: summary),
            read: { text, _ throws(OptionError) in
                if text.isEmpty { throw OptionError("\(name) is empty (expected a text)") }
            })
    }

    /// A string of any content.
    public static func string(
        _ name: String, _ path: Path<String>, default: String = "", _ summary: String
    ) -> OptionRule {
        OptionRule(name, .string, path, `default`, summary) { $0 }
    }

    /// A string that has to make sense.
    ///
    /// - Parameters:
    ///   - isSecret: errors do not quote the value.
    ///   - expected: completes the error `name "value" is not …`.
    ///   - parse: nil for a value that is not allowed.
    public static func string<Value>(
        _ name: String, _ path: Path<Value>, default: String = "", _ summary: String,
        isSecret: Bool = false, expected: String, parse: @escaping @Sendable (String) -> Value?
    ) -> OptionRule {
        OptionRule(name, .string, path, `default`, summary) { text throws(OptionError) in
            guard let value = parse(text) else {
                throw OptionError(name, isSecret ? "…" : text, isNot: expected)
            }
            return value
        }
    }

    /// A list of strings, each of which has to make sense.
    ///
    /// - Parameters: as of a string; `limit` is the most strings that are allowed.
    public static func strings<Value>(
        _ name: String, _ path: Path<[Value]>, default: [String] = [], _ summary: String,
        atMost limit: Int = .max, expected: String = "",
        parse: @escaping @Sendable (String) -> Value? = { $0 as? Value }
    ) -> OptionRule {
        let usual = `default`.map { $0 + "\n" }.joined()
        return OptionRule(name, .strings, path, usual, summary) { text throws(OptionError) in
            var values: [Value] = []
            for entry in text.split(separator: "\n").map(String.init) {
                guard let value = parse(entry) else {
                    throw OptionError(name, entry, isNot: expected)
                }
                values.append(value)
            }
            guard values.count <= limit else {
                throw OptionError("\(name) has \(values.count) entries (expected at most \(limit))")
            }
            return values
        }
    }

    /// A whole number; its range is added to the summary.
    public static func integer<Value: FixedWidthInteger & Sendable>(
        _ name: String, _ path: Path<Value>, default: Value, in range: ClosedRange<Value>,
        _ summary: String
    ) -> OptionRule {
        let words = "\(range.lowerBound) to \(range.upperBound)"
        return OptionRule(
            name, .integer, path, "\(`default`)", "\(summary.dropLast()) (\(words))."
        ) { text throws(OptionError) in
            guard let value = Value(text), range.contains(value) else {
                throw OptionError(name, text, isNot: "a number from \(words)")
            }
            return value
        }
    }

    /// A whole number that has to make sense.
    ///
    /// - Parameters:
    ///   - expected: completes the error `name "value" is not …`.
    ///   - parse: nil for a value that is not allowed.
    public static func integer<Value: FixedWidthInteger & Sendable>(
        _ name: String, _ path: Path<Value>, default: Value, _ summary: String, expected: String,
        parse: @escaping @Sendable (Value) -> Value?
    ) -> OptionRule {
        OptionRule(name, .integer, path, "\(`default`)", summary) { text throws(OptionError) in
            guard let value = Value(text).flatMap(parse) else {
                throw OptionError(name, text, isNot: expected)
            }
            return value
        }
    }

    /// True or false.
    public static func flag(
        _ name: String, _ path: Path<Bool>, default: Bool, _ summary: String
    ) -> OptionRule {
        OptionRule(name, .boolean, path, "\(`default`)", summary) { $0 == "true" }
    }
}

/// An option has a value that breaks its rule, or does not go with another option's.
public struct OptionError: Error, Hashable, Sendable, CustomStringConvertible {
    public let description: String

    public init(_ description: String) { self.description = description }

    public init(_ name: String, _ value: String, isNot expected: String) {
        description = "\(name) \"\(value)\" is not \(expected)"
    }
}

extension Host {
    /// Reads every option of a table; the first one that breaks its rule is thrown.
    public func read<Settings>(
        _ table: [OptionRule<Settings>], into settings: inout Settings
    ) throws(OptionError) {
        try table.read(into: &settings) { setting($0) }
    }
}

extension Array {
    /// Reads every option of a table; the first one that breaks its rule is thrown.
    ///
    /// - Parameter value: the text of the option of this name, as `Host.setting` returns it.
    public func read<Settings>(
        into settings: inout Settings, _ value: (String) -> String?
    ) throws(OptionError) where Element == OptionRule<Settings> {
        for rule in self { try rule.read(value(rule.description.name) ?? "", &settings) }
    }
}
