// SPDX-License-Identifier: MIT

/// The sessions that have something to send at the end of the turn, in the order in which it came.
///
/// It is a chain through the sessions themselves: an event for a thousand of them takes no memory
/// here.
final class FlushQueue {
    private var first: Session?
    private var last: Session?

    func add(_ session: Session) {
        guard !session.isInFlushQueue else { return }
        session.isInFlushQueue = true
        if let last { last.nextInFlushQueue = session } else { first = session }
        last = session
    }

    /// Nil where nobody is left.
    func takeFirst() -> Session? {
        guard let session = first else { return nil }
        first = session.nextInFlushQueue
        if first == nil { last = nil }
        session.nextInFlushQueue = nil
        session.isInFlushQueue = false
        return session
    }
}
