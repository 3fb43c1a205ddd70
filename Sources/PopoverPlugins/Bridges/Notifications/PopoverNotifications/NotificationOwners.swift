// SPDX-License-Identifier: MIT

internal import PopoverModel

/// Whose notifications they are: the connection's that sent them. One that has left the bus, as
/// `notify-send` does at once, leaves them to senders that name the same application.
public struct NotificationOwners: Sendable {
    private struct Owner {
        /// Nil: it has left the bus.
        var sender: String?
        var application: String
        var tag: String
    }

    private var owners: [UInt32: Owner] = [:]

    public init() {}

    public mutating func record(_ id: UInt32, of notice: Notice) {
        owners[id] = Owner(
            sender: notice.sender, application: notice.application, tag: notice.tag)
    }

    public mutating func remove(_ id: UInt32) { owners[id] = nil }

    public mutating func left(_ sender: String) {
        for (id, owner) in owners where owner.sender == sender { owners[id]?.sender = nil }
    }

    /// The bus has gone: its names may belong to others on the next one.
    public mutating func allLeft() {
        for id in owners.keys { owners[id]?.sender = nil }
    }

    public func mayClose(_ id: UInt32, _ sender: String) -> Bool {
        owners[id].map { $0.sender == nil || $0.sender == sender } ?? true
    }

    /// The notification that this one replaces: the one that it names, else one with its tag; 0: none.
    /// A number that nobody has is the sender's to use.
    public func replaced(by notice: Notice) -> UInt32 {
        if notice.replaces != 0, owners[notice.replaces].map({ isOwner(notice, $0) }) ?? true {
            return notice.replaces
        }
        guard !notice.tag.isEmpty else { return 0 }
        return owners.filter {
            $0.value.tag === notice.tag && $0.value.application === notice.application
                && isOwner(notice, $0.value)
        }.keys.min() ?? 0
    }

    /// How many notifications its sender has.
    func count(of notice: Notice) -> Int { owners.values.count { isOwner(notice, $0) } }

    func isOwner(_ notice: Notice, _ id: UInt32) -> Bool {
        owners[id].map { isOwner(notice, $0) } ?? false
    }

    /// For each of these, how many of them are its sender's.
    func counts(of ids: [UInt32]) -> [UInt32: Int] {
        // A unique name begins with a colon, and the name of an application may, too.
        let accounts = ids.map { id in
            owners[id].map { [$0.sender, $0.sender == nil ? $0.application : nil] } ?? []
        }
        let counts = Dictionary(accounts.map { ($0, 1) }, uniquingKeysWith: +)
        return Dictionary(
            zip(ids, accounts.map { counts[$0] ?? 0 }), uniquingKeysWith: { first, _ in first })
    }

    private func isOwner(_ notice: Notice, _ owner: Owner) -> Bool {
        if let sender = owner.sender { return sender == notice.sender }
        return owner.application === notice.application
    }
}
