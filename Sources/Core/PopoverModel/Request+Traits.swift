// SPDX-License-Identifier: MIT

extension Request {
    /// The method as on the wire; empty for an invalid request.
    public var methodName: String { method?.rawValue ?? "" }

    /// Methods that only make sense with an answer are ignored when nobody waits for one.
    public var needsAnswer: Bool { method?.needsAnswer ?? false }

    /// Whether the answer may be delayed.
    public var mayWait: Bool { method?.mayWait ?? false }

    /// Whether it is carried out during shutdown. An invalid one is answered with what is wrong with it.
    public var isAllowedDuringShutdown: Bool { method?.isAllowedDuringShutdown ?? true }

    /// Whether a client that speaks for another process may send it.
    public var isAllowedForOthers: Bool { method?.isAllowedForOthers ?? true }
}
