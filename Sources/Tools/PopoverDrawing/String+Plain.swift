// SPDX-License-Identifier: MIT

extension String {
    /// The text on one line, with blanks for what would break the line, turn its direction or
    /// command a terminal: clients choose their names and titles themselves.
    public var plain: String {
        String(map { $0.isPlain ? $0 : " " })
    }
}

extension Character {
    private static let joiner: Unicode.Scalar = "\u{200D}"

    fileprivate var isPlain: Bool {
        unicodeScalars.allSatisfy { scalar in
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: false
            case .format: scalar == Self.joiner
            default: true
            }
        }
    }
}
