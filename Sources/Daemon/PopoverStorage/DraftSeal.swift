// SPDX-License-Identifier: MIT

internal import CSodium
internal import Glibc
internal import PopoverModel

/// Encrypts drafts, including the names of apps and keys (XChaCha20-Poly1305 with a new nonce for each
/// row).
///
/// A sealed row opens only with the same user, key, revision and time. The number of drafts and their
/// lengths, users, revisions and times remain visible.
@safe final class DraftSeal {
    /// The allowed bytes of key material.
    static let material = 32...4096

    private static let nonceCount = Int(crypto_aead_xchacha20poly1305_ietf_NPUBBYTES)
    private static let sealCount = Int(crypto_aead_xchacha20poly1305_ietf_ABYTES)
    private static let keyCount = Int(crypto_aead_xchacha20poly1305_ietf_KEYBYTES)
    private static let nameCount = 16

    /// Two keys, one for encryption and one for the hashes of names. libsodium keeps them out of core
    /// dumps and wipes them when they are freed.
    private let keys: UnsafeMutableRawPointer

    /// nil if there is no such file.
    /// - Throws: `refused` if the file cannot be read or has the wrong size.
    init?(keyFile path: String) throws(StorageError) {
        guard sodium_init() >= 0, let keys = unsafe sodium_malloc(2 * Self.keyCount),
            let read = unsafe sodium_malloc(Self.material.upperBound + 1)
        else { throw .key(path, "libsodium cannot be initialized") }
        defer { unsafe sodium_free(read) }
        unsafe self.keys = keys
        let limit = Self.material.upperBound + 1
        guard let count = try unsafe Self.read(path, into: read, atMost: limit) else { return nil }
        guard Self.material.contains(count) else {
            throw .key(
                path,
                "it has \(count) bytes (expected \(Self.material.lowerBound) to "
                    + "\(Self.material.upperBound))")
        }
        unsafe Self.derive(from: read, count, into: keys)
    }

    deinit {
        unsafe sodium_free(keys)
    }

    // MARK: Rows

    func seal(_ draft: StoredDraft) -> DraftRow {
        let (app, key) = names(of: draft.key)
        var row = DraftRow(
            uid: Int64(draft.key.uid), app: app, key: key, content: [],
            revision: draft.revision, savedAt: draft.savedAt, reason: "", display: "", digest: 0)
        row.content = encrypt(SealedFields.encode(draft), bound: row.place)
        return row
    }

    /// The draft of a sealed row; nil for another key or a changed row.
    func open(_ row: DraftRow) -> StoredDraft? {
        guard let uid = UInt32(exactly: row.uid), let text = decrypt(row.content, bound: row.place)
        else { return nil }
        return SealedFields.decode(text, uid: uid, revision: row.revision, savedAt: row.savedAt)
    }

    /// The keyed hashes that stand for an app and a key in the file. The daemon's own rows have no app:
    /// without the key, they can be distinguished from drafts.
    func names(of key: DraftKey) -> (app: String, key: String) {
        let user = SealedFields.bytes(of: Int64(key.uid))
        let app = SealedFields.encode([Array(key.app.utf8)])
        let name = SealedFields.encode([Array(key.app.utf8), Array(key.key.utf8)])
        return (key.isOwn ? key.app : hash(user + app), hash(user + name))
    }

    // MARK: libsodium

    private func encrypt(_ text: [UInt8], bound place: [UInt8]) -> [UInt8] {
        var nonce = [UInt8](repeating: 0, count: Self.nonceCount)
        unsafe randombytes_buf(&nonce, nonce.count)
        var sealed = [UInt8](repeating: 0, count: text.count + Self.sealCount)
        var count: UInt64 = 0
        unsafe crypto_aead_xchacha20poly1305_ietf_encrypt(
            &sealed, &count, text, UInt64(text.count), place, UInt64(place.count), nil, nonce,
            keys.assumingMemoryBound(to: UInt8.self))
        return nonce + sealed
    }

    private func decrypt(_ bytes: [UInt8], bound place: [UInt8]) -> [UInt8]? {
        guard bytes.count >= Self.nonceCount + Self.sealCount else { return nil }
        let nonce = Array(bytes.prefix(Self.nonceCount))
        let sealed = Array(bytes.dropFirst(Self.nonceCount))
        var text = [UInt8](repeating: 0, count: sealed.count - Self.sealCount)
        var count: UInt64 = 0
        let code = unsafe crypto_aead_xchacha20poly1305_ietf_decrypt(
            &text, &count, nil, sealed, UInt64(sealed.count), place, UInt64(place.count), nonce,
            keys.assumingMemoryBound(to: UInt8.self))
        return code == 0 ? text : nil
    }

    private func hash(_ bytes: [UInt8]) -> String {
        var hash = [UInt8](repeating: 0, count: Self.nameCount)
        let naming = unsafe keys.advanced(by: Self.keyCount).assumingMemoryBound(to: UInt8.self)
        unsafe crypto_generichash(
            &hash, hash.count, bytes, UInt64(bytes.count), naming, Self.keyCount)
        let digits = Array("0123456789abcdef".utf8)
        return String(
            decoding: hash.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] },
            as: UTF8.self)
    }

    private static func derive(
        from material: UnsafeMutableRawPointer, _ count: Int,
        into keys: UnsafeMutableRawPointer
    ) {
        // Independent keys for both uses, derived from the same material.
        for use in 0..<2 {
            let label = Array("popoverd draft key \(use)".utf8)
            unsafe crypto_generichash(
                keys.advanced(by: use * keyCount).assumingMemoryBound(to: UInt8.self), keyCount,
                material.assumingMemoryBound(to: UInt8.self), UInt64(count), label, label.count)
        }
    }

    private static func read(
        _ path: String, into buffer: UnsafeMutableRawPointer, atMost limit: Int
    ) throws(StorageError) -> Int? {
        let file = unsafe Glibc.open(path, O_RDONLY | O_CLOEXEC)
        if file < 0 && errno == ENOENT { return nil }
        guard file >= 0 else { throw .key(path, unsafe String(cString: strerror(errno))) }
        defer { close(file) }
        var total = 0
        while total < limit {
            let count = unsafe Glibc.read(file, buffer.advanced(by: total), limit - total)
            guard count >= 0 else { throw .key(path, unsafe String(cString: strerror(errno))) }
            if count == 0 { break }
            total += count
        }
        return total
    }
}

extension DraftRow {
    /// The authenticated data that binds a seal to its row.
    fileprivate var place: [UInt8] {
        [uid, revision, savedAt].flatMap { SealedFields.bytes(of: $0) }
            + SealedFields.encode([Array(app.utf8), Array(key.utf8)])
    }
}

extension StorageError {
    fileprivate static func key(_ path: String, _ message: String) -> StorageError {
        StorageError(operation: "read the draft key \(path)", cause: .refused, message: message)
    }
}
