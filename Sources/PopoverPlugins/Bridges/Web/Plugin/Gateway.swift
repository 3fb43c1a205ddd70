// SPDX-License-Identifier: MIT

import CWebGateway
import PopoverPages

/// Where pages connect; closed when its owner drops it.
@safe
final class Gateway {
    private let gateway: OpaquePointer
    /// The gateway asks it.
    private let doorkeeper: Doorkeeper

    struct Settings {
        /// 1 to 65535.
        var port: UInt16
        /// The daemon's.
        var socket: String
        /// At once, 1 to `mostPages`.
        var pages: UInt32
        /// The longest message, in bytes, of a page that has not said hello; then it is the daemon's.
        var message: UInt32
    }

    static let mostPages = Int(WEB_PAGES_CAPACITY)

    init(_ settings: Settings, doorkeeper: Doorkeeper) throws(GatewayError) {
        self.doorkeeper = doorkeeper
        var words = [CChar](repeating: 0, count: Int(WEB_ERROR_CAPACITY))
        let context = unsafe Unmanaged.passUnretained(doorkeeper).toOpaque()
        let rules = unsafe web_rules(
            context: context,
            admit: { context, origin, subprotocols in
                guard let context = unsafe context, let origin = unsafe origin,
                    let subprotocols = unsafe subprotocols
                else { return false }
                return unsafe Unmanaged<Doorkeeper>.fromOpaque(context).takeUnretainedValue()
                    .admits(
                        origin: String(cString: origin), subprotocols: String(cString: subprotocols)
                    )
            },
            judge: { context, isBesideLoop, message, length, replacement, replacementLength in
                guard let context = unsafe context, let replacement = unsafe replacement,
                    let replacementLength = unsafe replacementLength
                else { return WEB_MALFORMED }
                let bytes = unsafe Array(UnsafeBufferPointer(start: message, count: length))
                let doorkeeper = unsafe Unmanaged<Doorkeeper>.fromOpaque(context)
                    .takeUnretainedValue()
                switch doorkeeper.judge(bytes, isBesideLoop: isBesideLoop) {
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
            var raw = unsafe web_settings(
                port: settings.port, socket: socket, pages: settings.pages,
                message: settings.message, rules: rules)
            return unsafe web_gateway_open(&raw, &words)
        }
        guard let opened = unsafe opened else {
            let message = words.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
            throw GatewayError(message: String(decoding: message, as: UTF8.self))
        }
        unsafe gateway = opened
    }

    deinit {
        unsafe web_gateway_close(gateway)
    }

    /// Readable when it has to be run.
    var descriptor: Int32 { unsafe web_gateway_descriptor(gateway) }

    /// Does what can be done now.
    ///
    /// - Returns: after how many milliseconds it has to be run again, whatever its descriptor says;
    ///   nil: not before.
    func run() -> UInt32? {
        UInt32(exactly: unsafe web_gateway_run(gateway))
    }

    /// How many pages went without a word since this was called last.
    func takeLost() -> UInt32 {
        unsafe web_gateway_take_lost(gateway)
    }
}

/// The start of the library, on a thread that is over when its owner drops this.
final class LibraryStart {
    /// Readable when it is done.
    let descriptor: Int32

    /// Nil: there is no thread for it.
    init?() {
        descriptor = web_library_begin()
        if descriptor < 0 { return nil }
    }

    deinit {
        if descriptor >= 0 { web_library_end(descriptor) }
    }
}

/// Why nobody can connect, in a few words.
struct GatewayError: Error {
    let message: String
}
