// SPDX-License-Identifier: MIT

import PopoverNotifications
import Testing

@Suite("Alerts of notifications")
struct RaisedAlertsTests {
    private var raises = RaisedAlerts()

    @Test("An answered alert reports the action and closes the notification")
    mutating func choice() {
        let id = raises.number(replacing: 0)
        let request = raises.begin(id, keys: ["yes", "no"])
        #expect(raises.queued(request, alert: request) == .accepted(request: request, id: 1))
        #expect(raises.open == [1])
        #expect(
            raises.answered(request, button: "1")
                == [.chosen(id: 1, key: "no"), .closed(id: 1, .dismissed)])
        #expect(raises.open.isEmpty)
        #expect(!raises.isKnown(1))
    }

    @Test("The close button and unknown buttons choose no action")
    mutating func close() {
        for button in ["close", "2", "-1", ""] {
            let request = raises.begin(5, keys: ["yes", "no"])
            _ = raises.queued(request, alert: request)
            #expect(raises.answered(request, button: button) == [.closed(id: 5, .dismissed)])
        }
    }

    @Test(
        "The daemon's reason decides how a notification closes",
        arguments: [
            ("cancelled", .other), ("no-renderer", .other), ("superseded", .other), (nil, .other),
        ] as [(String?, Ending)])
    mutating func endings(reason: String?, ending: Ending) {
        let request = raises.begin(5, keys: [])
        _ = raises.queued(request, alert: request)
        #expect(raises.failed(request, reason: reason) == [.closed(id: 5, ending)])
        #expect(raises.failed(request, reason: reason).isEmpty)
    }

    @Test("A failed replacement leaves the earlier notification shown")
    mutating func refusedReplacement() {
        let first = raises.begin(5, keys: ["a"])
        _ = raises.queued(first, alert: first)
        let second = raises.begin(5, keys: ["b"])
        #expect(raises.failed(second, reason: nil) == [.failed(request: second)])
        #expect(raises.open == [5])
        #expect(
            raises.answered(first, button: "0")
                == [.chosen(id: 5, key: "a"), .closed(id: 5, .dismissed)])
    }

    @Test("A replaced notification stays open whichever message arrives first")
    mutating func replacement() {
        for queuedFirst in [true, false] {
            let first = raises.begin(5, keys: [])
            _ = raises.queued(first, alert: first)
            let second = raises.begin(5, keys: [])
            if queuedFirst { _ = raises.queued(second, alert: second) }
            #expect(raises.failed(first, reason: "superseded").isEmpty)
            if !queuedFirst { _ = raises.queued(second, alert: second) }
            #expect(raises.answered(second, button: "close") == [.closed(id: 5, .dismissed)])
            #expect(!raises.isKnown(5))
        }
    }

    @Test("An answer to a replaced alert chooses nothing and closes nothing")
    mutating func lateAnswer() {
        let first = raises.begin(5, keys: ["pay"])
        _ = raises.queued(first, alert: first)
        let second = raises.begin(5, keys: ["wait"])
        _ = raises.queued(second, alert: second)
        #expect(raises.answered(first, button: "0").isEmpty)
        #expect(raises.open == [5])
        #expect(
            raises.answered(second, button: "0")
                == [.chosen(id: 5, key: "wait"), .closed(id: 5, .dismissed)])
    }

    @Test("A notification is canceled once, and closes as canceled")
    mutating func canceled() {
        let first = raises.begin(5, keys: [])
        _ = raises.queued(first, alert: first)
        let second = raises.begin(5, keys: [])
        #expect(Set(raises.cancel(5)) == [first, second])
        #expect(raises.cancel(5).isEmpty)
        #expect(raises.cancel(6).isEmpty)
        #expect(raises.failed(first, reason: "superseded").isEmpty)
        _ = raises.queued(second, alert: second)
        #expect(raises.failed(second, reason: "cancelled") == [.closed(id: 5, .canceled)])
    }

    @Test("Numbers wrap around, skipping 0 and numbers in use")
    mutating func numbers() {
        raises = RaisedAlerts(after: .max - 1)
        let request = raises.begin(1, keys: [])
        _ = raises.queued(request, alert: request)
        #expect(raises.number(replacing: 9) == 9)
        #expect(raises.number(replacing: 0) == .max)
        #expect(raises.number(replacing: 0) == 2)
        #expect(raises.latest == 2)
    }

    @Test("Messages about unknown requests are ignored")
    mutating func strangers() {
        #expect(raises.queued("n9", alert: "a9") == nil)
        #expect(raises.answered("n9", button: "0").isEmpty)
        #expect(raises.failed("n9", reason: nil).isEmpty)
    }
}

extension RaisedAlerts {
    fileprivate mutating func begin(_ id: UInt32, keys: [String]) -> String {
        wait(WaitingAlert(id: id, alert: .plain("info"), keys: keys))
        return raiseNext(limit: .max)?.request ?? "none"
    }
}
