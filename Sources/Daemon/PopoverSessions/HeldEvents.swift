// SPDX-License-Identifier: MIT

import PopoverModel

/// Events held back for a subscriber that reads too slowly.
///
/// Of events that describe a state (`BusEvent.subject`), the newest of each subject is kept, within a
/// limit; other events are lost. When the subscriber has room again, it gets the kept events in
/// order, and between them the sequence numbers that it will never see.
final class HeldEvents {
    /// The most subjects; they are searched one by one.
    static let maxSubjects = 256

    fileprivate enum Entry {
        case kept(sequence: Int64, EventSubject, line: [UInt8])
        case lost(ClosedRange<Int64>)
    }

    /// By sequence number, unless old events were requested meanwhile. Adjacent losses are merged.
    private var entries: [Entry] = []
    /// Apart from the entries, whose reads are checked for exclusivity: it is read for every line.
    private(set) var isEmpty = true
    private var keptCount = 0
    private(set) var bytes = 0
    /// All events ever replaced by a newer one of their subject.
    private(set) var coalesced: Int64 = 0
    /// All events ever lost, including the coalesced ones.
    private(set) var lost: Int64 = 0

    /// Holds one more event back.
    /// - Parameter room: the most bytes to keep.
    func hold(_ event: BusEvent, _ line: [UInt8], room: Int) {
        isEmpty = false
        guard let subject = event.subject, line.count <= room else {
            return lose(event.sequence)
        }
        if let older = index(of: subject) {
            coalesced += 1
            loseEntry(at: older)
        }
        while keptCount >= Self.maxSubjects || bytes + line.count > room {
            guard let oldest = entries.firstIndex(where: \.isKept) else { break }
            loseEntry(at: oldest)
        }
        entries.append(.kept(sequence: event.sequence, subject, line: line))
        keptCount += 1
        bytes += line.count
    }

    /// Removes all held events and returns their lines.
    /// - Parameter gap: encodes the line that reports a loss.
    func release(gap: (Int64, Int64) -> [UInt8]) -> [UInt8] {
        var lines: [UInt8] = []
        for entry in entries {
            switch entry {
            case .kept(_, _, let line): lines += line
            case .lost(let range): lines += gap(range.lowerBound, range.upperBound)
            }
        }
        removeAll()
        return lines
    }

    func removeAll() {
        entries = []
        isEmpty = true
        keptCount = 0
        bytes = 0
    }

    private func index(of subject: EventSubject) -> Int? {
        entries.firstIndex {
            if case .kept(_, subject, _) = $0 { true } else { false }
        }
    }

    private func lose(_ sequence: Int64) {
        lost += 1
        entries.append(.lost(sequence...sequence))
        join(at: entries.count - 1)
    }

    private func loseEntry(at index: Int) {
        guard case .kept(let sequence, _, let line) = entries[index] else { return }
        lost += 1
        keptCount -= 1
        bytes -= line.count
        entries[index] = .lost(sequence...sequence)
        if index + 1 < entries.count { join(at: index + 1) }
        join(at: index)
    }

    /// Merges an entry and the one before it, if both are losses.
    private func join(at index: Int) {
        guard index > 0, case .lost(let earlier) = entries[index - 1],
            case .lost(let later) = entries[index]
        else { return }
        let least = min(earlier.lowerBound, later.lowerBound)
        let most = max(earlier.upperBound, later.upperBound)
        entries[index - 1] = .lost(least...most)
        entries.remove(at: index)
    }
}

extension HeldEvents.Entry {
    fileprivate var isKept: Bool {
        if case .kept = self { true } else { false }
    }
}
