// SPDX-License-Identifier: MIT

import PopoverModel

/// Events for a subscriber that does not read as fast as things happen.
///
/// Of those that tell a state (`BusEvent.subject`) the newest of each subject is kept, within a
/// bound; the others are lost. When the subscriber has room again it is told in order: what was
/// kept, and between it which numbers it will never see.
struct HeldEvents {
    /// Subjects that are kept at most: as many as a search through all of them is worth.
    static let mostSubjects = 256

    fileprivate enum Entry {
        case kept(sequence: Int64, EventSubject, line: [UInt8])
        case lost(ClosedRange<Int64>)
    }

    /// By sequence number, unless old events were asked for meanwhile. No two losses are neighbours.
    private var entries: [Entry] = []
    private var keptCount = 0
    private(set) var bytes = 0
    /// Events that a newer one of their subject made superfluous, of all time.
    private(set) var coalesced: Int64 = 0
    /// Events that are lost, of all time; those among them that were coalesced as well.
    private(set) var lost: Int64 = 0

    var isEmpty: Bool { entries.isEmpty }

    /// Holds one more event back.
    ///
    /// - Parameter room: bytes that may be kept.
    mutating func hold(_ event: BusEvent, _ line: [UInt8], room: Int) {
        guard let subject = event.subject, line.count <= room else {
            return lose(event.sequence)
        }
        if let older = index(of: subject) {
            coalesced += 1
            loseEntry(at: older)
        }
        while keptCount >= Self.mostSubjects || bytes + line.count > room {
            guard let oldest = entries.firstIndex(where: \.isKept) else { break }
            loseEntry(at: oldest)
        }
        entries.append(.kept(sequence: event.sequence, subject, line: line))
        keptCount += 1
        bytes += line.count
    }

    /// The lines of all that is held, which is nothing then.
    ///
    /// - Parameter gap: makes the line that tells of a loss.
    mutating func release(gap: (Int64, Int64) -> [UInt8]) -> [UInt8] {
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

    /// Forgets what is held.
    mutating func removeAll() {
        entries = []
        keptCount = 0
        bytes = 0
    }

    private func index(of subject: EventSubject) -> Int? {
        entries.firstIndex {
            if case .kept(_, subject, _) = $0 { true } else { false }
        }
    }

    private mutating func lose(_ sequence: Int64) {
        lost += 1
        entries.append(.lost(sequence...sequence))
        join(at: entries.count - 1)
    }

    private mutating func loseEntry(at index: Int) {
        guard case .kept(let sequence, _, let line) = entries[index] else { return }
        lost += 1
        keptCount -= 1
        bytes -= line.count
        entries[index] = .lost(sequence...sequence)
        if index + 1 < entries.count { join(at: index + 1) }
        join(at: index)
    }

    /// Makes one loss of an entry and the one before it, where both are.
    private mutating func join(at index: Int) {
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
