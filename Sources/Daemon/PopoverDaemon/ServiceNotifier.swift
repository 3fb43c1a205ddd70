// SPDX-License-Identifier: MIT

import LibUV
import PopoverModel
import PopoverSessions

/// Reports the daemon's state to its service manager: to systemd over its socket, to others with a
/// newline on a descriptor. Nobody needs to listen, and a failed notification is only logged.
final class ServiceNotifier {
    private let log: Log
    private let send: (_ state: String, _ waits: Bool) throws(UVError) -> Void
    private var readyDescriptor: Int32?
    private var phase = Phase.starting

    private enum Phase {
        case starting
        /// From here on, the daemon no longer waits for a manager that does not read.
        case serving
        case stopping
    }

    /// - Parameters:
    ///   - readyDescriptor: gets a newline when the daemon is ready, and is then closed.
    ///   - send: replaces systemd in tests.
    init(
        readyDescriptor: Int32?, log: Log,
        send: @escaping (_ state: String, _ waits: Bool) throws(UVError) -> Void = {
            state, waits throws(UVError) in try notifySystemd(state, waits: waits)
        }
    ) {
        self.readyDescriptor = readyDescriptor
        self.log = log
        self.send = send
    }

    func ready(_ status: String) {
        notify("READY=1\nSTATUS=\(status)")
        phase = .serving
        guard let descriptor = readyDescriptor else { return }
        readyDescriptor = nil
        do throws(UVError) {
            try writeReadiness(to: descriptor)
        } catch {
            log.write(.warning, "ready notification failed: error=\("\(error)".logQuoted)")
        }
    }

    /// A reload of a daemon that starts or stops is no reload to systemd: its end would say READY.
    func reloading() {
        guard phase == .serving else { return }
        // One datagram for both, or the reload hangs until its timeout (sd_notify(3)).
        notify("RELOADING=1\nMONOTONIC_USEC=\(SystemTime.monotonicMicroseconds)")
    }

    func reloaded(_ status: String) {
        guard phase == .serving else { return }
        notify("READY=1\nSTATUS=\(status)")
    }

    /// Resets systemd's watchdog (WatchdogSec=).
    func keepAlive() {
        notify("WATCHDOG=1")
    }

    func stopping() {
        guard phase != .stopping else { return }
        notify("STOPPING=1\nSTATUS=shutting down: collecting drafts")
        phase = .stopping
    }

    private func notify(_ state: String) {
        do throws(UVError) {
            try send(state, phase == .starting)
        } catch {
            log.limited(
                .warning, cause: "supervisor",
                "systemd notification failed: error=\("\(error)".logQuoted)")
        }
    }
}
