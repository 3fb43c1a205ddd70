// SPDX-License-Identifier: MIT
internal import CSimdJSON

/// Why a text is not JSON that the protocol takes, and where.
public struct JSONError: Error, Hashable, Sendable {
    public enum Kind: Hashable, Sendable, CaseIterable {
        /// Nothing but white space.
        case empty
        case byteOrderMark
        case invalidUTF8
        /// A NUL byte as such; `\u0000` in a string is fine.
        case rawNUL
        /// A control character in a string that is not escaped.
        case controlCharacter
        case unterminatedString
        case invalidEscape
        /// Half of a surrogate pair without its other half.
        case loneSurrogate
        case invalidNumber
        /// A word that begins like `null`, `true` or `false` and is none of them.
        case invalidLiteral
        case unexpectedCharacter
        /// The text ends before its value does.
        case unexpectedEnd
        /// Something after the value.
        case trailingContent
        /// A name for the second time in one object.
        case duplicateName
        case tooDeep
        /// 2 GiB or more.
        case tooLong
        case outOfMemory
    }

    public var kind: Kind

    /// The byte at which the parser stood, counted from the text's start: the quote that opens an
    /// unterminated string or a duplicate name, the bracket that is one too deep, the backslash
    /// of a wrong escape, the text's length where it ends too early.
    public var offset: Int

    public init(kind: Kind, offset: Int) {
        self.kind = kind
        self.offset = offset
    }

    /// Nil when all is well.
    internal init?(_ outcome: csimdjson_outcome) {
        guard let kind = Kind(outcome.status) else { return nil }
        self.init(kind: kind, offset: Int(outcome.offset))
    }
}

extension JSONError: CustomStringConvertible {
    /// The kind as a phrase and the offset, for the error's `message`.
    public var description: String { "\(kind.phrase) at byte \(offset)" }
}

extension JSONError.Kind {
    fileprivate init?(_ status: csimdjson_status) {
        switch status {
        case .ok: return nil
        case .empty: self = .empty
        case .byte_order_mark: self = .byteOrderMark
        case .invalid_utf8: self = .invalidUTF8
        case .nul: self = .rawNUL
        case .control_character: self = .controlCharacter
        case .unterminated_string: self = .unterminatedString
        case .invalid_escape: self = .invalidEscape
        case .lone_surrogate: self = .loneSurrogate
        case .invalid_number: self = .invalidNumber
        case .invalid_literal: self = .invalidLiteral
        case .unexpected_character: self = .unexpectedCharacter
        case .unexpected_end: self = .unexpectedEnd
        case .trailing_content: self = .trailingContent
        case .duplicate_name: self = .duplicateName
        case .too_deep: self = .tooDeep
        case .too_long: self = .tooLong
        case .out_of_memory: self = .outOfMemory
        }
    }

    fileprivate var phrase: String {
        switch self {
        case .empty: "no value"
        case .byteOrderMark: "byte order mark"
        case .invalidUTF8: "invalid UTF-8"
        case .rawNUL: "NUL byte"
        case .controlCharacter: "control character in a string"
        case .unterminatedString: "string without an end"
        case .invalidEscape: "invalid escape"
        case .loneSurrogate: "lone surrogate"
        case .invalidNumber: "invalid number"
        case .invalidLiteral: "unknown word"
        case .unexpectedCharacter: "unexpected character"
        case .unexpectedEnd: "end of text within a value"
        case .trailingContent: "something after the value"
        case .duplicateName: "duplicate member name"
        case .tooDeep: "nesting too deep"
        case .tooLong: "text too long"
        case .outOfMemory: "out of memory"
        }
    }
}
