// SPDX-License-Identifier: MIT

import PopoverModel

/// A simulated client of the daemon.
protocol Participant: AnyObject {
    var number: Int { get }
    var uid: UInt32 { get }
    /// Differs for each connection.
    var life: Int { get }
    /// Set when the daemon has accepted the connection.
    var client: ClientID? { get set }
}
