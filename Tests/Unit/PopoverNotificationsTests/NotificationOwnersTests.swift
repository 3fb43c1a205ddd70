// SPDX-License-Identifier: MIT

import PopoverNotifications
import Testing

@Suite("Owners of notifications")
struct NotificationOwnersTests {
    private var owners = NotificationOwners()

    private func notice(
        _ sender: String, replaces: UInt32 = 0, tag: String = "", application: String = "app"
    ) -> Notice {
        Notice(sender: sender, tag: tag, replaces: replaces, application: application)
    }

    @Test("A number belongs to its sender as long as that is on the bus")
    mutating func numbers() {
        owners.record(5, of: notice(":1.1"))
        #expect(owners.replaced(by: notice(":1.1", replaces: 5)) == 5)
        #expect(owners.replaced(by: notice(":1.2", replaces: 5)) == 0)
        #expect(owners.mayClose(5, ":1.1"))
        #expect(!owners.mayClose(5, ":1.2"))
        // As notify-send, which ends at once.
        owners.left(":1.1")
        #expect(owners.replaced(by: notice(":1.2", replaces: 5)) == 5)
        #expect(owners.replaced(by: notice(":1.2", replaces: 5, application: "other")) == 0)
        #expect(owners.mayClose(5, ":1.2"))
    }

    @Test("A number that nobody has is the sender's to use")
    func unknown() {
        #expect(owners.replaced(by: notice(":1.1", replaces: 9)) == 9)
        #expect(owners.mayClose(9, ":1.1"))
    }

    @Test("A tag finds the notification of the same application, and no stranger's")
    mutating func tags() {
        owners.record(5, of: notice(":1.1", tag: "volume"))
        #expect(owners.replaced(by: notice(":1.1", tag: "volume")) == 5)
        #expect(owners.replaced(by: notice(":1.1", tag: "light")) == 0)
        owners.record(6, of: notice(":1.1", tag: "caf\u{E9}"))
        #expect(owners.replaced(by: notice(":1.1", tag: "cafe\u{301}")) == 0)
        #expect(owners.replaced(by: notice(":1.2", tag: "volume")) == 0)
        #expect(owners.replaced(by: notice(":1.1")) == 0)
        owners.allLeft()
        #expect(owners.replaced(by: notice(":1.2", tag: "volume")) == 5)
        #expect(owners.replaced(by: notice(":1.2", tag: "volume", application: "other")) == 0)
        owners.remove(5)
        #expect(owners.replaced(by: notice(":1.2", tag: "volume")) == 0)
    }
}
