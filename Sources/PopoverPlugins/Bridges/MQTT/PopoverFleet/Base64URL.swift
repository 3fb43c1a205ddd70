// SPDX-License-Identifier: MIT

/// Base64 for URLs without padding (RFC 4648, section 5), strictly: a text has one spelling.
enum Base64URL {
    private static let digits = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    private static let values: [UInt8] = {
        var values = [UInt8](repeating: 0xFF, count: 256)
        for (value, digit) in digits.enumerated() { values[Int(digit)] = UInt8(value) }
        return values
    }()

    static func isMadeOfDigits(_ text: String) -> Bool {
        text.utf8.allSatisfy { values[Int($0)] != 0xFF }
    }

    static func encode(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count * 4 + 2) / 3)
        var start = 0
        while start < bytes.count {
            let count = min(3, bytes.count - start)
            var word: UInt32 = 0
            for offset in 0..<3 {
                word = word << 8 | (offset < count ? UInt32(bytes[start + offset]) : 0)
            }
            for digit in 0...count {
                text.append(digits[Int(word >> (18 - 6 * UInt32(digit)) & 63)])
            }
            start += 3
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// nil: it is none, or another spelling of one.
    static func decode(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        guard text.count % 4 != 1 else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count * 3 / 4)
        var word: UInt32 = 0
        var bits = 0
        for digit in text {
            let value = values[Int(digit)]
            guard value != 0xFF else { return nil }
            word = word << 6 | UInt32(value)
            bits += 6
            if bits >= 8 {
                bits -= 8
                bytes.append(UInt8(truncatingIfNeeded: word >> UInt32(bits)))
            }
        }
        // What is left over has to be zeros.
        return word & ((1 << UInt32(bits)) - 1) == 0 ? bytes : nil
    }
}
