// SPDX-License-Identifier: MIT

import LibUV
import PopoverModel
import PopoverSessions

/// Tells whoever started the daemon how it is: systemd over its socket, others by a newline to a
/// descriptor. Nobody needs to listen, and a supervisor that cannot be told is no reason to stop.
final class ServiceNotifier {
    private let log: Log
    private var readyDescriptor: Int32?
    /// Nobody is served yet. From then on nobody waits for a supervisor that does not read.
    private var isStarting = true

    /// - Parameter readyDescriptor: gets a newline when the daemon is ready, and is closed.
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
            log.write(.warning, "\(error)")
        }
    }

    func reloading() {
        // Both in one datagram, or the reload hangs until its timeout (sd_notify(3)).
        notify("RELOADING=1\nMONOTONIC_USEC=\(SystemTime.monotonicMicroseconds)")
    }

    /// What keeps systemd from ending it (WatchdogSec=).
    func well() {
        notify("WATCHDOG=1")
    }

    func stopping() {
        notify("STOPPING=1\nSTATUS=asking everyone for unfinished work")
    }

    private func notify(_ state: String) {
        do throws(UVError) {
            try notifySystemd(state, waits: isStarting)
        } catch {
            log.limited(.warning, cause: "supervisor", "\(error)")
        }
    }
}
