// SPDX-License-Identifier: MIT

import CWebGateway
import PopoverPages

/// The WebSocket server; closed when its owner drops it.
@safe
final class Gateway {
    private let gateway: OpaquePointer
    /// The C code has an unretained pointer to it.
    private let doorkeeper: Doorkeeper

    struct Settings {
        var port: UInt16 = 0
        /// The daemon's.
        var socket = ""
        /// At once, 1 to `mostPages`.
        var pages: UInt32 = 0
        /// The longest message before `hello`, in bytes; then the daemon's limit holds.
        var message: UInt32 = 0
        /// The users whose browsers may connect, besides the daemon's user and root.
        var users: [UInt32] = []
    }

    /// What has happened since the last report.
    struct Report {
        /// Pages that disconnected without a closing handshake.
        var lost = 0
        /// Connections that were refused; why the latest one was, and its origin.
        var refused = 0
        var reason = ""
        var origin = ""

        /// What to configure if the latest one should be let in.
        var hint: String {
            switch reason {
            case "origin" where !origin.isEmpty: " (the option origins does not list it)"
            case "token": " (the page's token is not that of the option token or tokenFile)"
            case "user": " (the option users does not list the browser's user)"
            case "connections": " (the option connections is reached)"
            default: ""
            }
        }
    }

    static let mostPages = UInt32(WEB_PAGES_CAPACITY)
    static let mostUsers = Int(WEB_USERS_CAPACITY)

    init(_ settings: Settings, doorkeeper: Doorkeeper) throws(GatewayError) {
        self.doorkeeper = doorkeeper
        var text = [CChar](repeating: 0, count: Int(WEB_ERROR_CAPACITY))
        let context = unsafe Unmanaged.passUnretained(doorkeeper).toOpaque()
        let rules = unsafe web_rules(
            context: context,
            admit: { context, origin, subprotocols, number in
                guard let context = unsafe context, let origin = unsafe origin,
                    let subprotocols = unsafe subprotocols, let number = unsafe number
                else { return WEB_WRONG_TOKEN }
                let doorkeeper = unsafe Unmanaged<Doorkeeper>.fromOpaque(context)
                    .takeUnretainedValue()
                let admission = unsafe doorkeeper.admission(
                    origin: String(cString: origin), subprotocols: String(cString: subprotocols))
                switch admission {
                case .admitted(let origin):
                    unsafe number.pointee = UInt32(origin)
                    return WEB_ADMITTED
                case .wrongOrigin: return WEB_WRONG_ORIGIN
                case .wrongToken: return WEB_WRONG_TOKEN
                }
            },
            check: { context, origin, isOnWorker, message, length, replacement, replacementLength in
                guard let context = unsafe context, let replacement = unsafe replacement,
                    let replacementLength = unsafe replacementLength
                else { return WEB_MALFORMED }
                let bytes = unsafe Array(UnsafeBufferPointer(start: message, count: length))
                let doorkeeper = unsafe Unmanaged<Doorkeeper>.fromOpaque(context)
                    .takeUnretainedValue()
                switch doorkeeper.check(bytes, from: Int(origin), isOnWorker: isOnWorker) {
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
                guard let context = unsafe context else { return 0 }
                let bytes = unsafe Array(UnsafeBufferPointer(start: line, count: length))
                let limit = unsafe Unmanaged<Doorkeeper>.fromOpaque(context).takeUnretainedValue()
                    .messageLimit(in: bytes)
                return UInt32(clamping: limit ?? 0)
            })
        let opened = unsafe settings.socket.withCString { socket in
            var raw = unsafe web_settings()
            unsafe raw.port = settings.port
            unsafe raw.socket = socket
            unsafe raw.pages = settings.pages
            unsafe raw.message = settings.message
            unsafe raw.rules = rules
            let users = settings.users.prefix(Self.mostUsers)
            unsafe raw.user_count = UInt32(users.count)
            unsafe withUnsafeMutableBytes(of: &raw.users) { target in
                unsafe Array(users).withUnsafeBytes { unsafe target.copyMemory(from: $0) }
            }
            return unsafe web_gateway_open(&raw, &text)
        }
        guard let opened = unsafe opened else {
            let message = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
            throw GatewayError(message: String(decoding: message, as: UTF8.self))
        }
        unsafe gateway = opened
    }

    deinit {
        unsafe web_gateway_close(gateway)
    }

    /// Readable when the gateway has to run.
    var descriptor: Int32 { unsafe web_gateway_descriptor(gateway) }

    /// Processes what is ready. Returns the milliseconds after which to run it again even if its
    /// descriptor is not readable; nil: never.
    func run() -> UInt32? {
        UInt32(exactly: unsafe web_gateway_run(gateway))
    }

    /// Nil where nothing has happened since the last report.
    func report() -> Report? {
        var raw = web_report()
        guard unsafe web_gateway_report(gateway, &raw) else { return nil }
        let reason =
            switch raw.reason {
            case WEB_WRONG_ORIGIN: "origin"
            case WEB_WRONG_TOKEN: "token"
            case WEB_WRONG_USER: "user"
            case WEB_TOO_MANY_PAGES: "connections"
            default: "handshakes"
            }
        let origin = unsafe withUnsafeBytes(of: raw.origin) { bytes in
            unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        return Report(
            lost: Int(raw.lost), refused: Int(raw.refused), reason: reason, origin: origin)
    }
}

/// The start of the library on a thread, which ends when its owner drops this.
final class LibraryStart {
    /// Readable when the library has started.
    let descriptor: Int32

    /// Nil: the system has no thread for it.
    init?() {
        descriptor = web_library_begin()
        if descriptor < 0 { return nil }
    }

    deinit {
        if descriptor >= 0 { web_library_end(descriptor) }
    }
}

struct GatewayError: Error {
    let message: String
}
