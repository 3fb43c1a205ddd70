// SPDX-License-Identifier: MIT

internal import PopoverModel

/// The plaintext of a sealed row: fields, each preceded by its length.
enum SealedFields {
    private static let lengthCount = 8

    static func encode(_ draft: StoredDraft) -> [UInt8] {
        encode([
            Array(draft.key.app.utf8), Array(draft.key.key.utf8), Array(draft.reason.utf8),
            Array(draft.display.utf8), draft.content.bytes,
        ])
    }

    /// nil if the bytes do not have the format of `encode`.
    static func decode(
        _ bytes: [UInt8], uid: UInt32, revision: Int64, savedAt: Int64
    ) -> StoredDraft? {
        var rest = bytes[...]
        guard let app = readField(from: &rest), let key = readField(from: &rest),
            let reason = readField(from: &rest), let display = readField(from: &rest),
            let content = readField(from: &rest), rest.isEmpty, revision >= 0
        else { return nil }
        return StoredDraft(
            key: DraftKey(
                uid: uid, app: String(decoding: app, as: UTF8.self),
                key: String(decoding: key, as: UTF8.self)),
            content: JSONText(validated: content), revision: revision, savedAt: savedAt,
            reason: String(decoding: reason, as: UTF8.self),
            display: String(decoding: display, as: UTF8.self))
    }

    static func encode(_ fields: [[UInt8]]) -> [UInt8] {
        fields.flatMap { bytes(of: Int64($0.count)) + $0 }
    }

    /// Little-endian.
    static func bytes(of number: Int64) -> [UInt8] {
        (0..<lengthCount).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    private static func readField(from rest: inout ArraySlice<UInt8>) -> [UInt8]? {
        guard rest.count >= lengthCount else { return nil }
        let length = rest.prefix(lengthCount).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        rest = rest.dropFirst(lengthCount)
        guard length <= UInt64(rest.count) else { return nil }
        defer { rest = rest.dropFirst(Int(length)) }
        return Array(rest.prefix(Int(length)))
    }
}
