// SPDX-License-Identifier: MIT

import PopoverModel
import PopoverWire

/// Decodes the JSON of `ValueEncoder`. A missing member is nil where it is optional, and otherwise an
/// error with the member's path.
struct ValueDecoder: Decoder {
    let node: JSONNode
    var codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]

    static func decode<Value: Decodable>(_ type: Value.Type, from node: JSONNode) throws -> Value {
        try ValueDecoder(node: node).make(type)
    }

    func make<Value: Decodable>(_ type: Value.Type) throws -> Value {
        guard type == JSONText.self else { return try Value(from: self) }
        let text = JSONText(validated: Array(try string().utf8))
        guard let value = Redactor.full(text) as? Value else {
            throw wrong("a value or its placeholder")
        }
        return value
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard node.kind == .object else { throw wrong("an object") }
        return KeyedDecodingContainer(MemberDecoder<Key>(decoder: self))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard let elements = node.elements else { throw wrong("an array") }
        return ElementDecoder(decoder: self, elements: elements)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer {
        ScalarDecoder(decoder: self)
    }

    func child(_ node: JSONNode, _ key: some CodingKey) -> ValueDecoder {
        ValueDecoder(node: node, codingPath: codingPath + [key])
    }

    // MARK: Scalars

    func string() throws -> String {
        guard let string = node.string else { throw wrong("a string") }
        return string
    }

    func bool() throws -> Bool {
        guard let bool = node.bool else { throw wrong("true or false") }
        return bool
    }

    func double() throws -> Double {
        guard let number = node.double ?? node.string.flatMap(Double.init) else {
            throw wrong("a number")
        }
        return number
    }

    func integer<Number: FixedWidthInteger>() throws -> Number {
        guard let number = node.numberText.flatMap({ Number($0) }) else {
            throw wrong("a whole number within \(Number.min) and \(Number.max)")
        }
        return number
    }

    func wrong(_ expected: String) -> DecodingError {
        .dataCorrupted(
            DecodingError.Context(codingPath: codingPath, debugDescription: "expected \(expected)"))
    }
}

private struct MemberDecoder<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: ValueDecoder

    var codingPath: [any CodingKey] { decoder.codingPath }
    var allKeys: [Key] {
        (decoder.node.members.map { Array($0) } ?? []).compactMap { Key(stringValue: $0.name) }
    }

    func contains(_ key: Key) -> Bool { decoder.node.member(key.stringValue) != nil }

    private func child(_ key: Key) throws -> ValueDecoder {
        guard let node = decoder.node.member(key.stringValue) else {
            throw DecodingError.keyNotFound(
                key, DecodingError.Context(codingPath: codingPath, debugDescription: "is missing"))
        }
        return decoder.child(node, key)
    }

    func decodeNil(forKey key: Key) throws -> Bool {
        decoder.node.member(key.stringValue)?.isNull ?? true
    }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try child(key).make(type)
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        try child(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try child(key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder { decoder }
    func superDecoder(forKey key: Key) throws -> any Decoder { try child(key) }
}

private struct ElementDecoder: UnkeyedDecodingContainer {
    let decoder: ValueDecoder
    private var elements: JSONElements
    private var upcoming: JSONNode?
    private(set) var currentIndex = 0

    init(decoder: ValueDecoder, elements: JSONElements) {
        self.decoder = decoder
        self.elements = elements
        upcoming = self.elements.next()
    }

    private struct Position: CodingKey {
        let intValue: Int?
        var stringValue: String { "\(intValue ?? 0)" }
        init(intValue: Int) { self.intValue = intValue }
        init?(stringValue: String) { nil }
    }

    var codingPath: [any CodingKey] { decoder.codingPath }
    var count: Int? { elements.count }
    var isAtEnd: Bool { upcoming == nil }

    private mutating func next() throws -> ValueDecoder {
        guard let node = upcoming else { throw decoder.wrong("more elements") }
        upcoming = elements.next()
        currentIndex += 1
        return decoder.child(node, Position(intValue: currentIndex - 1))
    }

    mutating func decodeNil() throws -> Bool {
        guard upcoming?.isNull == true else { return false }
        _ = try next()
        return true
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try next().make(type)
    }

    mutating func nestedContainer<Key: CodingKey>(
        keyedBy type: Key.Type
    ) throws -> KeyedDecodingContainer<Key> {
        try next().container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try next().unkeyedContainer()
    }

    mutating func superDecoder() throws -> any Decoder { try next() }
}

private struct ScalarDecoder: SingleValueDecodingContainer {
    let decoder: ValueDecoder
    var codingPath: [any CodingKey] { decoder.codingPath }

    func decodeNil() -> Bool { decoder.node.isNull }
    func decode(_ type: Bool.Type) throws -> Bool { try decoder.bool() }
    func decode(_ type: String.Type) throws -> String { try decoder.string() }
    func decode(_ type: Double.Type) throws -> Double { try decoder.double() }
    func decode(_ type: Float.Type) throws -> Float { Float(try decoder.double()) }
    func decode(_ type: Int.Type) throws -> Int { try decoder.integer() }
    func decode(_ type: Int8.Type) throws -> Int8 { try decoder.integer() }
    func decode(_ type: Int16.Type) throws -> Int16 { try decoder.integer() }
    func decode(_ type: Int32.Type) throws -> Int32 { try decoder.integer() }
    func decode(_ type: Int64.Type) throws -> Int64 { try decoder.integer() }
    func decode(_ type: UInt.Type) throws -> UInt { try decoder.integer() }
    func decode(_ type: UInt8.Type) throws -> UInt8 { try decoder.integer() }
    func decode(_ type: UInt16.Type) throws -> UInt16 { try decoder.integer() }
    func decode(_ type: UInt32.Type) throws -> UInt32 { try decoder.integer() }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try decoder.integer() }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try decoder.make(type) }
}
