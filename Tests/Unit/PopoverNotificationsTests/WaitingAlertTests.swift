// SPDX-License-Identifier: MIT

import PopoverNotifications
import Testing

extension NotificationAlert {
    static func plain(_ severity: String, timeout: Int? = nil) -> NotificationAlert {
        NotificationAlert(
            title: "a", message: "", severity: severity, labels: [], defaultButton: nil,
            closeLabel: "Close", display: "", timeout: timeout)
    }
}

@Suite("Notifications that wait")
struct WaitingAlertTests {
    private var raises = RaisedAlerts()
    private var owners = NotificationOwners()

    private mutating func wait(_ severities: KeyValuePairs<UInt32, String>, timeout: Int? = nil) {
        for (id, severity) in severities {
            raises.wait(WaitingAlert(id: id, alert: .plain(severity, timeout: timeout), keys: []))
            _ = raises.acceptWaiting(id)
        }
    }

    /// Raises and queues what may be; the numbers, in this order. The daemon's id of an alert is that of
    /// its request.
    private mutating func raise(limit: Int = .max) -> [UInt32] {
        var found: [UInt32] = []
        while let (request, next) = raises.raiseNext(limit: limit) {
            found.append(next.id)
            _ = raises.queued(request, alert: request)
        }
        return found
    }

    @Test("The most severe is raised first, then the oldest, while there is room")
    mutating func order() {
        wait([1: "info", 2: "critical", 3: "warning", 4: "critical"])
        #expect(raise(limit: 3) == [2, 4, 3])
        #expect(raises.isWaiting(1))
        #expect(raises.open == [1, 2, 3, 4])
    }

    @Test(
        "A more severe one does not wait: the daemon displaces the least severe, which waits again")
    mutating func displaced() {
        wait([1: "info", 2: "info", 3: "info"])
        #expect(raise(limit: 2) == [1, 2])
        wait([4: "critical"])
        #expect(raise(limit: 2) == [4])
        #expect(raises.failed("n2", reason: "displaced") == [.returned(request: "n2", id: 2)])
        #expect(raise(limit: 2).isEmpty)
        #expect(raises.answered("n3", button: "close") == [.closed(id: 4, .dismissed)])
        #expect(raise(limit: 2) == [2])
    }

    @Test("One that waits is replaced in its place")
    mutating func replaced() {
        wait([1: "info", 2: "info"])
        raises.wait(WaitingAlert(id: 1, alert: .plain("info"), keys: ["new"]))
        #expect(raises.raiseNext(limit: 1)?.1.keys == ["new"])
    }

    @Test("The replacement of a raised one does not wait")
    mutating func replacement() {
        wait([1: "info", 2: "critical"])
        #expect(raise(limit: 1) == [2])
        wait([2: "info"])
        #expect(raise(limit: 1) == [2])
    }

    @Test(
        "What the daemon has no room for waits until the next attempt, and so do others as severe",
        arguments: ["alerts", "alertsPerUser", "pendingRequests"])
    mutating func full(reason: String) {
        raises.wait(WaitingAlert(id: 1, alert: .plain("warning"), keys: []))
        let request = raises.raiseNext(limit: 9)?.request ?? ""
        #expect(raises.failed(request, reason: reason) == [.returned(request: request, id: 1)])
        #expect(raises.isHeld)
        wait([2: "warning"])
        #expect(raise().isEmpty)
        wait([3: "critical"])
        #expect(raise() == [3])
        raises.retry()
        #expect(raise() == [1, 2])
    }

    @Test("Another limit refuses it")
    mutating func refused() {
        raises.wait(WaitingAlert(id: 1, alert: .plain("warning"), keys: []))
        #expect(raises.raiseNext(limit: 9)?.request == "n1")
        #expect(raises.failed("n1", reason: "text") == [.failed(request: "n1")])
        #expect(!raises.isKnown(1))
    }

    @Test("One that was accepted and is refused closes")
    mutating func refusedLater() {
        wait([1: "warning"])
        #expect(raises.raiseNext(limit: 9)?.request == "n1")
        #expect(raises.failed("n1", reason: "no-renderer") == [.closed(id: 1, .other)])
    }

