// SPDX-License-Identifier: MIT

/// A value in a scenario: JSON, shorthands for shapes of the protocol, and variables.
///
///     320x200          a size                 40,100,120,44    a rectangle
///     160,144          a point                $menu            the value that `popover=$menu` saw
///     $now-800000      a time, microseconds   {"id": 7}        any JSON
///     filter           a string               "pay now"        a string with spaces
enum Expression: Hashable, Sendable {
    case value(JSONValue)
    /// The value of a variable, plus a number.
    case variable(String, plus: Double)
    case list([Expression])
    case object([Field])

    struct Field: Hashable, Sendable {
        var name: String
        var value: Expression
    }

    /// The variable with the current time, in the protocol's microseconds.
    static let now = "now"

    init(_ text: String) throws(ScenarioError) {
        guard let first = text.first else { throw ScenarioError("missing value") }
        switch first {
        case "$": self = try Self.variable(text.dropFirst())
        case "{", "[", "\"":
            guard let value = JSONValue(text: text.utf8) else {
                throw ScenarioError("invalid JSON: \(text)")
            }
            self = .value(value)
        default: self = .value(Self.shorthand(text))
        }
    }

    private static func variable(_ text: Substring) throws(ScenarioError) -> Expression {
        let name = text.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
        let rest = text.dropFirst(name.count)
        guard !name.isEmpty, rest.isEmpty || Double(plain: rest) != nil else {
            throw ScenarioError("expected $name, $name+NUMBER or $name-NUMBER, got $\(text)")
        }
        return .variable(String(name), plus: Double(plain: rest) ?? 0)
    }

    private static func shorthand(_ text: String) -> JSONValue {
        switch text {
        case "null": return .null
        case "true": return .bool(true)
        case "false": return .bool(false)
        default: break
        }
        if let number = Double(plain: text) { return .number(number) }
        let sides = text.split(separator: "x", omittingEmptySubsequences: false)
            .map { Double(plain: $0) }
        if sides.count == 2, let width = sides[0], let height = sides[1] {
            return .object(named: ["width": width, "height": height])
        }
        let numbers = text.split(separator: ",", omittingEmptySubsequences: false)
            .compactMap { Double(plain: $0) }
        switch (numbers.count, text.count { $0 == "," }) {
        case (2, 1): return .object(named: ["x": numbers[0], "y": numbers[1]])
        case (4, 3):
            return .object(named: [
                "x": numbers[0], "y": numbers[1], "width": numbers[2], "height": numbers[3],
            ])
        default: return .string(text)
        }
    }

    var variables: [String] {
        switch self {
        case .value: []
        case .variable(let name, _): [name]
        case .list(let elements): elements.flatMap(\.variables)
        case .object(let fields): fields.flatMap { $0.value.variables }
        }
    }

    func value(in bindings: [String: JSONValue]) throws(ScenarioError) -> JSONValue {
        switch self {
        case .value(let value): return value
        case .variable(let name, let plus):
            guard let value = bindings[name] else {
                throw ScenarioError("undefined variable $\(name)")
            }
            guard plus != 0 else { return value }
            guard case .number(let number) = value else {
                throw ScenarioError("$\(name) is not a number: \(value)")
            }
            return .number(number + plus)
        case .list(let elements):
            var values: [JSONValue] = []
            for element in elements { values.append(try element.value(in: bindings)) }
            return .array(values)
        case .object(let fields):
            var members: [JSONValue.Member] = []
            for field in fields {
                members.append(.init(field.name, try field.value.value(in: bindings)))
            }
            return .object(members)
        }
    }
}

extension JSONValue {
    fileprivate static func object(named members: KeyValuePairs<String, Double>) -> JSONValue {
        .object(members.map { Member($0.key, .number($0.value)) })
    }
}

extension Double {
    /// Only digits, sign and point: no `nan`, no hexadecimal.
    fileprivate init?(plain text: some StringProtocol) {
        guard text.allSatisfy({ $0.isNumber || "+-.".contains($0) }), let value = Double(text),
            value.isFinite
        else { return nil }
        self = value
    }
}
