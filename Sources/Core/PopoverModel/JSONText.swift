// SPDX-License-Identifier: MIT

/// Any JSON, as compact UTF-8 text that the wire has validated; given back as it came. The rules
/// never look into it: a popover can hold anything (G26).
public struct JSONText: Codable, Hashable, Sendable {
    public let bytes: [UInt8]

    /// - Parameter bytes: valid, compact JSON; not checked again.
    public init(validated bytes: [UInt8]) {
        self.bytes = bytes
    }

    public static let null = JSONText(validated: Array("null".utf8))

    /// The length that `limits.content` limits.
    public var count: Int { bytes.count }

    public init(from decoder: any Decoder) throws {
        bytes = Array(try decoder.singleValueContainer().decode(String.self).utf8)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(String(decoding: bytes, as: UTF8.self))
    }
}
