// SPDX-License-Identifier: MIT

import PopoverCore
import PopoverModel

/// What a session needs of those who own it.
protocol SessionOwner: AnyObject {
    var settings: SettingsInForce { get }
    var time: any Timekeeper { get }
    var counters: SessionCounters { get }
    /// For sessions with lines to flush at the end of this turn.
    var unflushed: FlushQueue { get }
    /// Tells the arbiter.
    func post(_ event: Event)
    /// A line was answered with an error before it got to the arbiter.
    func refused(_ failure: RequestError)
    /// Does work that posts several events, and lets the output of all of them go out together.
    func turn(_ work: () -> Void)
    /// Lines are left that want a turn after the others'.
    func wantsTurn(_ session: Session)
    /// It is a client no longer; told once of each that was one.
    func left(_ session: Session, _ cause: DisconnectCause, backlog: Int)
    /// Its connection is closed.
    func closed(_ session: Session)
}
