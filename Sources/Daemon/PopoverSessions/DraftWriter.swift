// SPDX-License-Identifier: MIT

import PopoverCore
package import PopoverModel
package import PopoverStorage

/// Stores drafts in order, beside the loop.
///
/// Orders that arrive while one is being written are queued, and then written as one transaction:
/// under load they share a commit, and at rest none is delayed. Each order is answered by
/// `draftsStored` or `draftsNotStored`; the rules decide about a retry.
package final class DraftWriter {
    /// The most changes in the queue, and their bytes. While the disk hangs, a client may save the
    /// same draft again and again. The rules repeat a rejected order later, with its latest content.
    static let queueLimit = 4096
    static let queueBytesLimit = 32 * 1024 * 1024

    private var worker: (any DraftWorker)?
    private let time: any TimeProvider
    private let log: any SessionLog
    /// Set once, by the engine, which owns this.
    unowned var engine: Engine?
    private let counters: SessionCounters
    private var queue: [Order] = []
    private var queuedChanges = 0
    private var queuedBytes = 0
    private var isWriting = false
    private var outage = Outage()
    /// Erasures of recordings that have not ended.
    private var erasures = 0
    /// Set once, by its owner.
    package weak var recordings: (any RecordingEraser)?
    private var closeHandler: (() -> Void)?

    private struct Order {
        let ticket: TicketID
        let changes: [DraftChange]

        var erasesTraces: Bool { changes.contains(.eraseTraces) }
    }

    init(_ time: any TimeProvider, counters: SessionCounters, log: any SessionLog) {
        self.time = time
        self.counters = counters
        self.log = log
    }

    /// Opens the database and returns its content.
    /// - Parameter worker: the only user of the disk from now on.
    package func open(
        _ worker: any DraftWorker,
        then handler: @escaping (Result<DraftDatabase.Findings, StorageError>) -> Void
    ) {
        self.worker = worker
        worker.open(then: handler)
    }

    package func store(_ ticket: TicketID, _ changes: [DraftChange]) {
        let bytes = changes.reduce(0) { $0 + $1.bytes }
        let fits =
            queuedChanges + changes.count <= Self.queueLimit
            && queuedBytes + bytes <= Self.queueBytesLimit
        // A single order always fits: the end of a session may erase any number of drafts.
        guard queue.isEmpty || fits else {
            log.limited(
                .error, cause: "disk", LogSubject(.diskRefused),
                "drafts not stored: disk too slow queued=\(queuedChanges)")
            return fail([Order(ticket: ticket, changes: changes)])
        }
        queue.append(Order(ticket: ticket, changes: changes))
        queuedChanges += changes.count
        queuedBytes += bytes
        write()
    }

    /// Ends the worker when every queued order is stored, or has failed.
    package func close(then handler: @escaping () -> Void) {
        guard worker != nil else { return handler() }
        closeHandler = handler
        write()
    }

    private func write() {
        guard !isWriting, let worker else { return }
        guard !queue.isEmpty else {
            guard erasures == 0, let closeHandler else { return }
            self.worker = nil
            return worker.close(then: closeHandler)
        }
        let orders = queue
        queue = []
        queuedChanges = 0
        queuedBytes = 0
        let changes = orders.flatMap(\.changes)
        isWriting = true
        let began = time.now
        worker.apply(changes) { [unowned self] outcome in
            engine?.meter.stored(in: time.now - began)
            finish(orders, outcome)
        }
    }

    private func finish(_ orders: [Order], _ outcome: DraftDisk.Outcome) {
        if let setAside = outcome.setAside { log.setAside(setAside) }
        if outcome.isReplaced {
            log.limited(
                .error, cause: "replaced", LogSubject(.diskRefused),
                "draft file replaced or removed while in use: storing all drafts again")
        }
        if let rescued = outcome.rescued { engine?.post(.draftsLoaded(rescued)) }
        logOutcome(outcome.error)
        let isStored = outcome.error == nil
        let ends = recordings == nil ? [] : orders.filter(\.erasesTraces)
        let others = ends.isEmpty ? orders : orders.filter { !$0.erasesTraces }
        if isStored { succeed(others) } else { fail(others) }
        if !ends.isEmpty { eraseRecordings(for: ends, isStored: isStored) }
        isWriting = false
        write()
    }

    /// Erases recordings whether or not the drafts are erased; the drafts' worker does not wait for it.
    private func eraseRecordings(for ends: [Order], isStored: Bool) {
        guard let recordings else { return }
        erasures += 1
        recordings.eraseRecordings { [unowned self] isErased in
            // The rules have forgotten the session's keys when recording begins anew, and the end is
            // answered after that.
            engine?.batch {
                if isStored && isErased { succeed(ends) } else { fail(ends) }
                recordings.beginAnew()
                engine?.rotateObserver()
            }
            erasures -= 1
            write()
        }
    }

    private func logOutcome(_ error: StorageError?) {
        if let error {
            let reason = "error=\("\(error)".logQuoted)"
            if let line = outage.failed("drafts not stored", because: reason, at: time.now) {
                log.write(.error, LogSubject(.diskRefused, cause: "disk"), line)
            }
        } else if let line = outage.ended("drafts stored again", at: time.now) {
            log.write(.notice, LogSubject(cause: "disk"), line)
        }
    }

    private func succeed(_ orders: [Order]) {
        for order in orders { engine?.post(.draftsStored(order.ticket)) }
    }

    private func fail(_ orders: [Order]) {
        for order in orders {
            counters.draftOrdersFailed += 1
            engine?.post(.draftsNotStored(order.ticket))
        }
    }
}

extension DraftChange {
    fileprivate var bytes: Int {
        switch self {
        case .store(let draft): draft.content.count
        case .erase, .scrub, .eraseTraces: 0
        }
    }
}

extension SessionLog {
    /// Logs that a draft file was renamed, since it is damaged or sealed with another key.
    package func setAside(_ setAside: DraftDatabase.SetAside) {
        write(
            .error,
            "draft file set aside: reason=\("\(setAside.reason)".logQuoted)"
                + " path=\(setAside.path.logQuoted)")
    }
}
