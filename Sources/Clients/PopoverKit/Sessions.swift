// SPDX-License-Identifier: MIT

internal import PopoverClient
internal import PopoverModel
internal import PopoverWire
internal import Synchronization

/// To which session a draft belongs, as tasks know it when they call; an older daemon names none.
final class Sessions: Sendable {
    private struct State {
        var displays: [(name: String, session: SessionID?)] = []
        /// The latest session of each display.
        var latest: [Name: SessionID] = [:]
        /// That of the latest grant of each key, also beyond its end: a late draft names it.
        var granted: [(key: String, session: SessionID)] = []
        var ended: [SessionID] = []
    }

    /// Keys and ended sessions that are remembered; beyond it the oldest is dropped.
    private static let maximum = 256
    private let state = Mutex(State())

    /// The session of a request about a draft, as the daemon would choose its display.
    func session(of key: String) -> SessionID? {
        state.withLock { state in
            if let granted = state.granted.first(where: { $0.key === key }) {
                return granted.session
            }
            return Self.session(on: nil, in: state)
        }
    }

    /// The session of a view or an alert on this display, or on the one that the daemon would choose.
    func session(on display: String?) -> SessionID? {
        state.withLock { Self.session(on: display, in: $0) }
    }

    private static func session(on display: String?, in state: State) -> SessionID? {
        let named = state.displays.first { $0.name == display ?? "main" }
        return (display == nil ? named ?? state.displays.first : named)?.session
    }

    func isOver(_ session: SessionID?) -> Bool {
        state.withLock { state in session.map(state.ended.contains) ?? false }
    }

    func grant(_ key: String?, in session: SessionID?) {
        guard let key else { return }
        state.withLock { state in
            state.granted.removeAll { $0.key === key }
            if let session { state.granted.append((key, session)) }
            if state.granted.count > Self.maximum { state.granted.removeFirst() }
        }
    }

    func forgetDisplays() {
        state.withLock { $0.displays = [] }
    }

    func remove(_ display: String) {
        state.withLock { state in state.displays.removeAll { $0.name === display } }
    }

    /// - Returns: the session of the display that has ended.
    func set(_ display: String, _ session: SessionID?) -> SessionID? {
        state.withLock { state in
            if let index = state.displays.firstIndex(where: { $0.name === display }) {
                state.displays[index].session = session
            } else {
                state.displays.append((display, session))
            }
            guard let session,
                let before = state.latest.updateValue(session, forKey: Name(display)),
                before != session
            else { return nil }
            state.ended.append(before)
            if state.ended.count > Self.maximum { state.ended.removeFirst() }
            return before
        }
    }
}

extension Wire {
    /// A display as the daemon describes it. What belongs to its ended session is forgotten.
    func know(_ display: Field) throws(ClientError) {
        let name = try display.string("display")
        if display.node.member("removed")?.bool == true { return orders.sessions.remove(name) }
        let session: SessionID? = try display.optional("session")?.id()
        guard let ended = orders.sessions.set(name, session) else { return }
        let before = works.count
        works.removeAll { $0.session == ended }
        for _ in works.count..<before {
            signals.warnings.yield("a draft is erased: its session has ended")
        }
        for id in popovers.keys where popovers[id]?.session == ended { dismiss(id) }
        for id in parting.keys.sorted() where parting[id]?.session == ended {
            partingCause = .closed(.sessionEnded)
            if let owned = parting[id] { waitForLateWork(owned) }
            endParting(id, .nothing)
            partingCause = .connectionLost
        }
    }
}
