// SPDX-License-Identifier: MIT

public import PopoverModel
import PopoverWire

/// Decides which pages may connect, and which of their messages reach the daemon.
///
/// To the daemon every page is its own user, an administrator. So messages are checked here: only
/// configured methods pass, Escape where popovers may be opened, and a `hello` only with configured roles
/// and names of applications that are the page's origin's.
public final class Doorkeeper {
    public enum Admission: Hashable, Sendable {
        /// The number of the page's origin.
        case admitted(origin: Int)
        case wrongOrigin
        case wrongToken
    }

    public enum Verdict: Equatable {
        case passes
        /// The daemon gets this line instead, and answers it; empty: it gets none.
        case replaced([UInt8])
        case malformed
        case forbidden
    }

    /// The methods that pages may call by default.
    public static let usualMethods: [Method] = [
        .setSurface, .removeSurface, .setSource, .removeSource, .setOccluder, .removeOccluder,
        .open, .update, .choose, .close, .detach, .setPanel, .raisePanel, .closePanel, .presentView,
        .closeView, .saveDraft, .loadDraft, .listDrafts, .discardDraft, .raiseAlert, .answerAlert,
        .cancelAlert,
        .cancelRequest, .tap, .pointer, .key, .publish, .setDisplay, .removeDisplay, .setSession,
    ]

    /// Methods that the configuration may add. Events and the scene name other users' drafts, which the
    /// daemon shows to its own user.
    public static let riskyMethods: [Method] = [.subscribe, .unsubscribe]

    /// What precedes the token among a page's subprotocols.
    public static let tokenPrefix = "token."

    /// Bytes of a method's name and an id that are sent back with an error.
    private static let echoLimit = 192

    private let origins: [String]
    private let token: [UInt8]
    private let methods: Set<String>
    private let roles: Set<String>
    private var apps: AppOwners
    private let remember: (String) -> Void
    private let reader = JSONReader()

    /// - Parameters:
    ///   - origins: spelled as browsers send them.
    ///   - token: as `isToken` requires.
    ///   - remember: called when an origin has used an app's name first, with a line to be remembered.
    public init(
        origins: [String], token: String, methods: Set<String>, roles: Set<String>,
        apps: AppOwners, remember: @escaping (String) -> Void = { _ in }
    ) {
        self.origins = origins
        self.token = Array(token.utf8)
        self.methods = methods.union([Method.hello.rawValue])
        self.roles = roles
        self.apps = apps
        self.remember = remember
    }

    /// Whether a text can be a token: characters of a subprotocol, no more than libwebsockets reads.
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

    /// - Parameter subprotocols: all that the page offers, separated by commas.
    public func admission(origin: String, subprotocols: String) -> Admission {
        guard let number = origins.firstIndex(of: origin) else { return .wrongOrigin }
        let offered = subprotocols.split(separator: ",").map { part in
            part.drop { $0 == " " }.prefix { $0 != " " }
        }
        let isKnown = offered.contains { part in
            part.hasPrefix(Self.tokenPrefix)
                && isOurToken(Array(part.dropFirst(Self.tokenPrefix.count).utf8))
        }
        return isKnown ? .admitted(origin: number) : .wrongToken
    }

    /// Takes as long for every token of the same length, however much of it is right.
    private func isOurToken(_ given: [UInt8]) -> Bool {
        guard given.count == token.count, !token.isEmpty else { return false }
        return zip(given, token).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }

    /// - Parameter origin: the number of the page's origin.
    public func check(_ message: [UInt8], from origin: Int) -> Verdict {
        defer { reader.forget() }
        // Read as strictly as the daemon does, so that both see the same message.
        guard let node = try? reader.parse(message[...], depthLimit: MessageDecoder.lineDepth),
            node.kind == .object
        else { return .malformed }
        guard let method = node.member("method") else { return .passes }
        guard let name = method.string else { return .malformed }
        if name == Method.hello.rawValue {
            return checkHello(node.member("params"), from: origins[origin])
        }
        return methods.contains(name) || isEscape(name, node.member("params"))
            ? .passes : reject(name, id: node.member("id"))
    }

    /// Whether people want to leave what a page has opened. Other keys are gestures, which let a page open
    /// popovers.
    private func isEscape(_ name: String, _ params: JSONNode?) -> Bool {
        name == Method.key.rawValue && params?.member("key")?.string == "Escape"
            && methods.contains(Method.open.rawValue)
    }

    /// The longest message in bytes if this line of the daemon's answers `hello`; else nil.
    public func messageLimit(in line: [UInt8]) -> Int? {
        defer { reader.forget() }
        let node = try? reader.parse(line[...], depthLimit: MessageDecoder.lineDepth)
        guard let limits = node?.member("result")?.member("limits"),
            let limit = limits.member("message")?.integer, limit > 0
        else { return nil }
        return Int(limit)
    }

    private func checkHello(_ params: JSONNode?, from origin: String) -> Verdict {
        var wanted = [Role.app.rawValue]
        if let roles = params?.member("roles"), !roles.isNull {
            guard let elements = roles.elements else { return .forbidden }
            wanted = elements.map { $0.string ?? "" }
        }
        // A page speaks for nobody else, whatever the daemon allows the gateway.
        guard wanted.allSatisfy(roles.contains), params?.member("onBehalfOf") == nil else {
            return .forbidden
        }
        let app = params?.member("app")?.string ?? ""
        let before = apps
        let isGiven = apps.admits(app, from: origin)
        if apps != before { remember(AppOwners.line(app, origin)) }
        return isGiven ? .passes : .forbidden
    }

    /// Has the daemon answer, in order, that there is no such method.
    private func reject(_ name: String, id: JSONNode?) -> Verdict {
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
