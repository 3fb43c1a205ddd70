// SPDX-License-Identifier: MIT

internal import CSodium

/// SipHash-2-4, a keyed hash of 64 bits.
enum SipHash {
    static func digest(of bytes: [UInt8], key: (UInt64, UInt64)) -> UInt64 {
        var digest = [UInt8](repeating: 0, count: 8)
        // Cannot fail.
        _ = unsafe crypto_shorthash(
            &digest, bytes, UInt64(bytes.count), octets(of: key.0) + octets(of: key.1))
        return digest.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// Little-endian.
    private static func octets(of word: UInt64) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) }
    }
}
