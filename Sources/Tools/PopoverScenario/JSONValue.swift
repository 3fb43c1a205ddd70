// SPDX-License-Identifier: MIT

internal import PopoverModel
internal import PopoverWire

/// A JSON value that is independent of the text that it was parsed from.
indirect enum JSONValue: Hashable, Sendable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([Member])

    struct Member: Hashable, Sendable {
        var name: String
        var value: JSONValue

        init(_ name: String, _ value: JSONValue) {
            self.name = name
            self.value = value
        }
    }

    /// nil for invalid JSON.
    init?(text: some Collection<UInt8>) {
        guard let node = try? JSONReader().parse(Array(text), depthLimit: Self.depthLimit) else {
            return nil
        }
        self.init(node)
    }

    init(_ node: JSONNode) {
        if let bool = node.bool {
            self = .bool(bool)
        } else if let string = node.string {
            self = .string(string)
        } else if let elements = node.elements {
            self = .array(elements.map { JSONValue($0) })
        } else if let members = node.members {
            self = .object(members.map { Member($0.name, JSONValue($0.value)) })
        } else if let number = node.double {
            self = .number(number)
        } else {
            self = .null
        }
    }

    subscript(name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name == name }?.value
    }

    var string: String? { if case .string(let string) = self { string } else { nil } }

    /// Compact JSON.
    var text: JSONText {
        var writer = JSONWriter()
        writer.value(self)
        return JSONText(validated: writer.bytes)
    }

    /// Equality that ignores the order of members and rounding errors.
    func matches(_ other: JSONValue) -> Bool {
        switch (self, other) {
        case (.number(let one), .number(let two)): abs(one - two) <= Self.rounding
        case (.array(let one), .array(let two)):
            one.count == two.count && zip(one, two).allSatisfy { $0.matches($1) }
        case (.object(let one), .object(let two)):
            one.count == two.count
                && one.allSatisfy { member in other[member.name].map(member.value.matches) ?? false
                }
        default: self == other
        }
    }

    /// Lengths are computed in doubles and written as decimals.
    private static let rounding = 1e-6
    /// No message of the daemon is nested this deep.
    private static let depthLimit = 256
}

extension JSONValue: JSONWritable {
    func write(to writer: inout JSONWriter) {
        switch self {
        case .null: writer.null()
        case .bool(let value): writer.value(value)
        case .number(let value): writer.value(value)
        case .string(let value): writer.value(value)
        case .array(let elements):
            writer.array { array in
                for element in elements { array.value(element) }
            }
        case .object(let members):
            writer.object { object in
                for member in members { object.member(JSONName(member.name), member.value) }
            }
        }
    }
}

extension JSONValue: CustomStringConvertible {
    var description: String { String(decoding: text.bytes, as: UTF8.self) }
}
