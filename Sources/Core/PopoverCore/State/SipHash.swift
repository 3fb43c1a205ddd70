// SPDX-License-Identifier: MIT

import PopoverModel

/// SipHash-2-4, a keyed digest of short inputs (Aumasson and Bernstein, 2012). Swift's own hashes differ
/// from run to run.
struct SipHash {
    private var v0: UInt64
    private var v1: UInt64
    private var v2: UInt64
    private var v3: UInt64
    private var word: UInt64 = 0
    private var count: UInt64 = 0

    /// - Parameter key: its two halves, little-endian.
    init(key: (UInt64, UInt64)) {
        v0 = key.0 ^ 0x736F_6D65_7073_6575
        v1 = key.1 ^ 0x646F_7261_6E64_6F6D
        v2 = key.0 ^ 0x6C79_6765_6E65_7261
        v3 = key.1 ^ 0x7465_6462_7974_6573
    }

    static func digest(of key: DraftKey, salt: UInt64) -> UInt64 {
        var hash = SipHash(key: (salt, UInt64(key.uid)))
        // No app has a NUL.
        for byte in key.app.utf8 { hash.add(byte) }
        hash.add(0)
        for byte in key.key.utf8 { hash.add(byte) }
        return hash.finish()
    }

    mutating func add(_ byte: UInt8) {
        word |= UInt64(byte) << (count % 8 * 8)
        count += 1
        if count % 8 == 0 { compress() }
    }

    consuming func finish() -> UInt64 {
        word |= count << 56
        compress()
        v2 ^= 0xFF
        for _ in 0..<4 { round() }
        return v0 ^ v1 ^ v2 ^ v3
    }

    private mutating func compress() {
        v3 ^= word
        round()
        round()
        v0 ^= word
        word = 0
    }

    private mutating func round() {
        v0 &+= v1
        v1 = v1.rotated(by: 13) ^ v0
        v0 = v0.rotated(by: 32)
        v2 &+= v3
        v3 = v3.rotated(by: 16) ^ v2
        v0 &+= v3
        v3 = v3.rotated(by: 21) ^ v0
        v2 &+= v1
        v1 = v1.rotated(by: 17) ^ v2
        v2 = v2.rotated(by: 32)
    }
}

extension UInt64 {
    fileprivate func rotated(by bits: UInt64) -> UInt64 { self << bits | self >> (64 - bits) }
}
