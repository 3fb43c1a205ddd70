// SPDX-License-Identifier: MIT

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
        case replayed
        /// It was signed before the kiosk's record of nonces was made.
        case tooOld = "too-old"
        /// Its nonce could not be recorded, so that a replay would not be noticed.
        case notRecorded = "not-recorded"
        /// The daemon answered with an error, or not in time.
        case failed
    }

    public var reason: Reason
    public var message: String
    /// The name of the key that signed it; nil: no known key did.
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

/// A command whose signer has the right to it, here and now. Its nonce is recorded next.
public struct AuthorizedCommand: Hashable, Sendable {
    public let key: String
    public let command: FleetCommand
}

/// Decides which commands may be carried out. Anybody who can write to the broker can send
/// anything: the payload is not trusted, nor repeated to others, before its signature is verified.
public final class CommandAuthorizer {
    /// From `iat` to `exp`, in seconds.
    public static let longestLife: Int64 = 604_800
    /// How far the clocks of kiosks and operators may differ, in seconds.
    public static let slack: Int64 = 60

    private let topics: KioskTopics
    private let decoder = CommandDecoder()
    public var keys: KeyRing

    public init(topics: KioskTopics, keys: KeyRing) {
        self.topics = topics
        self.keys = keys
    }

    /// - Parameter now: seconds since 1970.
    public func authorize(
        _ payload: [UInt8], at now: Int64
    ) throws(CommandError) -> AuthorizedCommand {
        let (key, message) = try verify(payload)
        do throws(CommandDecoder.DecodingError) {
            let command = try decoder.decode(message)
            try allow(command, by: key, at: now)
            return AuthorizedCommand(key: key, command: command)
        } catch {
            throw CommandError(
                error.reason, error.message, key: key, nonce: error.nonce, command: error.command)
        }
    }

    /// The name of the key that signed it, and what is signed.
    private func verify(_ payload: [UInt8]) throws(CommandError) -> (String, [UInt8]) {
        // Files and pipes end in these.
        let ends = [UInt8(ascii: "\n"), UInt8(ascii: "\r")]
        let payload =
            payload.last.map(ends.contains) == true
            ? Array(payload.reversed().drop(while: ends.contains).reversed()) : payload
        guard payload.count <= SignedToken.longest else {
            throw CommandError(
                .tooBig, "the command is larger than the limit of \(SignedToken.longest) bytes")
        }
        guard payload.starts(with: SignedToken.header.utf8) else {
            throw CommandError(.notSigned, "the command is not a v4.public token")
        }
        guard let parts = try? SignedToken.parts(of: payload) else {
            throw CommandError(.malformed, "the token cannot be decoded")
        }
        guard let name = decoder.keyName(of: parts.footer) else {
            throw CommandError(.malformed, "the footer does not name a key")
        }
        guard let key = keys.key(name) else {
            throw CommandError(.unknownKey, "this kiosk knows no key of that name")
        }
        guard let message = try? SignedToken.message(of: parts, by: key) else {
            throw CommandError(.wrongSignature, "the signature does not match the named key")
        }
        return (name, message)
    }

    private func allow(
        _ command: FleetCommand, by key: String, at now: Int64
    ) throws(CommandDecoder.DecodingError) {
        func error(
            _ reason: CommandError.Reason, _ message: String
        ) -> CommandDecoder.DecodingError {
            CommandDecoder.DecodingError(
                reason: reason, message: message, nonce: command.nonce,
                command: command.order.name.rawValue)
        }
        guard topics.isAddressed(by: command.audience) else {
            throw error(.notAddressed, "the command is addressed to others")
        }
        guard command.expiry > now else { throw error(.expired, "the command has expired") }
        guard command.issued <= now + Self.slack else {
            throw error(.notYetValid, "the command is signed in the future; a clock is wrong")
        }
        guard command.expiry > command.issued,
            command.expiry - command.issued <= Self.longestLife
        else {
            throw error(
                .livesTooLong, "exp is not 1 to \(Self.longestLife) seconds after iat")
        }
        guard keys.gives(command.order.name, to: key) else {
            throw error(.noRight, "the key has no right to \(command.order.name.rawValue)")
        }
    }
}
