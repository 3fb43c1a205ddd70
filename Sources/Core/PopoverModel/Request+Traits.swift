// SPDX-License-Identifier: MIT

extension Request {
    /// The method as on the wire; empty for an invalid request.
    public var methodName: String { method?.rawValue ?? "" }

    /// Methods that only make sense with an answer are ignored when nobody waits for one.
    public var needsAnswer: Bool { method?.needsAnswer ?? false }

    /// Whether the answer may be delayed.
    public var mayWait: Bool { method?.mayWait ?? false }

    /// Whether it is carried out during shutdown. An invalid one is told what is wrong with it.
    public var isAllowedDuringShutdown: Bool { method?.isAllowedDuringShutdown ?? true }
}

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
