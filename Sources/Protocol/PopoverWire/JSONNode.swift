// SPDX-License-Identifier: MIT
internal import CSimdJSON
public import PopoverModel

/// The six kinds of JSON values.
public enum JSONKind: Hashable, Sendable, CaseIterable {
    case null
    case bool
    case number
    case string
    case array
    case object
}

/// A value in the text that a `JSONReader` read last, valid until its reader parses again. An
/// accessor of another kind returns nil, so that one `guard let` checks presence and kind.
public struct JSONNode {
    internal let reader: JSONReader
    internal let generation: UInt64
    internal let index: Int

    public var kind: JSONKind {
        switch record.kind {
        case .null: .null
        case .false, .true: .bool
        case .number: .number
        case .string: .string
        case .array: .array
        case .object: .object
        }
    }

    public var isNull: Bool { record.kind == .null }

    public var bool: Bool? {
        switch record.kind {
        case .true: true
        case .false: false
        case .null, .number, .string, .array, .object: nil
        }
    }

    /// A number's nearest double; nil when it is too large for a finite one.
    public var double: Double? {
        let record = record
        return record.has(CSIMDJSON_FINITE) ? record.number : nil
    }

    /// A number that is integral and within ±2^53, however it is spelled (`10`, `1e1`, `10.0`).
    public var integer: Int64? {
        let record = record
        return record.has(CSIMDJSON_INTEGER) ? Int64(record.number) : nil
    }

    /// A number as it is spelled, of any size.
    public var numberText: String? {
        let record = record
        return record.kind == .number ? reader.spelling(record) : nil
    }

    public var string: String? {
        let record = record
        return record.kind == .string ? reader.string(record) : nil
    }

    /// The length of a string in bytes of UTF-8, for limits, without making the string.
    public var utf8Count: Int? {
        let record = record
        return record.kind == .string ? Int(record.count) : nil
    }

    /// How deep containers nest in it: a scalar 0, `[]` 1, `[[]]` 2.
    public var depth: Int { Int(record.depth) }

    /// Where it begins in the text, in bytes.
    public var offset: Int { Int(record.start) }

    /// An object's member; nil when there is none, or this is no object.
    public func member(_ name: String) -> JSONNode? { self[JSONName(name)] }

    /// As `member`; for names that are literals, of which no string is made.
    internal subscript(_ name: JSONName) -> JSONNode? {
        indexOfMember(name).map { sibling(at: $0) }
    }

    /// As `member`, unless that is null. Most members are absent, and then nothing is made.
    internal func filledMember(_ name: JSONName) -> JSONNode? {
        guard let index = indexOfMember(name),
            reader.node(at: index, generation: generation).kind != .null
        else { return nil }
        return sibling(at: index)
    }

    /// Of an object: a bit for each name (`JSONName.bit`); of others none.
    internal var nameBits: UInt32 { record.names }

    private func indexOfMember(_ name: JSONName) -> Int? {
        guard record.kind == .object else { return nil }
        return reader.member(name, ofObjectAt: index, generation: generation)
    }

    /// Whether it is this string, which is not made to find out.
    internal func isString(_ text: [UInt8]) -> Bool {
        let record = record
        return record.kind == .string && reader.isString(record, text.span)
    }

    /// An array's elements, in order.
    public var elements: JSONElements? {
        record.kind == .array ? JSONElements(of: self) : nil
    }

    /// An object's members, in the order of the text.
    public var members: JSONMembers? {
        record.kind == .object ? JSONMembers(of: self) : nil
    }

    /// The value as compact text, which outlives this view. One pass, no tree.
    public var compactText: JSONText {
        JSONText(validated: reader.compactBytes(at: index, generation: generation))
    }

    internal var record: csimdjson_node { reader.node(at: index, generation: generation) }

    internal func sibling(at index: Int) -> JSONNode {
        JSONNode(reader: reader, generation: generation, index: index)
    }
}

extension csimdjson_node {
    fileprivate func has(_ flag: Int) -> Bool { Int(flags) & flag != 0 }
}
