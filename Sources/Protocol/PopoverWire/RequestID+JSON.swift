// SPDX-License-Identifier: MIT
public import PopoverModel

extension RequestID {
    /// The most bytes of an id, be it a string or the spelling of a number.
    static let limit = 128

    /// Nil when the value is no id.
    init?(_ node: JSONNode) {
        switch node.kind {
        case .null: self = .null
        case .string:
            guard let count = node.utf8Count, count <= Self.limit, let text = node.string else {
                return nil
            }
            self = .string(text)
        case .number:
            guard let text = node.numberText, text.utf8.count <= Self.limit else { return nil }
            self = .number(text)
        case .bool, .array, .object: return nil
        }
    }
}

extension RequestID: JSONWritable {
    public func write(to writer: inout JSONWriter) {
        switch self {
        case .string(let text): writer.value(text)
        // The text is a number that the reader has accepted.
        case .number(let text): writer.validated(text)
        case .null: writer.null()
        }
    }
}
