// SPDX-License-Identifier: MIT

import PopoverModel
import PopoverSessions

/// A clock that stands still while anything happens, and a list of what will.
///
/// What is to happen at one moment happens in the order in which it was decided.
final class VirtualTime: TimeProvider {
    private(set) var now: Instant
    /// In microseconds; a wall clock may be set at any time.
    var wallClockAhead: Int64 = 1_700_000_000_000_000

    private var heap: [Entry] = []
    /// What is to be done, in places that are used again.
    private var acts: [(() -> Void)?] = []
    private var freePlaces: [Int] = []
    private var lastNumber: UInt64 = 0

    private struct Entry {
        let at: Instant
        let number: UInt64
        /// In `acts`.
        let place: Int

        func isBefore(_ other: Entry) -> Bool {
            at == other.at ? number < other.number : at < other.at
        }
    }

    init(from start: Instant) {
        now = start
    }

    /// - Parameter delay: at least 0.
    func after(_ delay: Interval, _ act: @escaping () -> Void) {
        at(now + delay, act)
    }

    func at(_ instant: Instant, _ act: @escaping () -> Void) {
        lastNumber += 1
        let place: Int
        if let free = freePlaces.popLast() {
            place = free
            acts[place] = act
        } else {
            place = acts.count
            acts.append(act)
        }
        push(Entry(at: max(now, instant), number: lastNumber, place: place))
    }

    /// Does the next thing there is to do; false when there is nothing.
    func step() -> Bool {
        guard let next = pop() else { return false }
        now = next.at
        let act = acts[next.place]
        acts[next.place] = nil
        freePlaces.append(next.place)
        act?()
        return true
    }

    // MARK: A binary heap

    private func push(_ entry: Entry) {
        heap.append(entry)
        var child = heap.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard heap[child].isBefore(heap[parent]) else { break }
            heap.swapAt(child, parent)
            child = parent
        }
    }

    private func pop() -> Entry? {
        guard let first = heap.first, let last = heap.popLast() else { return nil }
        guard !heap.isEmpty else { return first }
        heap[0] = last
        var parent = 0
        while true {
            var least = parent
            for child in [2 * parent + 1, 2 * parent + 2]
            where child < heap.count && heap[child].isBefore(heap[least]) {
                least = child
            }
            guard least != parent else { return first }
            heap.swapAt(parent, least)
            parent = least
        }
    }

    // MARK: Alarms

    func alarm(_ handler: @escaping () -> Void) -> any Alarm {
        VirtualAlarm(self, handler)
    }
}

/// It has at most one entry in the list that counts: one that comes too early looks again.
private final class VirtualAlarm: Alarm {
    private unowned let time: VirtualTime
    private var handler: (() -> Void)?
    private var due: Instant?
    /// When it will look, at the latest.
    private var look: Instant?

    init(_ time: VirtualTime, _ handler: @escaping () -> Void) {
        self.time = time
        self.handler = handler
    }

    var isSet: Bool { due != nil }

    func set(after delay: Interval) { set(at: time.now + delay) }

    func set(at instant: Instant) {
        // The loop's clock counts milliseconds.
        let due = Instant(microseconds: (max(0, instant.microseconds) + 999) / 1000 * 1000)
        self.due = due
        if let look, look <= due { return }
        wait(until: due)
    }

    private func wait(until instant: Instant) {
        look = instant
        time.at(instant) { [weak self] in self?.wake(instant) }
    }

    private func wake(_ instant: Instant) {
        guard look == instant else { return }
        look = nil
        guard let due else { return }
        guard due <= time.now else { return wait(until: due) }
        self.due = nil
        handler?()
    }

    func stop() { due = nil }

    func close() {
        due = nil
        handler = nil
    }
}
