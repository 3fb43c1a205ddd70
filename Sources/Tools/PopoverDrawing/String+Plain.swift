// SPDX-License-Identifier: MIT

/// Clients choose names and titles: those must neither move the cursor of a terminal nor turn what stands
/// beside them around.
extension String {
    /// The text on one line. Blanks replace line breaks, direction marks and terminal controls.
    public var plain: String {
        String(map { $0.isPlain ? $0 : " " })
    }

    /// The same where line breaks and tabs are the writer's own, which stay.
    public var plainLines: String {
        String(map { $0.isPlain || $0 == "\n" || $0 == "\t" ? $0 : " " })
    }

    /// The same value as JSON: escapes replace direction marks and terminal controls.
    public var plainJSON: String {
        if utf8.allSatisfy({ $0 < 0x7F }) { return self }
        var escaped = ""
        for scalar in unicodeScalars {
            if scalar.isPlain || scalar.isASCII && scalar != "\u{7F}" {
                escaped.unicodeScalars.append(scalar)
                continue
            }
            for unit in String(scalar).utf16 {
                let digits = String(unit, radix: 16)
                escaped += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }
        }
        return escaped
    }
}

extension Character {
    fileprivate var isPlain: Bool { unicodeScalars.allSatisfy(\.isPlain) }
}

extension Unicode.Scalar {
    /// What decides the shapes of letters, and of emoji: the zero-width non-joiner and joiner.
    private static let joiners: Set<Unicode.Scalar> = ["\u{200C}", "\u{200D}"]

    fileprivate var isPlain: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: false
        case .format: Self.joiners.contains(self)
        default: true
        }
    }
}
