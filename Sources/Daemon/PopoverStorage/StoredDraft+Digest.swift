// SPDX-License-Identifier: MIT

internal import PopoverModel

extension StoredDraft {
    /// A digest of all fields (64-bit FNV-1a) against faults, not against forgery. SQLite has no
    /// checksums: a flipped bit could reach a client as valid JSON, or the wrong app.
    var digest: Int64 {
        var digest = FowlerNollVo()
        digest.add(Int64(key.uid))
        digest.add(Array(key.app.utf8))
        digest.add(Array(key.key.utf8))
        digest.add(content.bytes)
        digest.add(revision)
        digest.add(savedAt)
        digest.add(Array(reason.utf8))
        digest.add(Array(display.utf8))
        return Int64(bitPattern: digest.value)
    }
}

private struct FowlerNollVo {
    private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

    mutating func add(_ bytes: [UInt8]) {
        // The length separates the fields: "a" and "bc" differ from "ab" and "c".
        add(Int64(bytes.count))
        for byte in bytes { add(byte) }
    }

    mutating func add(_ number: Int64) {
        var rest = UInt64(bitPattern: number)
        for _ in 0..<8 {
            add(UInt8(truncatingIfNeeded: rest))
            rest >>= 8
        }
    }

    private mutating func add(_ byte: UInt8) {
        value = (value ^ UInt64(byte)) &* 0x100_0000_01b3
    }
}
