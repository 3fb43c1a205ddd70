// SPDX-License-Identifier: MIT

import LibUV
import LibraryHost
import PopoverModel
import PopoverSessions

/// Plugins in this file need no probe at the next start. A short-lived thread writes it after the
/// rare probes. A failed write is only logged: without the file, all plugins are probed again.
final class ProbeCacheFile {
    private let loop: Loop
    private let path: String
    private let log: Log
    private var worker: OrderedWorker<Void>?
    /// Written after the current write.
    private var next: ProbeCache?
    private var closeHandler: (() -> Void)?
    private var isClosed = false

    init(_ loop: Loop, path: String, log: Log) {
        self.loop = loop
        self.path = path
        self.log = log
    }

    /// The cache that an earlier daemon has left; nil if it is missing or invalid.
    var contents: ProbeCache? { ProbeCache(path: path) }

    func clear() { PrivateFile.remove(path) }

    /// Writes the file in the background; the latest cache wins.
    func save(_ cache: ProbeCache) {
        guard !isClosed else { return }
        next = cache
        if worker == nil { write() }
    }

    private func write() {
        guard let text = next?.text else { return }
        next = nil
        let content = Array(text.utf8)
        do throws(UVError) {
            let worker = try OrderedWorker<Void>(
                loop, name: "probe-cache", capacity: 1, makeState: {})
            self.worker = worker
            _ = worker.submit { [path] _ -> UVError? in
                do throws(UVError) {
                    try PrivateFile.replace(path, with: content)
                    return nil
                } catch {
                    return error
                }
            } then: { [unowned self] error in
                if let error { logFailure(error) }
            }
            worker.close { [unowned self] in written() }
        } catch {
            logFailure(error)
        }
    }

    private func written() {
        worker = nil
        if isClosed { closeHandler?() } else { write() }
    }

    private func logFailure(_ error: UVError) {
        log.write(
            .warning,
            "probe cache not written: plugins are probed again at the next start"
                + " error=\("\(error)".logQuoted)")
    }

    /// Calls back after the last write.
    func close(then handler: @escaping () -> Void) {
        isClosed = true
        guard worker != nil else { return handler() }
        closeHandler = handler
    }
}