    @Test("A lock closes what people have seen; the others wait, and keep their order")
    mutating func locked() {
        wait([1: "warning", 2: "warning", 3: "warning"])
        #expect(raise(limit: 2) == [1, 2])
        raises.presented("n1", at: 0)
        #expect(raises.failed("n1", reason: "locked") == [.closed(id: 1, .other)])
        #expect(raise(limit: 2).isEmpty)
        #expect(raises.failed("n2", reason: "locked") == [.returned(request: "n2", id: 2)])
        raises.retry()
        #expect(raise(limit: 2) == [2, 3])
    }

    @Test("One that its sender closes does not wait again")
    mutating func canceled() {
        for (index, reason) in ["displaced", "locked", "alerts"].enumerated() {
            wait([1: "info"])
            #expect(raise() == [1])
            let request = "n\(index + 1)"
            #expect(raises.cancel(1) == [request])
            #expect(raises.failed(request, reason: reason) == [.closed(id: 1, .other)])
            raises.retry()
        }
    }

    @Test("The end of a session closes what is shown and what waits")
    mutating func session() {
        wait([1: "info", 2: "info", 3: "info"])
        #expect(raise(limit: 1) == [1])
        #expect(
            raises.failed("n1", reason: "cancelled")
                == [.closed(id: 1, .other), .closed(id: 2, .other), .closed(id: 3, .other)])
        #expect(raises.open.isEmpty)
    }

    @Test("A time begins when the alert is presented for the first time")
    mutating func times() {
        wait([1: "info", 2: "info"], timeout: 10)
        #expect(raise() == [1, 2])
        #expect(raises.deadline == nil)
        raises.presented("n1", at: 5_000)
        raises.presented("n1", at: 9_000)
        raises.presented("of another program", at: 1)
        #expect(raises.deadline == 15_000)
        #expect(raises.expire(at: 14_999).isEmpty)
        // Its replacement, which the daemon has not queued, stays.
        wait([1: "info"])
        #expect(raises.raiseNext(limit: .max)?.request == "n3")
        #expect(raises.expire(at: 15_000) == ["n1"])
        #expect(raises.deadline == nil)
        #expect(raises.failed("n1", reason: "cancelled") == [.closed(id: 1, .expired)])
        #expect(raises.cancel(1) == ["n3"])
        #expect(raises.isKnown(2))
    }

    @Test("The daemon gets a bounded number of raises at once")
    mutating func unanswered() {
        for id in 1...20 { wait([UInt32(id): "info"]) }
        var requests: [String] = []
        while let (request, _) = raises.raiseNext(limit: .max) { requests.append(request) }
        #expect(requests.count == 16)
        #expect(Set(raises.unanswered) == Set(requests))
        _ = raises.queued("n1", alert: "a1")
        #expect(raises.raiseNext(limit: .max)?.1.id == 17)
    }

    // MARK: Shares

    private mutating func add(
        _ id: UInt32, _ severity: String = "info", of sender: String, application: String = "app"
    ) -> UInt32? {
        let notice = Notice(sender: sender, application: application)
        owners.record(id, of: notice)
        wait([id: severity])
        let dropped = raises.dropExcess(of: notice, owners: owners)
        if let dropped { owners.remove(dropped) }
        return dropped
    }

    @Test("A sender has its share, in which its most severe notifications stay")
    mutating func share() {
        for id in 1...RaisedAlerts.share { #expect(add(UInt32(id), of: ":1.1") == nil) }
        #expect(add(100, of: ":1.1") == 100)
        #expect(add(101, "critical", of: ":1.1") == UInt32(RaisedAlerts.share))
        #expect(add(102, of: ":1.2") == nil)
        // As one call of notify-send after the other.
        owners.left(":1.1")
        #expect(add(103, of: ":1.3") == 103)
        #expect(add(104, of: ":1.3", application: "other") == nil)
    }

    @Test("Above the capacity, the sender that has most loses its latest of the least severe")
    mutating func capacity() {
        let half = RaisedAlerts.capacity / 2
        for id in 1..<half { #expect(add(UInt32(id), of: ":1.1") == nil) }
        for id in 1...half { #expect(add(UInt32(500 + id), of: ":1.2") == nil) }
        #expect(add(900, "critical", of: ":1.3") == nil)
        #expect(add(901, of: ":1.3") == UInt32(500 + half))
        #expect(add(902, "critical", of: ":1.3") == UInt32(500 + half - 1))
    }
}
