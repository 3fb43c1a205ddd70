// SPDX-License-Identifier: MIT

import PopoverCore
package import PopoverModel
package import PopoverStorage

/// Takes people's work to the disk, beside the loop and in order.
///
/// While one order is on its way to the disk, others gather, and then go together as one
/// transaction: under load a commit is shared, and at rest nobody waits for company. Each order is
/// answered by `draftsStored` or `draftsNotStored`; trying again is the rules' decision.
package final class DraftWriter {
    /// Changes that may gather, and the bytes of work in them: while the disk hangs, a client may
    /// save over and over what the rules hold only once. What is refused here the rules order again
    /// as it is then.
    static let gatheredLimit = 4096
    static let gatheredBytesLimit = 32 * 1024 * 1024

    private var worker: (any DraftWorker)?
    private let log: any SessionLog
    private let inbox: Inbox
    private let counters: SessionCounters
    private var gathered: [Order] = []
    private var gatheredCount = 0
    private var gatheredBytes = 0
    private var isWriting = false
    private var closeHandler: (() -> Void)?

    private struct Order {
        let ticket: TicketID
        let changes: [DraftChange]
    }

    package init(inbox: Inbox, counters: SessionCounters, log: any SessionLog) {
        self.inbox = inbox
        self.counters = counters
        self.log = log
    }

    /// Opens the database, and hands over what is in it.
    ///
    /// - Parameter worker: has the disk from now on.
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
            gatheredCount + changes.count <= Self.gatheredLimit
            && gatheredBytes + bytes <= Self.gatheredBytesLimit
        // One order alone always has room: the end of a session may erase any number of drafts.
        guard gathered.isEmpty || fits else {
            log.limited(
                .error, cause: "disk", LogSubject(.diskRefused),
                "the disk is too slow: work was not written")
            return fail([Order(ticket: ticket, changes: changes)])
        }
        gathered.append(Order(ticket: ticket, changes: changes))
        gatheredCount += changes.count
        gatheredBytes += bytes
        write()
    }

    /// Ends the worker when everything gathered is on the disk, or refused by it.
    package func close(then handler: @escaping () -> Void) {
        guard worker != nil else { return handler() }
        closeHandler = handler
        write()
    }

    private func write() {
        guard !isWriting, let worker else { return }
        guard !gathered.isEmpty else {
            guard let closeHandler else { return }
            self.worker = nil
            return worker.close(then: closeHandler)
        }
        let orders = gathered
        gathered = []
        gatheredCount = 0
        gatheredBytes = 0
        let changes = orders.flatMap(\.changes)
        isWriting = true
        let began = inbox.now
        worker.apply(changes) { [unowned self] outcome in
            isWriting = false
            inbox.meter.stored(in: inbox.now - began)
            finish(orders, outcome)
            write()
        }
    }

    private func finish(_ orders: [Order], _ outcome: DraftDisk.Outcome) {
        if let setAside = outcome.setAside {
            log.setAside(setAside)
            inbox.post(.draftsLoaded(outcome.rescued))
        }
        guard let error = outcome.error else {
            for order in orders { inbox.post(.draftsStored(order.ticket)) }
            return
        }
        log.limited(
            .error, cause: "disk", LogSubject(.diskRefused), "work was not written: \(error)")
        fail(orders)
    }

    private func fail(_ orders: [Order]) {
        for order in orders {
            counters.draftOrdersFailed += 1
            inbox.post(.draftsNotStored(order.ticket))
        }
    }
}

extension DraftChange {
    /// Of the work in it.
    fileprivate var bytes: Int {
        switch self {
        case .store(let draft): draft.content.count
        case .erase, .scrub: 0
        }
    }
}

extension SessionLog {
    /// A file was renamed, which is damaged or sealed with another key, and what could be read of
    /// it kept.
    package func setAside(_ setAside: DraftDatabase.SetAside) {
        write(.error, "\(setAside.reason); the file is kept as \(setAside.path)")
    }
}
