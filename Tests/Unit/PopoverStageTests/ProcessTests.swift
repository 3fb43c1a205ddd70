// SPDX-License-Identifier: MIT

import PopoverModel
import Testing

@testable import PopoverStage

@Suite("Processes of windows and of the daemon's clients")
struct ProcessTests {
    @Test(
        "A mark of a process that has the number of another one does not count",
        arguments: [
            (user: StageFixture.user, startedAt: StageFixture.start, isShown: true),
            (user: StageFixture.user, startedAt: StageFixture.start + 1, isShown: false),
            (user: StageFixture.user + 1, startedAt: StageFixture.start, isShown: false),
        ])
    func reusedNumber(user: UInt32, startedAt: UInt64, isShown: Bool) throws {
        var fixture = try StageFixture()
        fixture.scene(StageFixture.popover(), StageFixture.alert)
        fixture.show(2, title: "popover:p1", user: user, startedAt: startedAt)
        fixture.show(
            3, of: StageFixture.cafe, title: "alert:a1", user: user, startedAt: startedAt)
        #expect(fixture.level(2) == (isShown ? .popover : nil))
        #expect(fixture.level(3) == (isShown ? .alert : nil))
    }

    @Test("A popup of such a process is no part of a popover")
    func reusedNumberOfPopup() throws {
        var fixture = try StageFixture()
        fixture.show(1)
        fixture.scene(StageFixture.popover())
        fixture.show(
            2, kind: .popup(at: Point(x: 0, y: 0)), parent: 1,
            startedAt: StageFixture.start + 1)
        #expect(fixture.level(2) == nil)
    }

    @Test("A client's process is the one that had the number when the client came")
    func lookedAtOnce() throws {
        var start = StageFixture.start
        var fixture = try StageFixture(processStart: { _ in start })
        start += 1
        fixture.scene(StageFixture.popover())
        fixture.show(2, title: "popover:p1")
        #expect(fixture.level(2) == .popover)
        // A new daemon has other clients with the same ids.
        fixture.handle(.disconnected)
        fixture.connect()
        fixture.scene(StageFixture.popover())
        #expect(fixture.level(2) == nil)
        fixture.show(2, title: "popover:p1", startedAt: start)
        #expect(fixture.level(2) == .popover)
    }
}
