// SPDX-License-Identifier: MIT

import LibUV
import LibraryHost
import PopoverModel
import PopoverSessions

/// The file that tells the next daemon which plugins it need not try.
///
/// It is written by a thread that is there for that alone and ends with it: plugins are tried after
/// an installation, and then for months none is. Without the file all are tried again, so that what
/// cannot be written is told and not tried twice.
final class ProbeCacheFile {
    private let loop: Loop
    private let path: String
    private let log: Log
    private var worker: OrderedWorker<Void>?
    /// What is to be written when what is being written is.
    private var next: ProbeCache?
    private var closeHandler: (() -> Void)?
    private var isClosed = false

    init(_ loop: Loop, path: String, log: Log) {
        self.loop = loop
        self.path = path
        self.log = log
    }

    /// What an earlier daemon has left; nil: nothing that could be believed.
    var contents: ProbeCache? { ProbeCache(path: path) }

    /// Forgets everything, before anything of it can be believed once more.
    func clear() { PrivateFile.remove(path) }

    /// Has it written, in a while; the latest counts.
    func keep(_ memory: ProbeCache) {
        guard !isClosed else { return }
        next = memory
        if worker == nil { write() }
    }

    private func write() {
        guard let memory = next, let text = memory.text else { return }
        next = nil
        let content = Array(text.utf8)
        do throws(UVError) {
            let worker = try OrderedWorker<Void>(
                loop, name: "trials", capacity: 1, makeState: {})
            self.worker = worker
            _ = worker.submit { [path] _ -> UVError? in
                do throws(UVError) {
                    try PrivateFile.replace(path, with: content)
                    return nil
                } catch {
                    return error
                }
            } then: { [unowned self] error in
                if let error { complain(error) }
            }
            worker.close { [unowned self] in written() }
        } catch {
            complain(error)
        }
    }

    private func written() {
        worker = nil
        if isClosed { closeHandler?() } else { write() }
    }

    private func complain(_ error: UVError) {
        log.write(.warning, "plugins will be tried again at the next start: \(error)")
    }

    /// Calls back when nothing is being written any more.
    func close(then handler: @escaping () -> Void) {
        isClosed = true
        guard worker != nil else { return handler() }
        closeHandler = handler
    }
}
