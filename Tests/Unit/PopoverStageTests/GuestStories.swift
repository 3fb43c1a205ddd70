// SPDX-License-Identifier: MIT

import PopoverModel

@testable import PopoverStage

/// Stories of two programs that are no clients, and of the popup 3 of the first one.
protocol GuestStories {}

extension GuestStories {
    static var process: StageProcess {
        StageProcess(
            number: StageFixture.guest, user: StageFixture.user, startedAt: StageFixture.start)
    }
    static var button: Rect { Rect(x: 20, y: 10, width: 80, height: 40) }
    static var place: Rect { Rect(x: 20, y: 50, width: 200, height: 120) }
    /// The process of the second one.
    static var other: UInt32 { 500 }

    /// The window 1 of a guest, which fills the left half, and 2 of another one, at the right.
    func fixture() throws -> StageFixture {
        var fixture = try StageFixture()
        fixture.stage.opensForOthers = true
        fixture.show(1, of: StageFixture.guest, region: Self.region(at: 0))
        fixture.show(2, of: Self.other, region: Self.region(at: 500))
        return fixture
    }

    static func region(at x: Double) -> StageWindow.Region {
        StageWindow.Region(display: "main", place: Rect(x: x, y: 0, width: 500, height: 700))
    }

    @discardableResult
    func showPopup(
        _ id: UInt32 = 3, parent: UInt32 = 1, grabs: Bool = true, takesPresses: Bool = true,
        isMapped: Bool = true, in fixture: inout StageFixture
    ) -> [StageOrder] {
        fixture.show(
            id, of: StageFixture.guest, kind: .popup(at: Self.place.origin), parent: parent,
            isMapped: isMapped, size: Self.place.size, anchor: takesPresses ? Self.button : nil,
            grabs: grabs)
    }

    /// The lines for a guest among these orders.
    func lines(_ orders: [StageOrder], for process: StageProcess = Self.process) -> [String] {
        orders.compactMap { order in
            if case .sendFor(process, let line) = order { line } else { nil }
        }
    }

    @discardableResult
    func say(_ line: String, in fixture: inout StageFixture) -> [StageOrder] {
        fixture.handle(.guestLine(#"{"jsonrpc":"2.0",\#(line)}"#, for: Self.process))
    }

    /// The popup 3 has a popover.
    @discardableResult
    func grant(_ popover: String = "p1", in fixture: inout StageFixture) -> [StageOrder] {
        say(#""id":"hello","result":{"client":"c9"}"#, in: &fixture)
        let orders = say(
            #""id":"open 1","result":{"popover":"\#(popover)","frame":{"x":340,"y":96,"#
                + #""width":320,"height":200}}"#, in: &fixture)
        return orders
            + fixture.scene(StageFixture.popover(popover, of: "c9"), client: "c9")
    }

    func opened() throws -> StageFixture {
        var fixture = try fixture()
        showPopup(in: &fixture)
        fixture.answerScene()
        grant(in: &fixture)
        return fixture
    }
}
