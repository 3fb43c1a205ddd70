// SPDX-License-Identifier: MIT

internal import Synchronization

/// A bounded queue of events for one reader: when it is full, the oldest are dropped and reported as a gap.
final class EventBuffer: Sendable {
    private struct State {
        var events: [BusItem] = []
        /// The numbers of dropped events, delivered first.
        var lost: ClosedRange<Int64>?
        var isOver = false
        var reader: CheckedContinuation<BusItem?, Never>?

        mutating func takeNext() -> BusItem? {
            if let lost {
                self.lost = nil
                return .gap(from: lost.lowerBound, to: lost.upperBound)
            }
            return events.isEmpty ? nil : events.removeFirst()
        }
    }

    private let state = Mutex(State())
    private let capacity: Int

    init(capacity: Int) {
        self.capacity = max(1, capacity)
    }

    func put(_ item: BusItem) {
        let waiting = state.withLock { state -> CheckedContinuation<BusItem?, Never>? in
            guard !state.isOver else { return nil }
            if let reader = state.reader {
                state.reader = nil
                return reader
            }
            if state.events.count == capacity {
                let numbers = state.events.removeFirst().numbers
                let first = state.lost?.lowerBound ?? numbers.lowerBound
                state.lost = first...max(first, numbers.upperBound)
            }
            state.events.append(item)
            return nil
        }
        waiting?.resume(returning: item)
    }

    /// Ends the queue; events in it can still be read.
    func end() {
        let waiting = state.withLock { state in
            state.isOver = true
            defer { state.reader = nil }
            return state.reader
        }
        waiting?.resume(returning: nil)
    }

    /// Nil at the end, and when the reading task is canceled.
    func next() async -> BusItem? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let ready = state.withLock { state -> BusItem?? in
                    if let item = state.takeNext() { return .some(item) }
                    if state.isOver || Task.isCancelled || state.reader != nil { return .some(nil) }
                    state.reader = continuation
                    return nil
                }
                if let ready { continuation.resume(returning: ready) }
            }
        } onCancel: {
            let waiting = state.withLock { state in
                defer { state.reader = nil }
                return state.reader
            }
            waiting?.resume(returning: nil)
        }
    }
}
