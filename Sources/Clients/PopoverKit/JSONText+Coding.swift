// SPDX-License-Identifier: MIT

internal import FoundationEssentials
public import PopoverModel

/// Values of a program as drafts, choices and events.
extension JSONText {
    /// Encodes a value as `JSONEncoder` does by default, with sorted members: equal drafts are equal.
    ///
    /// - Throws: what the value's `encode(to:)` throws, or `EncodingError` for numbers that JSON lacks.
    public init(encoding value: some Encodable) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        self.init(validated: Array(try encoder.encode(value)))
    }

    /// Decodes a value as `JSONDecoder` does by default.
    ///
    /// - Throws: `DecodingError` if this is no such value.
    public func decode<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
        try JSONDecoder().decode(type, from: Data(bytes))
    }
}
