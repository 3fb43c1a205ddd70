// SPDX-License-Identifier: MIT

public import PopoverClient
public import PopoverModel
internal import PopoverWire

extension JSONText {
    /// Parses JSON, such as the output of an encoder.
    ///
    /// - Throws: `ClientError.notUnderstood` if it is not JSON.
    public init(_ text: String) throws(ClientError) {
        let unchecked = JSONText(validated: Array(text.utf8))
        self = try unchecked.parsed().compactText
    }

    /// The JSON as a string, for a decoder.
    public var text: String { String(decoding: bytes, as: UTF8.self) }

    func parsed() throws(ClientError) -> JSONNode {
        do {
            return try JSONReader().parse(bytes, depthLimit: Self.depthLimit)
        } catch {
            throw .notUnderstood("not JSON: \(error)")
        }
    }

    private static let depthLimit = 64
}
