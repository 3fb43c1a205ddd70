// SPDX-License-Identifier: MIT

extension Severity: Comparable {
    private var weight: Int {
        switch self {
        case .info: 0
        case .warning: 1
        case .critical: 2
        }
    }

    public static func < (left: Severity, right: Severity) -> Bool { left.weight < right.weight }
}
