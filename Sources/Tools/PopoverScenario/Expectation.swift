// SPDX-License-Identifier: MIT

/// A condition on one member of a message.
///
///     verdict=dismissed      equal                       frame.height<=200   a comparison
///     popover=$menu          equal, or sets $menu        message~"cut"       contains the text
///     draft                  present and not null        !draft              absent or null
///     advice[].rule=G16      any element of a list       sides.0=top         by index
struct Expectation: Hashable, Sendable {
    let text: String
    private let path: [Step]
    private let demand: Demand

    private enum Step: Hashable, Sendable {
        case member(String)
        case position(Int)
        case any
    }

    private enum Demand: Hashable, Sendable {
        case present
        case absent
        case compare(Comparison, Expression)
    }

    private enum Comparison: String, CaseIterable, Sendable {
        // Longer operators first: the first match counts.
        case unequal = "!="
        case atMost = "<="
        case atLeast = ">="
        case equal = "="
        case below = "<"
        case above = ">"
        case contains = "~"
    }

    init(_ word: String) throws(ScenarioError) {
        text = word
        let isNegated = word.hasPrefix("!")
        let body = isNegated ? word.dropFirst() : word[...]
        let name = body.prefix { !"=<>~!".contains($0) }
        path = try Self.steps(name, in: word)
        let rest = body.dropFirst(name.count)
        if rest.isEmpty {
            demand = isNegated ? .absent : .present
            return
        }
        guard !isNegated,
            let comparison = Comparison.allCases.first(where: { rest.hasPrefix($0.rawValue) })
        else { throw ScenarioError("expected member=value, member or !member, got \(word)") }
        let text = String(rest.dropFirst(comparison.rawValue.count))
        var value = try Expression(text)
        // The operand of ~ is text, even if it looks like a number.
        if comparison == .contains, case .value(let other) = value, other.string == nil {
            value = .value(.string(text))
        }
        demand = .compare(comparison, value)
    }

    private static func steps(
        _ name: Substring, in word: String
    ) throws(ScenarioError) -> [Step] {
        var steps: [Step] = []
        for part in name.split(separator: ".", omittingEmptySubsequences: false) {
            let isAny = part.hasSuffix("[]")
            let part = isAny ? part.dropLast(2) : part
            guard !part.isEmpty else {
                throw ScenarioError("missing member name in \(word)")
            }
            steps.append(Int(part).map(Step.position) ?? .member(String(part)))
            if isAny { steps.append(.any) }
        }
        return steps
    }

    /// The variable that it sets.
    var binding: String? {
        if case .compare(.equal, .variable(let name, 0)) = demand, name != Expression.now {
            name
        } else {
            nil
        }
    }

    /// The variables that it needs.
    var variables: [String] {
        if case .compare(_, let expression) = demand, binding == nil {
            expression.variables
        } else {
            []
        }
    }

    /// Describes how the message differs; nil if it meets the condition. Sets an unknown variable.
    func difference(
        from message: JSONValue, _ bindings: inout [String: JSONValue]
    ) throws(ScenarioError) -> String? {
        let found = Self.find(path[...], in: message)
        let there = found.filter { $0 != .null }
        switch demand {
        case .present: return there.isEmpty ? "it is absent" : nil
        case .absent: return there.isEmpty ? nil : "it is \(Self.list(there))"
        case .compare(let comparison, let expression):
            if let binding, bindings[binding] == nil {
                guard let value = there.first else { return "it is absent" }
                bindings[binding] = value
                return nil
            }
            let expected = try expression.value(in: bindings)
            if comparison == .unequal {
                return found.contains { $0.matches(expected) } ? "it is equal" : nil
            }
            let isMet = found.contains { Self.meets($0, comparison, expected) }
            guard !isMet else { return nil }
            let known = expression.variables.isEmpty ? "" : " (expected \(expected))"
            return (found.isEmpty ? "it is absent" : "it is \(Self.list(found))") + known
        }
    }

    private static func list(_ values: [JSONValue]) -> String {
        values.map(\.description).joined(separator: ", ")
    }

    private static func find(_ path: ArraySlice<Step>, in value: JSONValue) -> [JSONValue] {
        guard let step = path.first else { return [value] }
        let rest = path.dropFirst()
        switch (step, value) {
        case (.member(let name), _): return value[name].map { find(rest, in: $0) } ?? []
        case (.position(let index), .array(let elements)) where elements.indices.contains(index):
            return find(rest, in: elements[index])
        case (.any, .array(let elements)): return elements.flatMap { find(rest, in: $0) }
        default: return []
        }
    }

    private static func meets(
        _ value: JSONValue, _ comparison: Comparison, _ expected: JSONValue
    ) -> Bool {
        switch (comparison, value, expected) {
        case (.equal, _, _): return value.matches(expected)
        case (.atMost, .number(let actual), .number(let limit)): return actual <= limit
        case (.atLeast, .number(let actual), .number(let limit)): return actual >= limit
        case (.below, .number(let actual), .number(let limit)): return actual < limit
        case (.above, .number(let actual), .number(let limit)): return actual > limit
        case (.contains, .string(let text), .string(let part)):
            return text.lowercased().contains(part.lowercased())
        default: return false
        }
    }
}
