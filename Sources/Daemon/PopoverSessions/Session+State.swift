// SPDX-License-Identifier: MIT

import PopoverModel

extension Session {
    /// The stage of a connection's life.
    enum State: Equatable {
        /// Next: `finished`, `leaving`, `closed`.
        case open
        /// The peer closed its sending side and all lines were handled. Next: `leaving`, `closed`.
        case finished
        /// No longer a client; queued output is being flushed. Next: `lingering`, `closed`.
        case leaving(ByeReason?)
        /// Everything is written; input is discarded. Next: `closed`.
        case lingering
        case closed
    }

    enum Pending {
        /// The client has read on, and gets more.
        case output
        case end(End)
    }

    /// Whether the connection's end waits.
    var isEnding: Bool { if case .end = pending { true } else { false } }

    /// Whether the owner still counts it as a client.
    var isClient: Bool {
        switch state {
        case .open, .finished: true
        case .leaving, .lingering, .closed: false
        }
    }
}
