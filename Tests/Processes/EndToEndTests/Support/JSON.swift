// SPDX-License-Identifier: MIT

import PopoverModel
import PopoverWire

/// Any JSON as a value that tests can spell, compare and print.
indirect enum JSON: Hashable, Sendable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSON])
    case object([String: JSON])

    init(_ node: JSONNode) {
        if let bool = node.bool {
            self = .bool(bool)
        } else if let string = node.string {
            self = .string(string)
        } else if let elements = node.elements {
            self = .array(elements.map { JSON($0) })
        } else if let members = node.members {
            self = .object(
                Dictionary(members.map { ($0.name, JSON($0.value)) }) { _, last in last })
        } else if let number = node.double {
            self = .number(number)
        } else {
            self = .null
        }
    }

    /// nil when the text is not JSON.
    init?(text: some Collection<UInt8>) {
        // The test decides how to handle text that is not JSON.
        guard let node = try? JSONReader().parse(Array(text), depthLimit: 128) else { return nil }
        self.init(node)
    }

    /// A member of an object; null where there is none.
    subscript(name: String) -> JSON {
        if case .object(let members) = self { members[name] ?? .null } else { .null }
    }

    /// An element of an array; null where there is none.
    subscript(index: Int) -> JSON {
        if case .array(let elements) = self, elements.indices.contains(index) {
            elements[index]
        } else {
            .null
        }
    }

    var string: String? { if case .string(let string) = self { string } else { nil } }
    var number: Double? { if case .number(let number) = self { number } else { nil } }
    var bool: Bool? { if case .bool(let bool) = self { bool } else { nil } }
    var elements: [JSON] { if case .array(let elements) = self { elements } else { [] } }
    var isNull: Bool { self == .null }

    /// The names of an object's members.
    var names: Set<String> {
        if case .object(let members) = self { Set(members.keys) } else { [] }
    }

    /// The same object with other or further members.
    func with(_ changes: [String: JSON]) -> JSON {
        guard case .object(let members) = self else { return .object(changes) }
        return .object(members.merging(changes) { _, new in new })
    }

    /// Whether the object has all these members with equal values.
    func holds(_ members: JSON) -> Bool {
        guard case .object(let wanted) = members else { return self == members }
        return wanted.allSatisfy { self[$0.key] == $0.value }
    }
}

extension JSON: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral,
    ExpressibleByStringInterpolation, ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByNilLiteral
{
    init(dictionaryLiteral members: (String, JSON)...) {
        self = .object(Dictionary(members) { _, last in last })
    }

    init(arrayLiteral elements: JSON...) { self = .array(elements) }
    init(stringLiteral string: String) { self = .string(string) }
    init(floatLiteral number: Double) { self = .number(number) }
    init(integerLiteral number: Int64) { self = .number(Double(number)) }
    init(booleanLiteral bool: Bool) { self = .bool(bool) }
    init(nilLiteral: ()) { self = .null }
}

extension JSON: JSONWritable, CustomStringConvertible {
    func write(to writer: inout JSONWriter) {
        switch self {
        case .null: writer.null()
        case .bool(let bool): writer.value(bool)
        case .number(let number): writer.value(number)
        case .string(let string): writer.value(string)
        case .array(let elements):
            writer.array { array in
                for element in elements { array.value(element) }
            }
        case .object(let members):
            writer.object { object in
                for (name, value) in members.sorted(by: { $0.key < $1.key }) {
                    object.member(JSONName(name), value)
                }
            }
        }
    }

    var description: String {
        var writer = JSONWriter()
        writer.value(self)
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}
