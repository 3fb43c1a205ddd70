// SPDX-License-Identifier: MIT

/// The face that a `Walker` shows to what is `Encodable`.
struct WalkEncoder: Encoder {
    let walker: Walker
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(
            WalkedMembers(walker: walker, isOrdered: claimContainer().order == .kept))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        WalkedList(walker: walker, container: claimContainer())
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        WalkedValue(walker: walker)
    }

    private func claimContainer() -> Walker.Container {
        defer { walker.next = Walker.Container(order: .kept, rule: nil) }
        return walker.next
    }
}

struct WalkedMembers<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let walker: Walker
    let isOrdered: Bool
    var codingPath: [any CodingKey] { [] }

    private func name(_ key: Key) -> UInt64 {
        if !isOrdered { walker.beginEntry() }
        let name = FieldRule.hash(of: key.stringValue)
        if name == Walker.outcomeName { walker.noteOutcome() }
        return name
    }

    private func note(_ key: Key, _ value: UInt64) {
        let name = name(key)
        if case .skipped = walker.rules[name] { return }
        walker.note(name)
        walker.note(value)
    }

    mutating func encodeNil(forKey key: Key) { note(key, 0x41) }
    mutating func encode(_ value: Bool, forKey key: Key) { note(key, value ? 1 : 0) }
    mutating func encode(_ value: String, forKey key: Key) {
        note(key, FieldRule.hash(of: value))
    }
    mutating func encode(_ value: Double, forKey key: Key) { note(key, value.bitPattern) }
    mutating func encode(_ value: Float, forKey key: Key) {
        note(key, UInt64(value.bitPattern))
    }
    mutating func encode(_ value: Int, forKey key: Key) {
        note(key, UInt64(bitPattern: Int64(value)))
    }
    mutating func encode(_ value: Int8, forKey key: Key) {
        note(key, UInt64(bitPattern: Int64(value)))
    }
    mutating func encode(_ value: Int16, forKey key: Key) {
        note(key, UInt64(bitPattern: Int64(value)))
    }
    mutating func encode(_ value: Int32, forKey key: Key) {
        note(key, UInt64(bitPattern: Int64(value)))
    }
    mutating func encode(_ value: Int64, forKey key: Key) { walker.noteNumber(value, name(key)) }
    mutating func encode(_ value: UInt, forKey key: Key) { note(key, UInt64(value)) }
    mutating func encode(_ value: UInt8, forKey key: Key) { note(key, UInt64(value)) }
    mutating func encode(_ value: UInt16, forKey key: Key) { note(key, UInt64(value)) }
    mutating func encode(_ value: UInt32, forKey key: Key) { note(key, UInt64(value)) }
    mutating func encode(_ value: UInt64, forKey key: Key) { walker.noteNumber(value, name(key)) }
    mutating func encode<Value: Encodable>(_ value: Value, forKey key: Key) {
        walker.walk(value, named: name(key))
    }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        walker.note(name(key))
        return KeyedEncodingContainer(WalkedMembers<Nested>(walker: walker, isOrdered: true))
    }

    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        walker.note(name(key))
        return WalkedList(walker: walker, container: .init(order: .kept, rule: nil))
    }

    mutating func superEncoder() -> any Encoder { WalkEncoder(walker: walker) }
    mutating func superEncoder(forKey key: Key) -> any Encoder { WalkEncoder(walker: walker) }
}

struct WalkedList: UnkeyedEncodingContainer {
    let walker: Walker
    var container: Walker.Container
    var codingPath: [any CodingKey] { [] }
    var count: Int { container.count }

    private mutating func note(_ value: UInt64) {
        begin()
        walker.note(value)
    }

    private mutating func begin() {
        switch container.order {
        case .kept: break
        case .free: walker.beginEntry()
        case .freePairs: if container.count.isMultiple(of: 2) { walker.beginEntry() }
        }
        container.count += 1
    }

    mutating func encodeNil() { note(0x41) }
    mutating func encode(_ value: Bool) { note(value ? 1 : 0) }
    mutating func encode(_ value: String) { note(FieldRule.hash(of: value)) }
    mutating func encode(_ value: Double) { note(value.bitPattern) }
    mutating func encode(_ value: Float) { note(UInt64(value.bitPattern)) }
    mutating func encode(_ value: Int) { note(UInt64(bitPattern: Int64(value))) }
    mutating func encode(_ value: Int8) { note(UInt64(bitPattern: Int64(value))) }
    mutating func encode(_ value: Int16) { note(UInt64(bitPattern: Int64(value))) }
    mutating func encode(_ value: Int32) { note(UInt64(bitPattern: Int64(value))) }
    mutating func encode(_ value: Int64) { note(UInt64(bitPattern: value)) }
    mutating func encode(_ value: UInt) { note(UInt64(value)) }
    mutating func encode(_ value: UInt8) { note(UInt64(value)) }
    mutating func encode(_ value: UInt16) { note(UInt64(value)) }
    mutating func encode(_ value: UInt32) { note(UInt64(value)) }
    mutating func encode(_ value: UInt64) { note(value) }
    mutating func encode<Value: Encodable>(_ value: Value) {
        begin()
        switch container.rule {
        case .past, .taps, .lateWork, .clients, .gestures:
            if let rule = container.rule { walker.walkElement(value, rule) }
        case .seenByTaps: walker.walk(value, named: nil, .seenByTaps)
        default: walker.walk(value)
        }
    }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) -> KeyedEncodingContainer<Nested> {
        begin()
        return KeyedEncodingContainer(WalkedMembers<Nested>(walker: walker, isOrdered: true))
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        begin()
        return WalkedList(walker: walker, container: .init(order: .kept, rule: nil))
    }

    mutating func superEncoder() -> any Encoder { WalkEncoder(walker: walker) }
}

struct WalkedValue: SingleValueEncodingContainer {
    let walker: Walker
    var codingPath: [any CodingKey] { [] }

    mutating func encodeNil() { walker.note(0x41 as UInt64) }
    mutating func encode(_ value: Bool) { walker.note(value) }
    mutating func encode(_ value: String) { walker.note(value) }
    mutating func encode(_ value: Double) { walker.note(value.bitPattern) }
    mutating func encode(_ value: Float) { walker.note(UInt64(value.bitPattern)) }
    mutating func encode(_ value: Int) { walker.note(value) }
    mutating func encode(_ value: Int8) { walker.note(Int(value)) }
    mutating func encode(_ value: Int16) { walker.note(Int(value)) }
    mutating func encode(_ value: Int32) { walker.note(Int(value)) }
    mutating func encode(_ value: Int64) { walker.note(UInt64(bitPattern: value)) }
    mutating func encode(_ value: UInt) { walker.note(UInt64(value)) }
    mutating func encode(_ value: UInt8) { walker.note(UInt64(value)) }
    mutating func encode(_ value: UInt16) { walker.note(UInt64(value)) }
    mutating func encode(_ value: UInt32) { walker.note(UInt64(value)) }
    mutating func encode(_ value: UInt64) { walker.note(value) }
    mutating func encode<Value: Encodable>(_ value: Value) { walker.walk(value) }
}
