// SPDX-License-Identifier: MIT

/// A name that a client made up, compared byte by byte: two spellings of é are two names, although
/// they are equal as `String`, which compares by canonical equivalence.
public struct Name: Comparable, Hashable, Sendable {
    public let text: String

    @inlinable
    public init(_ text: String) { self.text = text }

    // The hash is that of the string: equal bytes have equal hashes.

    @inlinable
    public static func == (left: Name, right: Name) -> Bool { left.text === right.text }

    @inlinable
    public static func < (left: Name, right: Name) -> Bool {
        left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
    }
}

/// In recordings its text alone stands for it, as the name of a member, too.
extension Name: Codable, CodingKey, CodingKeyRepresentable {
    public var stringValue: String { text }
    public var intValue: Int? { nil }

    public var codingKey: any CodingKey { self }

    public init?(codingKey: some CodingKey) { self.init(codingKey.stringValue) }
    public init?(stringValue: String) { self.init(stringValue) }
    public init?(intValue: Int) { nil }

    public init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode(String.self))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

extension Name: ExpressibleByStringLiteral {
    public init(stringLiteral text: String) { self.init(text) }
}

extension String {
    /// Whether two names have the same bytes; see `Name`.
    @inlinable
    public static func === (left: String, right: String) -> Bool {
        // Almost always one of these decides: bytes are compared only where two long names are equal.
        left._isIdentical(to: right) || left == right && left.hasBytes(of: right)
    }

    @usableFromInline
    @inline(never)
    func hasBytes(of other: String) -> Bool {
        let (own, others) = (utf8.span, other.utf8.span)
        return own.count == others.count && own.indices.allSatisfy { own[$0] == others[$0] }
    }

    @inlinable
    public static func !== (left: String, right: String) -> Bool { !(left === right) }
}

extension String? {
    @inlinable
    public static func === (left: String?, right: String?) -> Bool {
        guard let left, let right else { return left == nil && right == nil }
        return left === right
    }

    @inlinable
    public static func !== (left: String?, right: String?) -> Bool { !(left === right) }
}
