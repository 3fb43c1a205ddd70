// SPDX-License-Identifier: MIT

/// The members of a message in a line: `source=filter size=320x200 sides[]=top`.
///
/// A dot selects a member of an object, `[]` appends to a list: `insets.top=40`,
/// `avoid[]=0,0,100,100`.
struct Arguments: Hashable, Sendable {
    private(set) var object = Expression.object([])

    init(_ words: [String]) throws(ScenarioError) {
        for word in words {
            guard let end = word.firstIndex(of: "=") else {
                throw ScenarioError("expected member=value, got \(word)")
            }
            let path = word[..<end].split(separator: ".", omittingEmptySubsequences: false)
            guard path.allSatisfy({ !$0.isEmpty }) else {
                throw ScenarioError("missing member name in \(word)")
            }
            let value = try Expression(String(word[word.index(after: end)...]))
            object = try Self.adding(value, at: path[...], to: object, word)
        }
    }

    var variables: [String] { object.variables }

    /// A member's value; nil if it is absent or contains a variable.
    subscript(name: String) -> JSONValue? {
        guard case .object(let fields) = object,
            case .value(let value)? = fields.first(where: { $0.name == name })?.value
        else { return nil }
        return value
    }

    private static func adding(
        _ value: Expression, at path: ArraySlice<Substring>, to known: Expression?, _ word: String
    ) throws(ScenarioError) -> Expression {
        guard let first = path.first else { return value }
        let isList = first.hasSuffix("[]")
        let name = String(isList ? first.dropLast(2) : first)
        var fields: [Expression.Field] = []
        if let known {
            guard case .object(let others) = known else {
                throw ScenarioError("\(name) is already set: \(word)")
            }
            fields = others
        }
        let index = fields.firstIndex { $0.name == name }
        let earlier = index.map { fields[$0].value }
        let rest = path.dropFirst()
        let new: Expression
        switch (isList, earlier) {
        case (true, nil): new = .list([try adding(value, at: rest, to: nil, word)])
        case (true, .list(let elements)?):
            new = .list(elements + [try adding(value, at: rest, to: nil, word)])
        case (false, nil): new = try adding(value, at: rest, to: nil, word)
        case (false, .object?) where !rest.isEmpty:
            new = try adding(value, at: rest, to: earlier, word)
        default: throw ScenarioError("\(name) is already set: \(word)")
        }
        if let index {
            fields[index].value = new
        } else {
            fields.append(.init(name: name, value: new))
        }
        return .object(fields)
    }
}
