// SPDX-License-Identifier: MIT

import PopoverModel

/// The clients that a display's shield concerns: each with the number of things that it has there,
/// which are its regions, popovers and panels. Those that want every shield have one more.
struct Audience: Codable, Sendable {
    /// Oldest first.
    private(set) var clients: [ClientID] = []
    /// In the same order; at least 1.
    private var stakes: [Int] = []
    /// The clients that have not been notified of the shield yet, in order of entry.
    private var newcomers: [ClientID] = []

    var hasNewcomers: Bool { !newcomers.isEmpty }

    func stakes(of client: ClientID) -> Int { index(of: client).map { stakes[$0] } ?? 0 }

    mutating func enter(_ client: ClientID) {
        let position = clients.position(of: client)
        if position < clients.count, clients[position] == client {
            stakes[position] += 1
        } else {
            clients.insert(client, at: position)
            stakes.insert(1, at: position)
            newcomers.append(client)
        }
    }

    mutating func leave(_ client: ClientID) {
        guard let index = index(of: client) else { return }
        stakes[index] -= 1
        if stakes[index] == 0 { remove(client) }
    }

    /// Removes a client, whatever it has on the display.
    mutating func remove(_ client: ClientID) {
        guard let index = index(of: client) else { return }
        clients.remove(at: index)
        stakes.remove(at: index)
        newcomers.removeAll { $0 == client }
    }

    /// The clients to notify of the shield: everyone when it has changed, else the newcomers.
    mutating func takeRecipients(isChanged: Bool) -> [ClientID] {
        defer { newcomers.removeAll() }
        return isChanged ? clients : newcomers.sorted { $0.number < $1.number }
    }

    /// Whether the same clients have as much at stake.
    func isSame(as other: Audience) -> Bool { clients == other.clients && stakes == other.stakes }

    private func index(of client: ClientID) -> Int? {
        let position = clients.position(of: client)
        return position < clients.count && clients[position] == client ? position : nil
    }
}
