// SPDX-License-Identifier: MIT

package import PopoverModel

extension Ledger {
    /// A ping of a client.
    package struct Pinged: Sendable {
        package let client: ClientID
        package let call: CallID
        let at: Instant
        /// It has sent a line since.
        package var isAlive = false
    }

    mutating func noteLine(of client: ClientID) {
        for index in pings.indices where pings[index].client == client {
            pings[index].isAlive = true
        }
    }

    /// The ping that a client may still answer in time.
    func openPing(of client: ClientID?) -> Pinged? {
        pings.first { $0.client == client && !$0.isAlive && now - $0.at < pingPause }
    }

    mutating func pinged(_ client: ClientID, _ call: CallID) {
        if pings.contains(where: { $0.client == client && now - $0.at < pingPause }) {
            broken("\(client) is pinged twice in \(pingPause.milliseconds) ms")
        }
        pings.removeAll { $0.client == client }
        pings.append(Pinged(client: client, call: call, at: now))
    }
}
