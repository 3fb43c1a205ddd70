// SPDX-License-Identifier: MIT

internal import PopoverWire

/// Who wanted what, and what became of it: a line of the audit trail, and the answer to who asked.
public struct AuditEntry: Hashable, Sendable {
    public enum Verdict: String, CaseIterable, Sendable {
        /// It may be, and is about to be carried out.
        case accepted
        case done
        case failed
        case refused
    }

    /// Milliseconds since 1970.
    public var time: Int64
    public var kiosk: String
    /// Whose signature it had; nil: nobody's that is known.
    public var key: String?
    public var nonce: String?
    public var command: String?
    public var verdict: Verdict
    /// Of a command that was not carried out.
    public var reason: CommandError.Reason?
    public var message: String?

    public init(_ warrant: AuthorizedCommand, kiosk: String, time: Int64, verdict: Verdict) {
        self.time = time
        self.kiosk = kiosk
        key = warrant.key
        nonce = warrant.command.nonce
        command = warrant.command.order.name.rawValue
        self.verdict = verdict
    }

    public init(_ refusal: CommandError, kiosk: String, time: Int64) {
        self.time = time
        self.kiosk = kiosk
        key = refusal.key
        nonce = refusal.nonce
        command = refusal.command
        verdict = refusal.reason == .failed ? .failed : .refused
        reason = refusal.reason
        message = refusal.message
    }

    public var payload: [UInt8] { payload(epoch: nil, sequence: nil) }

    /// - Parameters:
    ///   - epoch, sequence: as of an event, where it goes to the broker among these.
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

    /// A sentence for the journal.
    public var sentence: String {
        let what = command ?? "a command"
        let who = key.map { "of \($0)" } ?? "of nobody known"
        let why = message.map { ": \($0)" } ?? ""
        return "\(what) \(who) is \(verdict.rawValue)\(why)"
    }
}
