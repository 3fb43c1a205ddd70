// SPDX-License-Identifier: MIT

public import PopoverModel
import PopoverWire

/// Which pages may come, and what they may ask for.
///
/// The daemon sees whoever comes through the gateway as its own user, who is an administrator. So
/// what a page says is judged here: only methods of those who show popovers pass, and only the
/// roles, and the names of applications, that the configuration gives to pages.
public final class Doorkeeper {
    public enum Verdict: Equatable {
        case passes
        /// The daemon gets this line instead, and answers it; empty: it gets nothing.
        case replaced([UInt8])
        case malformed
        case forbidden
    }

    /// What pages may ask for unless the configuration says otherwise.
    public static let usualMethods: [Method] = [
        .setSurface, .removeSurface, .setSource, .removeSource, .setOccluder, .removeOccluder,
        .open, .update, .choose, .close, .detach, .closePanel, .presentView, .closeView, .saveDraft,
        .loadDraft, .listDrafts, .discardDraft, .raiseAlert, .answerAlert, .cancelAlert,
        .cancelRequest, .tap, .pointer, .key, .publish, .setDisplay, .removeDisplay,
    ]

    /// What the configuration may give them beside. Events and the scene have what other users'
    /// work is called, which the daemon tells to its own user.
    public static let riskyMethods: [Method] = [.subscribe, .unsubscribe]

    /// Pages name it among their subprotocols, after this.
    public static let tokenPrefix = "token."

    /// Bytes of a method's name or an id that is given back to who asks in vain.
    private static let echoLimit = 192

    private let origins: Set<String>
    private let token: [UInt8]
    private let methods: Set<String>
    private let roles: Set<String>
    private let apps: Set<String>
    /// One for each thread that asks.
    private let reader = JSONReader()
    private let readerBesideLoop = JSONReader()

    /// - Parameters:
    ///   - origins: spelled as browsers send them.
    ///   - token: of the characters that subprotocols are made of.
    ///   - apps: none: pages may be called as they like.
    public init(
        origins: Set<String>, token: String, methods: Set<String>, roles: Set<String>,
        apps: Set<String>
    ) {
        self.origins = origins
        self.token = Array(token.utf8)
        self.methods = methods.union([Method.hello.rawValue])
        self.roles = roles
        self.apps = apps
    }

    /// What a token may be made of: what subprotocols are, and no more than libwebsockets reads.
    public static func isToken(_ text: String) -> Bool {
        (16...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"),
                    UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"),
                    UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
                    true
                default: false
                }
            }
    }

    /// - Parameter subprotocols: all that it offers, separated by commas.
    public func admits(origin: String, subprotocols: String) -> Bool {
        guard origins.contains(origin) else { return false }
        let offered = subprotocols.split(separator: ",").map { part in
            part.drop { $0 == " " }.prefix { $0 != " " }
        }
        return offered.contains { part in
            part.hasPrefix(Self.tokenPrefix)
                && isToken(Array(part.dropFirst(Self.tokenPrefix.count).utf8))
        }
    }

    /// It takes as long for every token of the same length, whatever is right of it.
    private func isToken(_ given: [UInt8]) -> Bool {
        guard given.count == token.count, !token.isEmpty else { return false }
        return zip(given, token).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }

    /// - Parameter isBesideLoop: it is called on the one thread that is there for long messages.
    public func judge(_ message: [UInt8], isBesideLoop: Bool = false) -> Verdict {
        let reader = isBesideLoop ? readerBesideLoop : reader
        // As the daemon reads it: what one takes for a message is none for the other.
        guard let node = try? reader.parse(message[...], depthLimit: MessageDecoder.lineDepth),
            node.kind == .object
        else { return .malformed }
        guard let method = node.member("method") else { return .passes }
        guard let name = method.string else { return .malformed }
        if name == Method.hello.rawValue { return judgeHello(node.member("params")) }
        return methods.contains(name) ? .passes : turnAway(name, id: node.member("id"))
    }

    /// How long, in bytes, a message may be that the daemon takes, where this line of its is the
    /// answer to a hello; nil: it is another.
    public func messageLimit(in line: [UInt8]) -> Int? {
        let node = try? reader.parse(line[...], depthLimit: MessageDecoder.lineDepth)
        guard let limits = node?.member("result")?.member("limits"),
            let limit = limits.member("message")?.integer, limit > 0
        else { return nil }
        return Int(limit)
    }

    private func judgeHello(_ params: JSONNode?) -> Verdict {
        var wanted = [Role.app.rawValue]
        if let roles = params?.member("roles"), !roles.isNull {
            guard let elements = roles.elements else { return .forbidden }
            wanted = elements.map { $0.string ?? "" }
        }
        let app = params?.member("app")?.string ?? ""
        let isGiven = wanted.allSatisfy(roles.contains) && (apps.isEmpty || apps.contains(app))
        return isGiven ? .passes : .forbidden
    }

    /// Has the daemon answer, in its turn, that there is no such method: for pages there is none.
    private func turnAway(_ name: String, id: JSONNode?) -> Verdict {
        guard let id else { return .replaced([]) }
        let echo = id.compactText
        guard name.utf8.count + echo.count <= Self.echoLimit else { return .malformed }
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("jsonrpc", "2.0")
            writer.member("id", echo)
            writer.member("method", "web:" + name)
        }
        return .replaced(writer.bytes)
    }
}
