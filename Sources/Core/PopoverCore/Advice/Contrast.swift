// SPDX-License-Identifier: MIT

public import PopoverModel

/// How well a text can be told from its background, by WCAG 2.1
/// (https://www.w3.org/TR/WCAG21/#dfn-contrast-ratio).
public enum Contrast {
    /// What text of a usual size needs (success criterion 1.4.3).
    public static let least = 4.5

    /// 1 (no difference) to 21 (black on white). Both count as opaque.
    public static func ratio(_ one: DeclaredColor, _ other: DeclaredColor) -> Double {
        let luminances = (luminance(of: one), luminance(of: other))
        return (max(luminances.0, luminances.1) + 0.05) / (min(luminances.0, luminances.1) + 0.05)
    }

    /// With two decimals, and never as if it were enough.
    static func text(below ratio: Double) -> String {
        let hundredths = min(449, Int(ratio * 100 + 0.5))
        let rest = hundredths % 100
        return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
    }

    /// Relative luminance: 0 for black to 1 for white.
    private static func luminance(of color: DeclaredColor) -> Double {
        0.2126 * linear(color.red) + 0.7152 * linear(color.green) + 0.0722 * linear(color.blue)
    }

    private static func linear(_ part: UInt8) -> Double {
        let value = Double(part) / 255
        // Of 8 bits none lies between this bound of sRGB's and the 0.03928 of WCAG's text.
        guard value > 0.04045 else { return value / 12.92 }
        let base = (value + 0.055) / 1.055
        // base^2.4 in arithmetic alone, so that every machine gets the same bits.
        return base * base * fifthRoot(of: base * base)
    }

    /// - Parameter value: from 0.008, the least that is asked for, to 1.
    private static func fifthRoot(of value: Double) -> Double {
        var root = 1.0
        // Newton's steps from above: twelve are more than the least value needs.
        for _ in 0..<12 {
            let square = root * root
            root = (4 * root + value / (square * square)) / 5
        }
        return root
    }
}

extension DeclaredColor {
    /// The same without its alpha, as it is judged.
    var opaque: DeclaredColor { DeclaredColor(red: red, green: green, blue: blue) }
}
