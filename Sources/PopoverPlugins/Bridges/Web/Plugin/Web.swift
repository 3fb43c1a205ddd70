// SPDX-License-Identifier: MIT

public import CPopoverPlugin
import Glibc
import PopoverModel
import PopoverPages
import PopoverPluginKit

/// Lets web pages of the machine's own browser be clients, over WebSockets on 127.0.0.1.
///
/// Each page has a connection of its own to the daemon, and so its own name, limits and end. It
/// listens only where the configuration lists origins, and to pages that know the token.
final class Web: PolicyPlugin {
    static let name = "web"
    static let version = "1.0.0"
    static let capabilities: Capabilities = [.loop]
    static let options = [
        OptionDescription(
            name: "port", type: .integer, defaultValue: "7411",
            summary: "Where it listens, on 127.0.0.1; 0: nowhere."),
        OptionDescription(
            name: "origins", type: .strings, defaultValue: "",
            summary: "Whose pages may connect, as in http://127.0.0.1:8080; none: nobody's."),
        OptionDescription(
            name: "token", type: .string, defaultValue: "",
            summary: "What a page has to know, 16 characters or more; empty: that of tokenFile."),
        OptionDescription(
            name: "tokenFile", type: .string, defaultValue: "",
            summary: "Where it is kept; empty: web-token in the unit's state, or by the socket."),
        OptionDescription(
            name: "socket", type: .string, defaultValue: "",
            summary: "The daemon's socket; empty: where clients look for it."),
        OptionDescription(
            name: "connections", type: .integer, defaultValue: "32",
            summary: "Pages at once, 1 to 256."),
        OptionDescription(
            name: "roles", type: .strings, defaultValue: "app\n",
            summary: "The roles that pages may have."),
        OptionDescription(
            name: "apps", type: .strings, defaultValue: "",
            summary: "What pages may call their application; none: anything."),
        OptionDescription(
            name: "methods", type: .strings,
            defaultValue: Doorkeeper.usualMethods.map { $0.rawValue + "\n" }.joined(),
            summary: "What pages may ask for, beside hello; never what administrators may."),
    ]

    private enum Watch {
        static let start: UInt32 = 1
        static let gateway: UInt32 = 2
    }

    private enum Timer {
        static let open: UInt32 = 1
        static let run: UInt32 = 2
    }

    private let host: Host
    private let settings: WebSettings
    private var start: LibraryStart?
    private var hasStarted = false
    private var gateway: Gateway?
    private var retries = RetryPauses()
    private var complaint: String?

    init?(host: Host) {
        self.host = host
        do {
            settings = try WebSettings(
                setting: { name in host.setting(name) ?? "" },
                variable: { name in unsafe getenv(name).map { unsafe String(cString: $0) } ?? "" })
        } catch {
            host.log(.error, error.message)
            return nil
        }
        // Where it is not trusted it may not listen either.
        if settings.isWanted { try? host.startTimer(Timer.open, milliseconds: 1) }
    }

    func timerFired(_ id: UInt32) {
        if id == Timer.open { open() } else { run() }
    }

    func descriptorReady(_ id: UInt32, _ events: DescriptorEvents) {
        guard id == Watch.start else { return run() }
        try? host.unwatch(Watch.start)
        start = nil
        open()
    }

    /// Whether the library has yet to start, which is waited for then.
    private var isStarting: Bool {
        guard !hasStarted, let start = LibraryStart() else { return false }
        hasStarted = true
        guard (try? host.watch(Watch.start, descriptor: start.descriptor, for: .readable)) != nil
        else { return false }
        self.start = start
        return true
    }

    private func open() {
        guard gateway == nil, start == nil, !isStarting else { return }
        do throws(GatewayError) {
            let token =
                settings.token.isEmpty
                ? try TokenFile.token(at: settings.tokenFile) : settings.token
            let gateway = try Gateway(settings.gateway, doorkeeper: settings.doorkeeper(token))
            try watch(gateway)
            self.gateway = gateway
            retries.reset()
            complaint = nil
            let where_ = settings.token.isEmpty ? "; their token is in \(settings.tokenFile)" : ""
            host.log(.info, "pages may connect to port \(settings.gateway.port)\(where_)")
            run()
        } catch {
            failed(error)
        }
    }

    private func watch(_ gateway: Gateway) throws(GatewayError) {
        do {
            try host.watch(Watch.gateway, descriptor: gateway.descriptor, for: .readable)
        } catch {
            throw GatewayError(message: "its descriptor cannot be watched: \(error)")
        }
    }

    private func failed(_ failure: GatewayError) {
        let message = "pages cannot connect to port \(settings.gateway.port): \(failure.message)"
        // Once for each reason.
        if complaint != message { host.log(.warning, message) }
        complaint = message
        try? host.startTimer(Timer.open, milliseconds: retries.next())
    }

    private func run() {
        let next = gateway?.run()
        let lost = gateway?.takeLost() ?? 0
        if lost > 0 {
            host.log(
                .info, "pages that went without a word, as of a browser that was ended: \(lost)")
        }
        guard let next else {
            try? host.stopTimer(Timer.run)
            return
        }
        try? host.startTimer(Timer.run, milliseconds: next)
    }
}

// The name is the header's.
// swift-format-ignore: AlwaysUseLowerCamelCase
@c @implementation
public func popoverd_plugin_abi_1() -> UnsafePointer<popover_plugin>? {
    unsafe descriptor(of: Web.self)
}
