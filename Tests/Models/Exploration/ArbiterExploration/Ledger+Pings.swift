// SPDX-License-Identifier: MIT

import PopoverCore
package import PopoverModel

extension Ledger {
    /// A ping of a client.
    package struct Pinged: Sendable {
        package let client: ClientID
        package let call: CallID
        let at: Instant
        /// It has sent a line since.
        package var isAlive = false
        /// What it loses if it sends none.
        let popover: PopoverID?
        let view: ViewID?
        let alert: AlertID?
    }

    mutating func noteLine(of client: ClientID) {
        for index in pings.indices where pings[index].client == client {
            pings[index].isAlive = true
        }
    }

    /// The ping that a client may still answer in time.
    func openPing(of client: ClientID?, at now: Instant) -> Pinged? {
        pings.first { $0.client == client && !$0.isAlive && now - $0.at <= pingPause }
    }

    mutating func pinged(_ client: ClientID, _ call: CallID) {
        if pings.contains(where: { $0.client == client && now - $0.at < pingPause }) {
            broken("\(client) is pinged twice in \(pingPause.milliseconds) ms")
        }
        pings.removeAll { $0.client == client }
        pings.append(
            Pinged(
                client: client, call: call, at: now,
                popover: lives.first {
                    $0.owner == client && !$0.isClosing && !$0.hasEnded
                }?.popover,
                view: views.first { $0.client == client }?.view,
                alert: presented.first { $0.renderer == client && $0.isAnswered }?.alert))
    }

    mutating func calledUnresponsive(_ fact: Fact) {
        let isHung = pings.contains {
            $0.client == fact.client && !$0.isAlive && now - $0.at >= pingPause
        }
        if !isHung { broken("is called unresponsive and is not: \(fact)") }
    }

    /// Called after every event, with all its effects noted: a client that did not answer a ping in
    /// time holds nothing any more that was its at the ping.
    mutating func checkPings() {
        guard event == .deadlineReached else { return }
        for ping in pings where !ping.isAlive && now - ping.at >= pingPause {
            let holdsPopover = lives.contains {
                $0.popover == ping.popover && !$0.isClosing && !$0.hasEnded
            }
            let holdsAlert = presented.contains {
                $0.alert == ping.alert && $0.renderer == ping.client && $0.isAnswered
            }
            if holdsPopover || holdsAlert || views.contains(where: { $0.view == ping.view }) {
                broken("\(ping.client) hangs and keeps its place")
            }
        }
    }
}
