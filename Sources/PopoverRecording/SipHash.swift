// SPDX-License-Identifier: MIT

/// SipHash-2-4 (Aumasson and Bernstein, 2012): 64 bits that say nothing about what they were made
/// of to whoever does not have the key.
struct SipHash {
    private var v0: UInt64
    private var v1: UInt64
    private var v2: UInt64
    private var v3: UInt64

    static func digest(of bytes: [UInt8], key: (UInt64, UInt64)) -> UInt64 {
        var hash = SipHash(key)
        return hash.digest(of: bytes)
    }

    private init(_ key: (UInt64, UInt64)) {
        v0 = key.0 ^ 0x736f_6d65_7073_6575
        v1 = key.1 ^ 0x646f_7261_6e64_6f6d
        v2 = key.0 ^ 0x6c79_6765_6e65_7261
        v3 = key.1 ^ 0x7465_6462_7974_6573
    }

    private mutating func digest(of bytes: [UInt8]) -> UInt64 {
        let whole = bytes.count & ~7
        var index = 0
        while index < whole {
            take(word(of: bytes, from: index, to: index + 8))
            index += 8
        }
        take(word(of: bytes, from: whole, to: bytes.count) | UInt64(bytes.count & 0xff) << 56)
        v2 ^= 0xff
        for _ in 0..<4 { round() }
        return v0 ^ v1 ^ v2 ^ v3
    }

    private func word(of bytes: [UInt8], from start: Int, to end: Int) -> UInt64 {
        var word: UInt64 = 0
        var shift: UInt64 = 0
        for index in start..<end {
            word |= UInt64(bytes[index]) << shift
            shift += 8
        }
        return word
    }

    private mutating func take(_ word: UInt64) {
        v3 ^= word
        round()
        round()
        v0 ^= word
    }

    private mutating func round() {
        v0 &+= v1
        v1 = rotated(v1, 13) ^ v0
        v0 = rotated(v0, 32)
        v2 &+= v3
        v3 = rotated(v3, 16) ^ v2
        v0 &+= v3
        v3 = rotated(v3, 21) ^ v0
        v2 &+= v1
        v1 = rotated(v1, 17) ^ v2
        v2 = rotated(v2, 32)
    }

    private func rotated(_ word: UInt64, _ bits: UInt64) -> UInt64 {
        word &<< bits | word &>> (64 - bits)
    }
}
