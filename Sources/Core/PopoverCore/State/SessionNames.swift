// SPDX-License-Identifier: MIT

import PopoverModel

/// The names of the sessions: one for each display, also for those that were removed, whose drafts
/// stay. The disk holds the same in rows of its own, so that a restart does not end a session.
struct SessionNames: Codable, Sendable {
    private struct Entry: Codable, Sendable {
        let display: String
        var session: SessionID
        var isRemoved = false
    }

    /// The removed displays to remember; of more, the earliest session is forgotten.
    static let limit = 64

    /// In the order in which the displays came.
    private var entries: [Entry] = []
    private var latest: UInt64 = 0

    /// Also of a removed display.
    func session(of display: String) -> SessionID? {
        // By index: a copy of an entry counts references to its display.
        entries.firstIndex { $0.display === display }.map { entries[$0].session }
    }

    /// The display of a session; nil where it has ended.
    func display(of session: SessionID) -> String? {
        entries.first { $0.session == session }?.display
    }

    /// Names the session of a display that has been added, unless it was there before.
    /// - Parameter time: milliseconds of CLOCK_REALTIME.
    mutating func add(_ display: String, at time: Int64) {
        if let index = entries.firstIndex(where: { $0.display === display }) {
            entries[index].isRemoved = false
        } else {
            entries.append(Entry(display: display, session: next(at: time)))
        }
    }

    /// Names the next session of a display and returns the name of the ended one.
    mutating func renew(_ display: String, at time: Int64) -> SessionID? {
        guard let index = entries.firstIndex(where: { $0.display === display }) else { return nil }
        let ended = entries[index].session
        entries[index].session = next(at: time)
        return ended
    }

    /// Returns the displays that are forgotten.
    mutating func remove(_ display: String) -> [String] {
        guard let index = entries.firstIndex(where: { $0.display === display }) else { return [] }
        entries[index].isRemoved = true
        let removed = entries.filter(\.isRemoved)
        guard removed.count > Self.limit,
            let earliest = removed.min(by: { $0.session < $1.session })
        else { return [] }
        entries.removeAll { $0.display === earliest.display }
        return [earliest.display]
    }

    /// Takes over the name that the disk has.
    mutating func adopt(_ session: SessionID, of display: String, isThere: Bool) {
        latest = max(latest, session.number)
        if let index = entries.firstIndex(where: { $0.display === display }) {
            entries[index].session = session
        } else {
            entries.append(Entry(display: display, session: session, isRemoved: !isThere))
        }
    }

    /// Those of this display, or of all.
    func displays(of display: String?) -> [String] {
        entries.lazy.map(\.display).filter { display == nil || display === $0 }
    }

    /// Rises by one at least, also where the clock does not.
    private mutating func next(at time: Int64) -> SessionID {
        latest = max(latest + 1, UInt64(max(time, 0)))
        return SessionID(number: latest)
    }
}
