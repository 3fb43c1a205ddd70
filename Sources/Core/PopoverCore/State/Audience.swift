// SPDX-License-Identifier: MIT

import PopoverModel

/// The clients that a display's shield concerns: each with the number of things that it has there,
/// which are its regions, popovers and panels. Those that want every shield have one more. Who has
/// nothing left there is still notified when the shield goes off.
struct Audience: Codable, Sendable {
    /// Oldest first.
    private(set) var clients: [ClientID] = []
    /// In the same order.
    private var stakes: [Int] = []
    /// The clients that have not been notified of the shield yet, in order of entry.
    private var newcomers: [ClientID] = []

    var hasNewcomers: Bool { !newcomers.isEmpty }

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

    /// - Parameter isShielded: the client was notified of a shield that is on.
    mutating func leave(_ client: ClientID, isShielded: Bool) {
        guard let index = index(of: client) else { return }
        stakes[index] -= 1
        if stakes[index] == 0, !isShielded { remove(client) }
    }

    /// Removes a client, whatever it has on the display.
    mutating func remove(_ client: ClientID) {
        guard let index = index(of: client) else { return }
        clients.remove(at: index)
        stakes.remove(at: index)
        newcomers.removeAll { $0 == client }
    }

    /// The clients to notify of the shield: everyone when it has changed, else the newcomers.
    mutating func takeRecipients(isChanged: Bool, isShielded: Bool) -> [ClientID] {
        let recipients = isChanged ? clients : newcomers.sorted { $0.number < $1.number }
        newcomers.removeAll()
        if !isShielded, stakes.contains(0) {
            for (client, stake) in zip(clients, stakes) where stake == 0 { remove(client) }
        }
        return recipients
    }

    /// Whether the same clients have as much on the display.
    func isSame(as other: Audience) -> Bool { present == other.present }

    private var present: [ClientID: Int] {
        Dictionary(uniqueKeysWithValues: zip(clients, stakes).filter { $0.1 > 0 })
    }

    private func index(of client: ClientID) -> Int? {
        let position = clients.position(of: client)
        return position < clients.count && clients[position] == client ? position : nil
    }
}
