// SPDX-License-Identifier: MIT

import PopoverNotifications
import Testing

@Suite("What notifications that were raised come to")
struct RaisesTests {
    private var raises = RaisedAlerts()

    @Test("One is taken, chosen from and over")
    mutating func choice() {
        let id = raises.number(replacing: 0)
        let request = raises.begin(id, keys: ["yes", "no"])
        #expect(raises.taken(request) == .accepted(request: request, id: 1))
        #expect(raises.shown == [1])
        #expect(
            raises.answered(request, button: "1")
                == [.chosen(id: 1, key: "no"), .over(id: 1, .dismissed)])
        #expect(raises.shown.isEmpty)
        #expect(!raises.isKnown(1))
    }

    @Test("The button that closes, or one that is none, chooses nothing")
    mutating func close() {
        for button in ["close", "2", "-1", ""] {
            let request = raises.begin(5, keys: ["yes", "no"])
            _ = raises.taken(request)
            #expect(raises.answered(request, button: button) == [.over(id: 5, .dismissed)])
        }
    }

    @Test(
        "An end has its reason",
        arguments: [
            ("timed-out", .expired), ("cancelled", .other), ("no-renderer", .other),
            ("superseded", .other), (nil, .other),
        ] as [(String?, Ending)])
    mutating func endings(reason: String?, ending: Ending) {
        let request = raises.begin(5, keys: [])
        _ = raises.taken(request)
        #expect(raises.refused(request, reason: reason) == .over(id: 5, ending))
        #expect(raises.refused(request, reason: reason) == nil)
    }

    @Test("One that the daemon does not take leaves the earlier one as it is")
    mutating func refusedReplacement() {
        let first = raises.begin(5, keys: ["a"])
        _ = raises.taken(first)
        let second = raises.begin(5, keys: ["b"])
        #expect(raises.refused(second, reason: nil) == .refused(request: second))
        #expect(raises.shown == [5])
        #expect(
            raises.answered(first, button: "0")
                == [.chosen(id: 5, key: "a"), .over(id: 5, .dismissed)])
    }

    @Test("One whose place another takes is not over, whichever word comes first")
    mutating func replacement() {
        for takenFirst in [true, false] {
            let first = raises.begin(5, keys: [])
            _ = raises.taken(first)
            let second = raises.begin(5, keys: [])
            if takenFirst { _ = raises.taken(second) }
            #expect(raises.refused(first, reason: "superseded") == nil)
            if !takenFirst { _ = raises.taken(second) }
            #expect(raises.answered(second, button: "close") == [.over(id: 5, .dismissed)])
            #expect(!raises.isKnown(5))
        }
    }

    @Test("One that is taken back is asked for once, and says so at its end")
    mutating func takenBack() {
        let first = raises.begin(5, keys: [])
        _ = raises.taken(first)
        let second = raises.begin(5, keys: [])
        #expect(Set(raises.takeBack(5)) == [first, second])
        #expect(raises.takeBack(5).isEmpty)
        #expect(raises.takeBack(6).isEmpty)
        #expect(raises.refused(first, reason: "superseded") == nil)
        _ = raises.taken(second)
        #expect(raises.refused(second, reason: "cancelled") == .over(id: 5, .takenBack))
    }

    @Test("Numbers go round, never 0 and never one that is in use")
    mutating func numbers() {
        raises = RaisedAlerts(after: .max - 1)
        _ = raises.taken(raises.begin(1, keys: []))
        #expect(raises.number(replacing: 9) == 9)
        #expect(raises.number(replacing: 0) == .max)
        #expect(raises.number(replacing: 0) == 2)
        #expect(raises.latest == 2)
    }

    @Test("A word about what nobody raised is none")
    mutating func strangers() {
        #expect(raises.taken("n9") == nil)
        #expect(raises.answered("n9", button: "0").isEmpty)
        #expect(raises.refused("n9", reason: nil) == nil)
    }
}
