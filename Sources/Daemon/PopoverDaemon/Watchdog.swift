// SPDX-License-Identifier: MIT

import LibUV
import PopoverModel
import PopoverSessions

/// Resets systemd's watchdog while the daemon is healthy: its loop runs, and its socket accepts a
/// connection. A helper thread must not do this: it may be healthy when nothing else is.
///
/// Disk failures do not count. Drafts that cannot be stored are kept in memory and retried; a restart
/// because of the disk would lose them.
///
/// It is the only thing that wakes an idle daemon, and only under a unit with a watchdog.
final class Watchdog {
    /// A full backlog drains quickly, so a retry comes soon, but after a pause.
    private static let retriesPerInterval: UInt64 = 8

    private let server: Server
    private let notifier: ServiceNotifier
    private let log: Log
    /// Half of the watchdog's period, as systemd recommends.
    private let intervalMilliseconds: UInt64
    private var timer: Timer?
    private var isProbing = false

    /// - Parameter period: the watchdog's timeout in milliseconds.
    init(_ loop: Loop, period: UInt64, server: Server, notifier: ServiceNotifier, log: Log) {
        self.server = server
        self.notifier = notifier
        self.log = log
        intervalMilliseconds = max(1, period / 2)
        timer = Timer(loop) { [unowned self] in check() }
    }

    func start() {
        timer?.start(afterMilliseconds: intervalMilliseconds)
    }

    func close() {
        timer?.close()
        timer = nil
    }

    private func check() {
        // The previous probe was not accepted within the interval.
        if isProbing {
            log.limited(.error, cause: "watchdog", "watchdog: no connection accepted")
        }
        do throws(UVError) {
            isProbing = true
            try server.probe { [unowned self] in
                isProbing = false
                notifier.keepAlive()
            }
        } catch {
            isProbing = false
            guard error.isTemporary else {
                // A restart would disconnect all clients, and would not help.
                log.limited(.warning, cause: "watchdog", "watchdog: socket unreachable error=\("\(error)".logQuoted)")
                notifier.keepAlive()
                start()
                return
            }
            // The backlog is full; the daemon accepts from it meanwhile.
            timer?.start(
                afterMilliseconds: max(1, intervalMilliseconds / Self.retriesPerInterval))
            return
        }
        start()
    }
}
