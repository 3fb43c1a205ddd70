// SPDX-License-Identifier: MIT

/// The look that a client declares for its popover. It is checked, not drawn (G27, G31).
public struct DeclaredAppearance: Codable, Hashable, Sendable {
    public var background: DeclaredColor?
    public var text: DeclaredColor?
    public var hasArrow = true
    public var hasBorder = true
    /// Paths of members with unknown values, such as `appearance.background`.
    public var unreadable: [String] = []

    public init() {}
}

/// A color of sRGB, as the web spells it: `#rgb`, `#rrggbb` or `#rrggbbaa`.
public struct DeclaredColor: Codable, Hashable, Sendable {
    public var red: UInt8
    public var green: UInt8
    public var blue: UInt8
    public var alpha: UInt8

    public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
        self.red = red
        self.green = green
        self.blue = blue
        self.alpha = alpha
    }

    /// nil for anything but these three spellings.
    public init?(_ text: String) {
        var bytes = Array(text.utf8)
        guard bytes.first == UInt8(ascii: "#") else { return nil }
        bytes.removeFirst()
        var digits: [UInt8] = []
        for byte in bytes {
            guard let digit = Self.digit(byte) else { return nil }
            digits.append(digit)
        }
        switch digits.count {
        case 3:
            self.init(red: digits[0] * 17, green: digits[1] * 17, blue: digits[2] * 17)
        case 6, 8:
            let parts = stride(from: 0, to: digits.count, by: 2).map {
                digits[$0] * 16 + digits[$0 + 1]
            }
            self.init(
                red: parts[0], green: parts[1], blue: parts[2],
                alpha: parts.count > 3 ? parts[3] : 255)
        default: return nil
        }
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}

extension DeclaredColor: CustomStringConvertible {
    /// `#rrggbb`, and its alpha where it is not opaque.
    public var description: String {
        let parts = alpha == 255 ? [red, green, blue] : [red, green, blue, alpha]
        return parts.reduce("#") { text, part in
            text + (part < 16 ? "0" : "") + String(part, radix: 16)
        }
    }
}
