// SPDX-License-Identifier: MIT

internal import PopoverWire

/// Decodes the signed message of a command. Its errors may quote the message: only a known key's
/// sender gets so far.
final class CommandDecoder {
    private let reader = JSONReader()

    struct DecodingError: Error {
        let reason: CommandError.Reason
        let message: String
        /// As far as they could be read.
        var nonce: String?
        var command: String?
    }

    /// The key that a footer names; nil where it names none.
    func keyName(of footer: [UInt8]) -> String? {
        guard let node = try? reader.parse(footer, depthLimit: 2),
            let name = node.member("kid")?.string, KioskTopics.isName(name)
        else { return nil }
        return name
    }

    func decode(_ message: [UInt8]) throws(DecodingError) -> FleetCommand {
        guard let node = try? reader.parse(message, depthLimit: 4), node.kind == .object else {
            throw DecodingError(
                reason: .malformed, message: "the signed message is not a JSON object")
        }
        let nonce = node.member("jti")?.string.flatMap { Self.isNonce($0) ? $0 : nil }
        let name = node.member("command")?.string
        do throws(DecodingError) {
            return try command(node, nonce, name)
        } catch {
            throw DecodingError(
                reason: error.reason, message: error.message, nonce: nonce,
                command: FleetCommand.Name(rawValue: name ?? "")?.rawValue)
        }
    }

    /// Checks a command that is not signed yet.
    func order(
        named name: String, arguments: [UInt8]
    ) throws(CommandError) -> FleetCommand.Order {
        guard let known = FleetCommand.Name(rawValue: name) else {
            throw CommandError(.unknownCommand, Self.commands)
        }
        let node = try? reader.parse(arguments, depthLimit: 4)
        do throws(DecodingError) {
            return try order(known, node, randomNonce())
        } catch {
            throw CommandError(error.reason, error.message)
        }
    }

    /// The names of an object's members.
    func names(in object: [UInt8]) -> [String] {
        (try? reader.parse(object, depthLimit: 4))?.members?.map(\.name) ?? []
    }

    private static let commands =
        "command: expected one of "
        + FleetCommand.Name.allCases.map(\.rawValue).joined(separator: ", ")

    static func isNonce(_ text: String) -> Bool {
        FleetCommand.nonceCounts.contains(text.utf8.count)
            && KioskTopics.isName(text) && !text.contains(".")
    }

    private func command(
        _ node: JSONNode, _ nonce: String?, _ name: String?
    ) throws(DecodingError) -> FleetCommand {
        guard let nonce else {
            throw DecodingError(
                reason: .malformed,
                message: "jti: expected \(FleetCommand.nonceCounts.lowerBound) to "
                    + "\(FleetCommand.nonceCounts.upperBound) of a-z A-Z 0-9 - _")
        }
        guard let audience = strings(node.member("aud")), !audience.isEmpty,
            audience.count <= FleetCommand.mostAudience
        else {
            throw DecodingError(
                reason: .malformed,
                message: "aud: expected 1 to \(FleetCommand.mostAudience) names")
        }
        func time(_ name: String) throws(DecodingError) -> Int64 {
            guard let time = node.member(name)?.string.flatMap(WallTime.seconds) else {
                throw DecodingError(
                    reason: .malformed,
                    message: "\(name): expected a time such as 2026-01-31T12:00:00Z")
            }
            return time
        }
        let issued = try time("iat")
        let expiry = try time("exp")
        guard let known = FleetCommand.Name(rawValue: name ?? "") else {
            throw DecodingError(reason: .unknownCommand, message: Self.commands)
        }
        return FleetCommand(
            audience: audience, issued: issued, expiry: expiry, nonce: nonce,
            order: try order(known, node.member("arguments"), nonce))
    }

    private func strings(_ node: JSONNode?) -> [String]? {
        if let one = node?.string { return [one] }
        guard let elements = node?.elements else { return nil }
        var texts: [String] = []
        for element in elements {
            guard let text = element.string else { return nil }
            texts.append(text)
        }
        return texts
    }

    private func order(
        _ name: FleetCommand.Name, _ node: JSONNode?, _ nonce: String
    ) throws(DecodingError) -> FleetCommand.Order {
        let arguments = Arguments(node: node)
        switch name {
        case .ping: return .ping
        case .reloadConfiguration: return .reloadConfiguration
        case .endSession: return .endSession(display: try arguments.name("display"))
        case .lockSession: return .lockSession(display: try arguments.name("display"))
        case .unlockSession: return .unlockSession(display: try arguments.name("display"))
        case .clear: return .clear(key: try arguments.needed("key", arguments.name("key")))
        case .reloadPlugin:
            return .reloadPlugin(try arguments.needed("name", arguments.name("name")))
        case .raise:
            let severity = try arguments.name("severity") ?? "warning"
            guard FleetCommand.severities.contains(severity) else {
                throw Arguments.error("severity: expected one of info, warning, critical")
            }
            return .raise(
                FleetCommand.AlertOrder(
                    title: try arguments.needed("title", arguments.text("title")),
                    message: try arguments.text("message"), severity: severity,
                    key: try arguments.name("key") ?? nonce,
                    display: try arguments.name("display"), timeout: try arguments.timeout(),
                    button: try arguments.text("button") ?? "OK"))
        }
    }
}

private struct Arguments {
    let node: JSONNode?

    static func error(_ message: String) -> CommandDecoder.DecodingError {
        CommandDecoder.DecodingError(reason: .badArguments, message: message)
    }

    func name(_ name: String) throws(CommandDecoder.DecodingError) -> String? {
        try text(name, longest: FleetCommand.longestName)
    }

    func text(
        _ name: String, longest: Int = FleetCommand.longestText
    ) throws(CommandDecoder.DecodingError) -> String? {
        guard let member = node?.member(name), !member.isNull else { return nil }
        guard let count = member.utf8Count, (1...longest).contains(count) else {
            throw Self.error("\(name): expected a text of 1 to \(longest) bytes")
        }
        return member.string
    }

    func timeout() throws(CommandDecoder.DecodingError) -> Int64? {
        guard let member = node?.member("timeoutMs"), !member.isNull else { return nil }
        guard let timeout = member.integer, (1...86_400_000).contains(timeout) else {
            throw Self.error("timeoutMs: expected a number from 1 to 86400000")
        }
        return timeout
    }

    func needed(_ name: String, _ value: String?) throws(CommandDecoder.DecodingError) -> String {
        guard let value else { throw Self.error("\(name): is missing") }
        return value
    }
}
