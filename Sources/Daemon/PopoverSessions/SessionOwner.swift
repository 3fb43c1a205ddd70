// SPDX-License-Identifier: MIT

import PopoverCore
import PopoverModel

protocol SessionOwner: AnyObject {
    var settings: CurrentSettings { get }
    var time: any TimeProvider { get }
    var counters: SessionCounters { get }
    /// Sessions to flush at the end of the current batch.
    var unflushed: FlushQueue { get }
    /// Passes an event to the arbiter.
    func post(_ event: Event)
    /// Counts a line that was answered with an error before it reached the arbiter.
    func requestRejected(_ error: RequestError, of client: ClientID)
    /// Runs work that posts several events, then flushes the output of all of them together.
    func batch(_ work: () -> Void)
    /// Schedules a session that has lines left, after the other sessions' input.
    func resumeLater(_ session: Session)
    /// Whether a user's connections may handle another line in this turn.
    func mayContinue(_ account: UserAccount) -> Bool
    /// Whether a user may have this much more in buffers.
    func hasRoom(for bytes: Int, of account: UserAccount) -> Bool
    /// Charges a user for buffered bytes, and disconnects a client where that is more than her share.
    func charge(_ bytes: Int, to account: UserAccount)
    /// Removes a client; called once for each session that was one.
    func clientLeft(_ session: Session, _ cause: DisconnectCause, backlog: Int)
    /// Releases a session whose connection is closed.
    func connectionClosed(_ session: Session)
}
