// SPDX-License-Identifier: MIT

import CWebGateway
import LibUV
import PopoverPages

/// The WebSocket server.
@safe
final class Gateway {
    private let gateway: OpaquePointer
    /// The C code has an unretained pointer to it.
    private let rules: Rules

    /// What the C code asks and tells.
    private final class Rules {
        let doorkeeper: Doorkeeper
        let handle: (Event) -> Void

        init(_ doorkeeper: Doorkeeper, _ handle: @escaping (Event) -> Void) {
            self.doorkeeper = doorkeeper
            self.handle = handle
        }

        static func of(_ context: UnsafeMutableRawPointer?) -> Rules? {
            guard let context = unsafe context else { return nil }
            return unsafe Unmanaged<Rules>.fromOpaque(context).takeUnretainedValue()
        }
    }

    enum Event {
        case refused(Refusal)
        /// A page has disconnected without a closing handshake.
        case lost
        /// The gateway is closed.
        case closed
    }

    struct Settings {
        var port: UInt16 = 0
        /// The daemon's.
        var socket = ""
        /// At once, 1 to `mostPages`.
        var pages: UInt32 = 0
        /// Of one origin at once, from 1.
        var pagesOfOrigin: UInt32 = 1
        /// The longest message before `hello`, in bytes; then the daemon's limit holds.
        var message: UInt32 = 0
        /// The users whose browsers may connect, besides the daemon's user and root.
        var users: [UInt32] = []
    }

    /// A connection was refused.
    struct Refusal {
        let reason: String
        let origin: String

        fileprivate init(_ reason: web_admission, origin: String) {
            self.reason =
                switch reason {
                case WEB_WRONG_ORIGIN: "origin"
                case WEB_WRONG_TOKEN: "token"
                case WEB_WRONG_USER: "user"
                case WEB_TOO_MANY_PAGES: "connections"
                default: "handshakes"
                }
            self.origin = origin
        }

        /// What to configure if it should be let in.
        var hint: String {
            switch reason {
            case "origin" where !origin.isEmpty: " (the option origins does not list it)"
            case "token": " (the page's token is not that of the option token or tokenFile)"
            case "user": " (the option users does not list the browser's user)"
            case "connections": " (the option connections is reached, or the share of the origin)"
            default: ""
            }
        }
    }

    static let mostPages = UInt32(WEB_PAGES_CAPACITY)
    static let mostUsers = Int(WEB_USERS_CAPACITY)

    /// - Parameter handle: called from within the loop.
    init(
        _ loop: Loop, _ settings: Settings, doorkeeper: Doorkeeper,
        handle: @escaping (Event) -> Void
    ) throws(GatewayError) {
        rules = Rules(doorkeeper, handle)
        var text = [CChar](repeating: 0, count: Int(WEB_ERROR_CAPACITY))
        let rawRules = unsafe Self.raw(rules)
        let opened = unsafe settings.socket.withCString { socket in
            var raw = unsafe web_settings()
            unsafe raw.port = settings.port
            unsafe raw.socket = socket
            unsafe raw.pages = settings.pages
            unsafe raw.pages_of_origin = settings.pagesOfOrigin
            unsafe raw.message = settings.message
            unsafe raw.rules = rawRules
            let users = settings.users.prefix(Self.mostUsers)
            unsafe raw.user_count = UInt32(users.count)
            unsafe withUnsafeMutableBytes(of: &raw.users) { target in
                unsafe Array(users).withUnsafeBytes { unsafe target.copyMemory(from: $0) }
            }
            return unsafe web_gateway_open(loop.raw, &raw, &text)
        }
        guard let opened = unsafe opened else {
            let message = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
            throw GatewayError(message: String(decoding: message, as: UTF8.self))
        }
        unsafe gateway = opened
    }

    private static func raw(_ rules: Rules) -> web_rules {
        unsafe web_rules(
            context: Unmanaged.passUnretained(rules).toOpaque(),
            admit: { context, origin, subprotocols, number in
                guard let rules = unsafe Rules.of(context), let origin = unsafe origin,
                    let subprotocols = unsafe subprotocols, let number = unsafe number
                else { return WEB_WRONG_TOKEN }
                let admission = unsafe rules.doorkeeper.admission(
                    origin: String(cString: origin), subprotocols: String(cString: subprotocols))
                switch admission {
                case .admitted(let origin):
                    unsafe number.pointee = UInt32(origin)
                    return WEB_ADMITTED
                case .wrongOrigin: return WEB_WRONG_ORIGIN
                case .wrongToken: return WEB_WRONG_TOKEN
                }
            },
            check: { context, origin, message, length, replacement, replacementLength in
                guard let rules = unsafe Rules.of(context), let replacement = unsafe replacement,
                    let replacementLength = unsafe replacementLength
                else { return WEB_MALFORMED }
                let bytes = unsafe Array(UnsafeBufferPointer(start: message, count: length))
                switch rules.doorkeeper.check(bytes, from: Int(origin)) {
                case .passes: return WEB_PASSES
                case .malformed: return WEB_MALFORMED
                case .forbidden: return WEB_FORBIDDEN
                case .replaced(let line):
                    guard line.count <= Int(WEB_REPLACEMENT_CAPACITY) else { return WEB_MALFORMED }
                    unsafe UnsafeMutableRawBufferPointer(start: replacement, count: line.count)
                        .copyBytes(from: line)
                    unsafe replacementLength.pointee = line.count
                    return WEB_REPLACED
                }
            },
            message_limit: { context, line, length in
                let bytes = unsafe Array(UnsafeBufferPointer(start: line, count: length))
                let limit = unsafe Rules.of(context)?.doorkeeper.messageLimit(in: bytes)
                return UInt32(clamping: limit ?? 0)
            },
            refused: { context, reason, origin in
                let origin = unsafe origin.map { unsafe String(cString: $0) } ?? ""
                unsafe Rules.of(context)?.handle(.refused(Refusal(reason, origin: origin)))
            },
            lost: { unsafe Rules.of($0)?.handle(.lost) },
            closed: { unsafe Rules.of($0)?.handle(.closed) })
    }

    /// Disconnects the pages when they have what the daemon has said last; then it is `closed`.
    func close() { unsafe web_gateway_close(gateway) }
}

struct GatewayError: Error {
    let message: String
}
