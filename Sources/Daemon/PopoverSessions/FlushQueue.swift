// SPDX-License-Identifier: MIT

/// The sessions to flush at the end of a batch, in order. The list links the sessions themselves:
/// an event for a thousand sessions allocates nothing.
final class FlushQueue {
    private var first: Session?
    private var last: Session?

    func add(_ session: Session) {
        guard !session.isInFlushQueue else { return }
        session.isInFlushQueue = true
        if let last { last.nextInFlushQueue = session } else { first = session }
        last = session
    }

    func popFirst() -> Session? {
        guard let session = first else { return nil }
        first = session.nextInFlushQueue
        if first == nil { last = nil }
        session.nextInFlushQueue = nil
        session.isInFlushQueue = false
        return session
    }
}
