// SPDX-License-Identifier: MIT

import LibUV
import PopoverModel
import PopoverSessions

/// Tells systemd that the daemon is well, as often as it wants to hear it, and only when it is: when
/// its loop turns, and a connection to its own socket was accepted (robustness: never from a helper
/// thread, which may be well when nothing else is).
///
/// The disk has no say. What it does not take is held in memory and tried again, and a daemon that was
/// ended because of its disk would lose just that.
///
/// It is the one thing that wakes an idle daemon, and only under a unit with a watchdog.
final class Watchdog {
    /// A client is found in the backlog at once, so that this is soon, but no loop without a pause.
    private static let retriesPerInterval: UInt64 = 8

    private let server: Server
    private let supervisor: ServiceNotifier
    private let log: Log
    /// Half of what systemd waits, as it recommends.
    private let intervalMilliseconds: UInt64
    private var timer: Timer?
    private var isProbing = false

    /// - Parameter period: milliseconds after which systemd ends a daemon that has said nothing.
    init(_ loop: Loop, period: UInt64, server: Server, supervisor: ServiceNotifier, log: Log) {
        self.server = server
        self.supervisor = supervisor
        self.log = log
        intervalMilliseconds = max(1, period / 2)
        timer = Timer(loop) { [unowned self] in look() }
    }

    func start() {
        timer?.start(afterMilliseconds: intervalMilliseconds)
    }

    func close() {
        timer?.close()
        timer = nil
    }

    private func look() {
        // The one before was not accepted in all that time.
        if isProbing {
            log.limited(.error, cause: "watchdog", "the daemon does not accept connections")
        }
        do throws(UVError) {
            isProbing = true
            try server.probe { [unowned self] in
                isProbing = false
                supervisor.well()
            }
        } catch {
            isProbing = false
            guard error.isTemporary else {
                // A restart would not bring the socket's file back, and end who is connected.
                log.limited(.warning, cause: "watchdog", "clients cannot connect: \(error)")
                supervisor.well()
                start()
                return
            }
            // Those who wait are accepted meanwhile, where anybody is.
            timer?.start(
                afterMilliseconds: max(1, intervalMilliseconds / Self.retriesPerInterval))
            return
        }
        start()
    }
}
