// SPDX-License-Identifier: MIT

/// A large value that is stored once, however often it is passed on. It never changes; a changed value
/// is stored anew.
@dynamicMemberLookup
public struct Shared<Value: Codable & Hashable & Sendable>: Sendable {
    @usableFromInline
    final class Storage: Sendable {
        @usableFromInline let value: Value

        @inlinable
        init(_ value: consuming Value) { self.value = value }
    }

    @usableFromInline let storage: Storage

    @inlinable
    public init(_ value: consuming Value) { storage = Storage(value) }

    @inlinable public var value: Value { storage.value }

    @inlinable
    public subscript<Part>(dynamicMember part: KeyPath<Value, Part>) -> Part {
        storage.value[keyPath: part]
    }
}

extension Shared: Hashable {
    public static func == (one: Shared, other: Shared) -> Bool {
        one.storage === other.storage || one.value == other.value
    }

    public func hash(into hasher: inout Hasher) { value.hash(into: &hasher) }
}

extension Shared: Codable {
    public init(from decoder: any Decoder) throws { self.init(try Value(from: decoder)) }

    public func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
}

extension Shared: CustomStringConvertible {
    public var description: String { "\(value)" }
}
