// SPDX-License-Identifier: MIT

import LibUV
import PopoverModel
import PopoverSessions

/// Reports the daemon's state to its service manager: to systemd over its socket, to others with a
/// newline on a descriptor. Nobody needs to listen, and a failed notification is only logged.
final class ServiceNotifier {
    private let log: Log
    private var readyDescriptor: Int32?
    /// Once clients are served, the daemon no longer waits for a manager that does not read.
    private var isStarting = true

    /// - Parameter readyDescriptor: gets a newline when the daemon is ready, and is then closed.
    init(readyDescriptor: Int32?, log: Log) {
        self.readyDescriptor = readyDescriptor
        self.log = log
    }

    func ready(_ status: String) {
        notify("READY=1\nSTATUS=\(status)")
        isStarting = false
        guard let descriptor = readyDescriptor else { return }
        readyDescriptor = nil
        do throws(UVError) {
            try writeReadiness(to: descriptor)
        } catch {
            log.write(.warning, "ready notification failed: error=\("\(error)".logQuoted)")
        }
    }

    func reloading() {
        // One datagram for both, or the reload hangs until its timeout (sd_notify(3)).
        notify("RELOADING=1\nMONOTONIC_USEC=\(SystemTime.monotonicMicroseconds)")
    }

    /// Resets systemd's watchdog (WatchdogSec=).
    func keepAlive() {
        notify("WATCHDOG=1")
    }

    func stopping() {
        notify("STOPPING=1\nSTATUS=shutting down: collecting unfinished work")
    }

    private func notify(_ state: String) {
        do throws(UVError) {
            try notifySystemd(state, waits: isStarting)
        } catch {
            log.limited(
                .warning, cause: "supervisor",
                "systemd notification failed: error=\("\(error)".logQuoted)")
        }
    }
}
