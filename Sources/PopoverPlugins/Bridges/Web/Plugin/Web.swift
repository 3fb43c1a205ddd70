// SPDX-License-Identifier: MIT

public import CPopoverPlugin
import PopoverPages
import PopoverPluginKit

/// Lets web pages in the machine's own browser be clients, over WebSockets on 127.0.0.1. Each page
/// has its own connection, and so its own name and limits. It listens only where the configuration
/// lists origins, and admits only pages that know the token.
final class Web: PolicyPlugin {
    static let name = "web"
    static let version = "1.0.0"
    static let capabilities: Capabilities = [.loop]
    static let options = WebSettings.table.map(\.description)

    private enum Watch {
        static let start: UInt32 = 1
        static let gateway: UInt32 = 2
    }

    private enum Timer {
        static let open: UInt32 = 1
        static let run: UInt32 = 2
        static let refusals: UInt32 = 3
    }

    /// The daemon's log drops lines that come much faster, in milliseconds.
    private static let refusalInterval: UInt32 = 2000

    private let host: Host
    private let settings: WebSettings
    private var start: LibraryStart?
    private var hasStarted = false
    private var gateway: Gateway?
    private var retries = RetryPauses()
    private var complaint: String?
    /// Refused connections that are not logged yet.
    private var refusals = Gateway.Report()
    private var refusalLimit = RateLimit(milliseconds: refusalInterval)

    init?(host: Host) {
        self.host = host
        do {
            settings = try WebSettings(host)
        } catch {
            host.log(.error, "\(error)")
            return nil
        }
        // The timer does not start where the plugin is not trusted.
        if settings.isWanted { try? host.startTimer(Timer.open, milliseconds: 1) }
    }

    func timerFired(_ id: UInt32) {
        switch id {
        case Timer.open: open()
        case Timer.run: run()
        default:
            refusalLimit.timerFired()
            logRefusals()
        }
    }

    func descriptorReady(_ id: UInt32, _ events: DescriptorEvents) {
        guard id == Watch.start else { return run() }
        try? host.unwatch(Watch.start)
        start = nil
        open()
    }

    /// Starts the library once; whether `open` has to wait for it.
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
            let doorkeeper = settings.doorkeeper(token) { [host] error in
                host.log(.warning, "apps of origins are not remembered: \(error.message)")
            }
            let gateway = try Gateway(settings.gateway, doorkeeper: doorkeeper)
            try watch(gateway)
            self.gateway = gateway
            retries.reset()
            complaint = nil
            let place = settings.token.isEmpty ? "; their token is in \(settings.tokenFile)" : ""
            host.log(.info, "pages may connect to port \(settings.gateway.port)\(place)")
            run()
        } catch {
            failed(error)
        }
    }

    private func watch(_ gateway: Gateway) throws(GatewayError) {
        do {
            try host.watch(Watch.gateway, descriptor: gateway.descriptor, for: .readable)
        } catch {
            throw GatewayError(message: "the gateway cannot be watched: \(error)")
        }
    }

    private func failed(_ error: GatewayError) {
        let message = "pages cannot connect to port \(settings.gateway.port): \(error.message)"
        // Once for each reason.
        if complaint != message { host.log(.warning, message) }
        complaint = message
        try? host.startTimer(Timer.open, milliseconds: retries.next())
    }

    private func run() {
        let next = gateway?.run()
        if let report = gateway?.report() { note(report) }
        guard let next else {
            try? host.stopTimer(Timer.run)
            return
        }
        try? host.startTimer(Timer.run, milliseconds: next)
    }

    private func note(_ report: Gateway.Report) {
        if report.lost > 0 {
            host.log(.info, "pages disconnected without a closing handshake: count=\(report.lost)")
        }
        guard report.refused > 0 else { return }
        let earlier = refusals.refused
        refusals = report
        refusals.refused += earlier
        logRefusals()
    }

    /// Logs the latest refusal and how many came before it, unless the limit delays the line.
    private func logRefusals() {
        guard refusals.refused > 0,
            refusalLimit.allows(
                at: host.now,
                startTimer: { try? host.startTimer(Timer.refusals, milliseconds: $0) })
        else { return }
        // A page chooses its origin: the log gets it escaped, and not at any length.
        let origin = String(refusals.origin.prefix(100)).debugDescription
        let more = refusals.refused - 1
        let interval = "\(Self.refusalInterval / 1000) seconds"
        host.log(
            .warning,
            "page refused: origin=\(origin) reason=\(refusals.reason)\(refusals.hint)"
                + (more > 0 ? " (\(more) more in the last \(interval))" : ""))
        refusals = Gateway.Report()
    }
}

// The name is the header's.
// swift-format-ignore: AlwaysUseLowerCamelCase
@c @implementation
public func popoverd_plugin_abi_1() -> UnsafePointer<popover_plugin>? {
    unsafe descriptor(of: Web.self)
}
