// SPDX-License-Identifier: MIT

import PopoverModel

extension Session {
    /// How far a connection's life has come.
    enum State: Equatable {
        /// Can go to: `finished`, `leaving`, `closed`.
        case open
        /// The peer sends no more, and all it sent is told. Can go to: `leaving`, `closed`.
        case finished
        /// The owner has forgotten the client; what is written still goes out. Can go to:
        /// `lingering`, `closed`.
        case leaving(ByeReason?)
        /// Everything is written; what still comes in is thrown away. Can go to: `closed`.
        case lingering
        case closed
    }

    /// Whether the owner still knows the client.
    var isClient: Bool {
        switch state {
        case .open, .finished: true
        case .leaving, .lingering, .closed: false
        }
    }
}
