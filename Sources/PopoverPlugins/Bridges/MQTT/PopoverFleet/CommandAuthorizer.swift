// SPDX-License-Identifier: MIT

/// Why a command is not carried out.
public struct CommandError: Error, Hashable, Sendable {
    public enum Reason: String, CaseIterable, Sendable {
        case tooBig = "too-big"
        case notSigned = "not-signed"
        case malformed
        case unknownKey = "unknown-key"
        case wrongSignature = "wrong-signature"
        case unknownCommand = "unknown-command"
        case badArguments = "bad-arguments"
        case notAddressed = "not-addressed"
        case notYetValid = "not-yet-valid"
        case expired
        case livesTooLong = "lives-too-long"
        case noRight = "no-right"
        /// It has come before.
        case replayed
        /// It could not be remembered, and could be sent again.
        case notRecorded = "not-recorded"
        /// The daemon said no.
        case failed
    }

    public var reason: Reason
    public var message: String
    /// Whose signature it has; nil: nobody's.
    public var key: String?
    public var nonce: String?
    public var command: String?

    public init(
        _ reason: Reason, _ message: String, key: String? = nil, nonce: String? = nil,
        command: String? = nil
    ) {
        self.reason = reason
        self.message = message
        self.key = key
        self.nonce = nonce
        self.command = command
    }
}

/// A command whose signer may give it, here and now. It is carried out once it has been remembered.
public struct AuthorizedCommand: Hashable, Sendable {
    public let key: String
    public let command: FleetCommand
}

/// Decides which commands may be carried out.
///
/// Whoever can write to the broker can send anything: nothing is believed before the signature is
/// right, and nothing of it is repeated to others.
public final class CommandAuthorizer {
    /// From when a command is signed to its end, in seconds.
    public static let longestLife: Int64 = 604_800
    /// Clocks of kiosks and operators differ by so many seconds.
    public static let slack: Int64 = 60

    private let topics: KioskTopics
    private let decoder = CommandDecoder()
    public var keys: KeyRing

    public init(topics: KioskTopics, keys: KeyRing) {
        self.topics = topics
        self.keys = keys
    }

    /// - Parameter now: seconds since 1970.
    public func judge(_ payload: [UInt8], at now: Int64) throws(CommandError) -> AuthorizedCommand {
        let (key, message) = try open(payload)
        do throws(CommandDecoder.DecodingError) {
            let command = try decoder.decode(message)
            try allow(command, by: key, at: now)
            return AuthorizedCommand(key: key, command: command)
        } catch {
            throw CommandError(
                error.reason, error.message, key: key, nonce: error.nonce, command: error.command)
        }
    }

    /// Who has signed what.
    private func open(_ payload: [UInt8]) throws(CommandError) -> (String, [UInt8]) {
        // As files and pipes end.
        let ends = [UInt8(ascii: "\n"), UInt8(ascii: "\r")]
        let payload =
            payload.last.map(ends.contains) == true
            ? Array(payload.reversed().drop(while: ends.contains).reversed()) : payload
        guard payload.count <= SignedToken.longest else {
            throw CommandError(
                .tooBig, "a command may have \(SignedToken.longest) bytes")
        }
        guard payload.starts(with: SignedToken.header.utf8) else {
            throw CommandError(.notSigned, "this is no signed command")
        }
        guard let parts = try? SignedToken.parts(of: payload) else {
            throw CommandError(.malformed, "this is no signed command")
        }
        guard let name = decoder.keyName(of: parts.footer) else {
            throw CommandError(.malformed, "the footer names no key")
        }
        guard let key = keys.key(name) else {
            throw CommandError(.unknownKey, "no key of that name is known here")
        }
        guard let message = try? SignedToken.message(of: parts, by: key) else {
            throw CommandError(.wrongSignature, "the signature is not that of the named key")
        }
        return (name, message)
    }

    private func allow(
        _ command: FleetCommand, by key: String, at now: Int64
    ) throws(CommandDecoder.DecodingError) {
        func refuse(
            _ reason: CommandError.Reason, _ message: String
        ) -> CommandDecoder.DecodingError {
            CommandDecoder.DecodingError(
                reason: reason, message: message, nonce: command.nonce,
                command: command.order.name.rawValue)
        }
        guard topics.isMeant(by: command.audience) else {
            throw refuse(.notAddressed, "it is for others")
        }
        guard command.expiry > now else { throw refuse(.expired, "its time is over") }
        guard command.issued <= now + Self.slack else {
            throw refuse(.notYetValid, "it is signed in the future: a clock is wrong")
        }
        guard command.expiry > command.issued,
            command.expiry - command.issued <= Self.longestLife
        else {
            throw refuse(
                .livesTooLong, "from iat to exp there may be 1 to \(Self.longestLife) seconds")
        }
        guard keys.gives(command.order.name, to: key) else {
            throw refuse(.noRight, "the key has no right to \(command.order.name.rawValue)")
        }
    }
}
