// SPDX-License-Identifier: MIT

internal import PopoverModel

/// What is inside a seal: texts, each after its length.
enum SealedFields {
    private static let lengthCount = 8

    static func encode(_ draft: StoredDraft) -> [UInt8] {
        encode([
            Array(draft.key.app.utf8), Array(draft.key.key.utf8), Array(draft.reason.utf8),
            Array(draft.display.utf8), draft.content.bytes,
        ])
    }

    /// nil when the bytes are not what `encode` makes.
    static func decode(
        _ bytes: [UInt8], uid: UInt32, revision: Int64, savedAt: Int64
    ) -> StoredDraft? {
        var rest = bytes[...]
        guard let app = take(from: &rest), let key = take(from: &rest),
            let reason = take(from: &rest), let display = take(from: &rest),
            let content = take(from: &rest), rest.isEmpty, revision >= 0
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

    /// Lowest first.
    static func bytes(of number: Int64) -> [UInt8] {
        (0..<lengthCount).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    private static func take(from rest: inout ArraySlice<UInt8>) -> [UInt8]? {
        guard rest.count >= lengthCount else { return nil }
        let length = rest.prefix(lengthCount).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        rest = rest.dropFirst(lengthCount)
        guard length <= UInt64(rest.count) else { return nil }
        defer { rest = rest.dropFirst(Int(length)) }
        return Array(rest.prefix(Int(length)))
    }
}
