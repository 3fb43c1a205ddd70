// SPDX-License-Identifier: MIT

extension String {
    /// The text on one line. Blanks replace line breaks, direction marks and terminal controls, since
    /// clients choose names and titles.
    public var plain: String {
        String(map { $0.isPlain ? $0 : " " })
    }
}

extension Character {
    /// What decides the shapes of letters, and of emoji: the zero-width non-joiner and joiner.
    private static let joiners: Set<Unicode.Scalar> = ["\u{200C}", "\u{200D}"]

    fileprivate var isPlain: Bool {
        unicodeScalars.allSatisfy { scalar in
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: false
            case .format: Self.joiners.contains(scalar)
            default: true
            }
        }
    }
}
