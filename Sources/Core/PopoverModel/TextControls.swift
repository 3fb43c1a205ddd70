// SPDX-License-Identifier: MIT

extension Unicode.Scalar {
    /// Whether it moves the cursor of a terminal, ends a line, or turns what stands beside it around: the
    /// controls of ASCII and of Latin 1, line separators, and marks of direction.
    public var isTextControl: Bool {
        switch value {
        case 0x00...0x1F, 0x7F...0x9F, 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069:
            true
        default: false
        }
    }
}
