// SPDX-License-Identifier: MIT

internal import CSodium

/// A signed message: a PASETO `v4.public` token (Ed25519), which any PASETO library makes and reads.
///
///     v4.public.<message and signature, base64url>.<footer, base64url>
///
/// The footer names the key, `{"kid":"ops-1"}`. The implicit assertion is signed as well, but not
/// sent: a signature for another use is not valid here.
public enum SignedToken {
    public static let header = "v4.public."
    public static let assertion = "popoverd fleet command"
    /// Of a token, in bytes.
    public static let longest = 16_384

    public enum TokenError: Error, Hashable, Sendable {
        case tooLong
        /// Not a `v4.public` token.
        case malformed
        case wrongSignature
    }

    /// A token's parts, whose signature is not verified.
    public struct Parts: Hashable, Sendable {
        public let message: [UInt8]
        public let signature: [UInt8]
        public let footer: [UInt8]
    }

    public static func parts(of token: [UInt8]) throws(TokenError) -> Parts {
        guard token.count <= longest else { throw .tooLong }
        guard token.starts(with: header.utf8) else { throw .malformed }
        let rest = token.dropFirst(header.utf8.count)
        let pieces = rest.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard (1...2).contains(pieces.count), let body = Base64URL.decode(pieces[0]),
            body.count >= SigningKey.signatureCount,
            let footer = pieces.count == 2 ? Base64URL.decode(pieces[1]) : []
        else { throw .malformed }
        guard pieces.count == 1 || !footer.isEmpty else { throw .malformed }
        return Parts(
            message: Array(body.dropLast(SigningKey.signatureCount)),
            signature: Array(body.suffix(SigningKey.signatureCount)), footer: footer)
    }

    /// The signed message, if this key signed it.
    public static func message(
        of parts: Parts, by key: VerifyingKey, assertion: String = assertion
    ) throws(TokenError) -> [UInt8] {
        let signed = encode([
            Array(header.utf8), parts.message, parts.footer, Array(assertion.utf8),
        ])
        guard key.verifies(parts.signature, of: signed) else { throw .wrongSignature }
        return parts.message
    }

    public static func sign(
        _ message: [UInt8], footer: [UInt8], by key: SigningKey, assertion: String = assertion
    ) -> String {
        let signed = encode([Array(header.utf8), message, footer, Array(assertion.utf8)])
        let body = header + Base64URL.encode(message + key.signature(of: signed))
        return footer.isEmpty ? body : body + "." + Base64URL.encode(footer)
    }

    /// PASETO's pre-authentication encoding: no two lists of pieces have the same.
    private static func encode(_ pieces: [[UInt8]]) -> [UInt8] {
        pieces.reduce(into: number(pieces.count)) { result, piece in
            result += number(piece.count) + piece
        }
    }

    private static func number(_ value: Int) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }
}

/// A secret key, which signs; written as `k4.secret.…` (PASERK).
public struct SigningKey: Hashable, Sendable {
    static let signatureCount = 64
    static let header = "k4.secret."

    private let bytes: [UInt8]

    public init() {
        _ = sodium_init()
        var publicBytes = [UInt8](repeating: 0, count: VerifyingKey.count)
        var bytes = [UInt8](repeating: 0, count: 64)
        unsafe crypto_sign_keypair(&publicBytes, &bytes)
        self.bytes = bytes
    }

    /// Nil where the text is no such key.
    public init?(_ text: String) {
        guard text.hasPrefix(Self.header),
            let bytes = Base64URL.decode(Array(text.utf8.dropFirst(Self.header.utf8.count))[...]),
            bytes.count == 64
        else { return nil }
        _ = sodium_init()
        var publicBytes = [UInt8](repeating: 0, count: VerifyingKey.count)
        var derived = [UInt8](repeating: 0, count: 64)
        // Signing with a public key that is not its own would reveal the secret key.
        unsafe crypto_sign_seed_keypair(&publicBytes, &derived, Array(bytes.prefix(32)))
        guard derived == bytes else { return nil }
        self.bytes = bytes
    }

    public var text: String { Self.header + Base64URL.encode(bytes) }
    public var verifyingKey: VerifyingKey { VerifyingKey(bytes: Array(bytes.suffix(32))) }

    func signature(of message: [UInt8]) -> [UInt8] {
        var signature = [UInt8](repeating: 0, count: Self.signatureCount)
        unsafe crypto_sign_detached(&signature, nil, message, UInt64(message.count), bytes)
        return signature
    }
}

/// A public key, which verifies; written as `k4.public.…` (PASERK).
public struct VerifyingKey: Hashable, Sendable {
    static let count = 32
    static let header = "k4.public."

    private let bytes: [UInt8]

    fileprivate init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Nil where the text is no such key.
    public init?(_ text: String) {
        guard text.hasPrefix(Self.header),
            let bytes = Base64URL.decode(Array(text.utf8.dropFirst(Self.header.utf8.count))[...]),
            bytes.count == Self.count
        else { return nil }
        self.bytes = bytes
    }

    public var text: String { Self.header + Base64URL.encode(bytes) }

    func verifies(_ signature: [UInt8], of message: [UInt8]) -> Bool {
        guard sodium_init() >= 0, signature.count == SigningKey.signatureCount else {
            return false
        }
        return unsafe crypto_sign_verify_detached(
            signature, message, UInt64(message.count), bytes) == 0
    }
}

/// 128 random bits: nobody can guess it, and no two are alike.
public func randomNonce() -> String {
    _ = sodium_init()
    var bytes = [UInt8](repeating: 0, count: 16)
    unsafe randombytes_buf(&bytes, bytes.count)
    return Base64URL.encode(bytes)
}

/// Base64 for URLs without padding (RFC 4648, section 5). Strict: each value has one spelling.
enum Base64URL {
    private static let variant = sodium_base64_VARIANT_URLSAFE_NO_PADDING

    static func encode(_ bytes: [UInt8]) -> String {
        var text = [CChar](
            repeating: 0, count: sodium_base64_encoded_len(bytes.count, variant))
        unsafe sodium_bin2base64(&text, text.count, bytes, bytes.count, variant)
        return String(decoding: text.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Nil where it is no Base64, or another spelling of a value.
    static func decode(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        let characters = text.map { CChar(bitPattern: $0) }
        var bytes = [UInt8](repeating: 0, count: text.count * 3 / 4)
        var count = 0
        let status = unsafe sodium_base642bin(
            &bytes, bytes.count, characters, characters.count, nil, &count, nil, variant)
        let value = Array(bytes.prefix(count))
        // libsodium takes some bytes outside of ASCII for digits.
        return status == 0 && encode(value).utf8.elementsEqual(text) ? value : nil
    }
}
