// SPDX-License-Identifier: MIT

import LibUV
import PluginProgram
import PopoverModel
import PopoverPages

/// Lets web pages in the machine's own browser be clients, over WebSockets on 127.0.0.1. Each page
/// has its own connection, and so its own name and limits. It listens only where the configuration
/// lists origins, and admits only pages that know the token.
final class Web {
    static let description = PluginProgram<WebSettings>.Description(
        name: "web", version: "1.0.0", options: WebSettings.table, topics: [],
        needs: Sandbox(
            network: true, unixSockets: true, writeFiles: ["@tokenFile", "@appsFile"],
            environment: ["POPOVERD_SOCKET"]))

    /// Between lines about refused or lost pages, in milliseconds.
    private static let logInterval: UInt32 = 2000
    /// For pages to hear the end, in milliseconds; less than the daemon waits.
    private static let farewell: UInt64 = 1000

    private let process: PluginProcess<WebSettings>
    private var settings = WebSettings()
    private var gateway: Gateway?
    private var retries = RetryPauses()
    private var isEnding = false

    /// What is not logged yet.
    private var refused: (latest: Gateway.Refusal, count: Int)?
    private var lostCount = 0

    private lazy var openTimer = Timer(process.loop) { [unowned self] in open() }
    private lazy var farewellTimer = Timer(process.loop) { [unowned self] in process.loop.stop() }
    private lazy var refusalReport = report { [unowned self] in logRefusals() }
    private lazy var lossReport = report { [unowned self] in logLosses() }

    init(_ process: PluginProcess<WebSettings>) {
        self.process = process
    }

    func handle(_ message: PluginProgram<WebSettings>.Message) {
        switch message {
        case .started(let settings, _):
            self.settings = settings
            start()
        case .ended: end()
        case .scene, .event, .line, .gap: break
        }
    }

    private func start() {
        if let obstacle = settings.obstacle {
            process.tell(.failed, "no page can connect: \(obstacle)")
        } else {
            open()
        }
    }

    private func open() {
        do throws(GatewayError) {
            let token =
                settings.token.isEmpty
                ? try Token.read(from: PrivateFile(path: settings.tokenFile)) : settings.token
            gateway = try Gateway(
                process.loop, settings.shared, doorkeeper: settings.doorkeeper(token, complain)
            ) { [unowned self] in handle($0) }
            let place = settings.token.isEmpty ? "; their token is in \(settings.tokenFile)" : ""
            process.tell(.serving, "pages may connect to port \(settings.gateway.port)\(place)")
        } catch {
            process.tell(
                .connecting,
                "pages cannot connect to port \(settings.gateway.port): \(error.message)")
            openTimer.start(afterMilliseconds: UInt64(retries.next()))
        }
    }

    private func complain(_ error: GatewayError) {
        process.log(.warning, "apps of origins are not remembered: \(error.message)")
    }

    /// Where the daemon ends, the pages hear it from the daemon first.
    private func end() {
        guard !isEnding else { return }
        isEnding = true
        guard let gateway else { return process.loop.stop() }
        farewellTimer.start(afterMilliseconds: Self.farewell)
        gateway.close()
    }

    // MARK: The log

    private func report(_ log: @escaping () -> Void) -> Pace {
        Pace(process.loop, milliseconds: Self.logInterval, wake: { $0() }, act: log)
    }

    private func handle(_ event: Gateway.Event) {
        switch event {
        case .refused(let refusal):
            refused = (refusal, (refused?.count ?? 0) + 1)
            refusalReport.ask()
        case .lost:
            lostCount += 1
            lossReport.ask()
        case .closed: process.loop.stop()
        }
    }

    /// The latest one, and how many came before it.
    private func logRefusals() {
        guard let (latest, count) = refused else { return }
        // A page chooses its origin: the log gets it escaped, and not at any length.
        let origin = String(latest.origin.prefix(100)).debugDescription
        let interval = "\(Self.logInterval / 1000) seconds"
        let more = count > 1 ? " (\(count - 1) more in the last \(interval))" : ""
        process.log(
            .warning, "page refused: origin=\(origin) reason=\(latest.reason)\(latest.hint)\(more)")
        refused = nil
    }

    private func logLosses() {
        process.log(
            .info, "pages disconnected without a closing handshake: count=\(lostCount)")
        lostCount = 0
    }
}
