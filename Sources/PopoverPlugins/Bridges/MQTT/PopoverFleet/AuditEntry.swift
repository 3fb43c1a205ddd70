// SPDX-License-Identifier: MIT

internal import PopoverWire

/// What became of a command: a line of the audit trail, and the answer to its sender.
public struct AuditEntry: Hashable, Sendable {
    public enum Verdict: String, CaseIterable, Sendable {
        /// The signer has the right to it; it is carried out next.
        case accepted
        case done
        case failed
        case refused
    }

    /// Milliseconds since 1970.
    public var time: Int64
    public var kiosk: String
    /// The name of the key that signed it; nil: no known key did.
    public var key: String?
    public var nonce: String?
    public var command: String?
    public var verdict: Verdict
    /// Why it was not carried out.
    public var reason: CommandError.Reason?
    public var message: String?

    public init(_ authorized: AuthorizedCommand, kiosk: String, time: Int64, verdict: Verdict) {
        self.time = time
        self.kiosk = kiosk
        key = authorized.key
        nonce = authorized.command.nonce
        command = authorized.command.order.name.rawValue
        self.verdict = verdict
    }

    public init(_ error: CommandError, kiosk: String, time: Int64) {
        self.time = time
        self.kiosk = kiosk
        key = error.key
        nonce = error.nonce
        command = error.command
        verdict = error.reason == .failed ? .failed : .refused
        reason = error.reason
        message = error.message
    }

    public var payload: [UInt8] { payload(epoch: nil, sequence: nil) }

    /// - Parameters:
    ///   - epoch, sequence: as of an event, where it is sent to the broker; nil in other places.
    public func payload(epoch: String?, sequence: Int64?) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { entry in
            entry.member("epoch", ifPresent: epoch)
            entry.member("sequence", ifPresent: sequence)
            entry.member("time", time)
            entry.member("kiosk", kiosk)
            entry.member("key", ifPresent: key)
            entry.member("id", ifPresent: nonce)
            entry.member("command", ifPresent: command)
            entry.member("verdict", verdict.rawValue)
            entry.member("reason", ifPresent: reason?.rawValue)
            entry.member("message", ifPresent: message)
        }
        return writer.bytes
    }

    /// For the daemon's log: `command refused: ping key=ops reason=expired (…)`.
    public var logLine: String {
        var line = "command \(verdict.rawValue): \(command ?? "unknown")"
        if let key { line += " key=\(key)" }
        if let reason { line += " reason=\(reason.rawValue)" }
        return message.map { "\(line) (\($0))" } ?? line
    }
}
