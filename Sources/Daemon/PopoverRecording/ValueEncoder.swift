// SPDX-License-Identifier: MIT

import PopoverCore
import PopoverModel

/// Encodes any `Codable` value as canonical JSON: sets and dictionaries are sorted, nil members are
/// left out, and drafts, choices and published data become their short placeholders.
struct ValueEncoder: Encoder {
    let slot: CodedValue
    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]

    static func encode(_ value: some Encodable) throws -> CodedValue {
        let slot = CodedValue()
        try ValueEncoder(slot: slot).put(value)
        return slot
    }

    static func encode(_ arbiter: borrowing Arbiter) throws -> CodedValue {
        let slot = CodedValue()
        try arbiter.encode(to: ValueEncoder(slot: slot))
        return slot
    }

    func put(_ value: some Encodable) throws {
        if let text = value as? JSONText {
            let short = Redactor.short(ofFull: text)
            slot.content = .string(String(decoding: short.bytes, as: UTF8.self))
        } else if let unordered = value as? any Unordered {
            try unordered.encodeInOrder(to: slot)
        } else {
            try value.encode(to: self)
        }
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        slot.content = .object([])
        return KeyedEncodingContainer(MemberEncoder<Key>(slot: slot))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        slot.content = .array([])
        return ElementEncoder(slot: slot)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { ScalarEncoder(slot: slot) }
}

/// Sets and dictionaries, whose order differs from run to run, in the shape of their `init(from:)`.
private protocol Unordered {
    func encodeInOrder(to slot: CodedValue) throws
}

extension Set: Unordered where Element: Encodable {
    func encodeInOrder(to slot: CodedValue) throws {
        let elements = try map { element in try ValueEncoder.encode(element) }
        slot.content = .array(
            elements.map { (text: $0.text, value: $0) }
                .sorted { $0.text.lexicographicallyPrecedes($1.text) }.map(\.value))
    }
}

extension Dictionary: Unordered where Key: Encodable, Value: Encodable {
    func encodeInOrder(to slot: CodedValue) throws {
        // `as?` alone does not do: an empty dictionary can be cast to any dictionary type.
        if Key.self == String.self || Key.self == Name.self {
            let named = map { ($0 as? Name ?? Name($0 as? String ?? ""), $1) }
            slot.content = .object(
                try named.sorted { $0.0 < $1.0 }.map { name, value in
                    (name.text, try ValueEncoder.encode(value))
                })
            return
        }
        let pairs = try map { key, value in
            (try ValueEncoder.encode(key), try ValueEncoder.encode(value))
        }
        slot.content = .array(
            pairs.map { (text: $0.0.text, pair: $0) }
                .sorted { $0.text.lexicographicallyPrecedes($1.text) }
                .flatMap { [$0.pair.0, $0.pair.1] })
    }
}

private struct ScalarEncoder: SingleValueEncodingContainer {
    let slot: CodedValue
    var codingPath: [any CodingKey] { [] }

    func encodeNil() { slot.content = .null }
    func encode(_ value: Bool) { slot.content = .bool(value) }
    func encode(_ value: String) { slot.content = .string(value) }
    func encode(_ value: Double) { slot.content = .double(value) }
    func encode(_ value: Float) { slot.content = .double(Double(value)) }
    func encode(_ value: Int) { slot.content = .integer(Int64(value)) }
    func encode(_ value: Int8) { slot.content = .integer(Int64(value)) }
    func encode(_ value: Int16) { slot.content = .integer(Int64(value)) }
    func encode(_ value: Int32) { slot.content = .integer(Int64(value)) }
    func encode(_ value: Int64) { slot.content = .integer(value) }
    func encode(_ value: UInt) { slot.content = .natural(UInt64(value)) }
    func encode(_ value: UInt8) { slot.content = .natural(UInt64(value)) }
    func encode(_ value: UInt16) { slot.content = .natural(UInt64(value)) }
    func encode(_ value: UInt32) { slot.content = .natural(UInt64(value)) }
    func encode(_ value: UInt64) { slot.content = .natural(value) }
    func encode(_ value: some Encodable) throws { try ValueEncoder(slot: slot).put(value) }
}

private struct ElementEncoder: UnkeyedEncodingContainer {
    let slot: CodedValue
    var codingPath: [any CodingKey] { [] }

    var count: Int {
        guard case .array(let elements) = slot.content else { return 0 }
        return elements.count
    }

    private func add() -> CodedValue {
        let value = CodedValue()
        guard case .array(var elements) = slot.content else { return value }
        slot.content = .null
        elements.append(value)
        slot.content = .array(elements)
        return value
    }

    func encodeNil() { _ = add() }
    func encode(_ value: some Encodable) throws { try ValueEncoder(slot: add()).put(value) }

    func nestedContainer<Key: CodingKey>(
        keyedBy type: Key.Type
    ) -> KeyedEncodingContainer<Key> {
        ValueEncoder(slot: add()).container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        ValueEncoder(slot: add()).unkeyedContainer()
    }

    func superEncoder() -> any Encoder { ValueEncoder(slot: add()) }
}

private struct MemberEncoder<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let slot: CodedValue
    var codingPath: [any CodingKey] { [] }

    private func add(_ name: String) -> CodedValue {
        let value = CodedValue()
        guard case .object(var members) = slot.content else { return value }
        slot.content = .null
        members.append((name, value))
        slot.content = .object(members)
        return value
    }

    func encodeNil(forKey key: Key) { _ = add(key.stringValue) }

    func encode(_ value: some Encodable, forKey key: Key) throws {
        try ValueEncoder(slot: add(key.stringValue)).put(value)
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        ValueEncoder(slot: add(key.stringValue)).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        ValueEncoder(slot: add(key.stringValue)).unkeyedContainer()
    }

    func superEncoder() -> any Encoder { ValueEncoder(slot: add("super")) }

    func superEncoder(forKey key: Key) -> any Encoder {
        ValueEncoder(slot: add(key.stringValue))
    }
}
