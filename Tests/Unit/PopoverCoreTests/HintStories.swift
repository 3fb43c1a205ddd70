// SPDX-License-Identifier: MIT

import PopoverCore
import PopoverModel
import Testing

@Suite("Hints")
struct HintStories {
    private let world = World()
    private let shop: ClientID
    private let cafe: ClientID
    private let hall: ClientID

    init() {
        shop = world.connect("shop")
        cafe = world.connect("cafe")
        hall = world.connect("hall", roles: [.input, .shell])
        var hint = Behavior(name: "hint")
        hint.isHint = true
        hint.widthRange = 60...320
        world.send(.behaviorLoaded(hint))
    }

    private func show(by client: ClientID? = nil, at anchor: Rect = World.cart) {
        world.open("hint", by: client ?? shop, at: anchor) {
            $0.size = Size(width: 200, height: 60)
        }
    }

    /// What has ended, in order.
    private var ended: [String] {
        world.history.flatMap(\.effects).compactMap { effect in
            guard case .notify(_, .popoverClosed(let closed)) = effect else { return nil }
            return "\(closed.popover) \(closed.reason.rawValue)"
        }
    }

    private var refusals: [RefusalReason] {
        world.history.flatMap(\.effects).compactMap { effect in
            guard case .answer(_, _, .failed(.refused(let reason, _, _, _, _))) = effect else {
                return nil
            }
            return reason
        }
    }

    private func step(_ phase: PointerReport.Phase, by client: ClientID) {
        let report = TapReport(point: Point(x: 5, y: 5))
        world.tell(client, .pointer(PointerReport(phase: phase, report: report)))
    }

    @Test("a hint takes no place: it has no shield, and a popover ends it and opens at once")
    func noPlace() {
        show()
        #expect(world.scene.popovers.map(\.behavior) == ["hint"])
        #expect(!world.scene.displays[0].isShielded)
        world.open("menu", by: cafe)
        #expect(ended == ["p1 replaced"])
        #expect(world.scene.popovers.map(\.behavior) == ["menu"])
        show()
        #expect(refusals == [.popoverActive])
    }

    @Test("one at a time: the next hint replaces it, whoever shows it")
    func oneAtATime() {
        show()
        show(by: cafe)
        #expect(ended == ["p1 replaced"])
        #expect(world.scene.popovers.map(\.app) == ["cafe"])
    }

    @Test("it ends after its time")
    func time() {
        show()
        world.advance(4999)
        #expect(ended == [])
        world.advance(1)
        #expect(ended == ["p1 timed-out"])
    }

    @Test("it ends when the finger lifts, for its owner and for an observer of input only")
    func released() {
        step(.down, by: hall)
        show()
        step(.up, by: cafe)
        #expect(ended == [])
        step(.up, by: hall)
        #expect(ended == ["p1 released"])
    }

    @Test("the tap that asked for it does not end it; the next one does")
    func tapped() {
        let before = world.now
        world.advance(20)
        show()
        world.tell(hall, .tap(TapReport(point: Point(x: 5, y: 5), time: before)))
        #expect(ended == [])
        world.advance(200)
        world.tell(hall, .tap(TapReport(point: Point(x: 5, y: 5))))
        #expect(ended == ["p1 released"])
    }

    @Test("an alert, a view and the end of a session end it")
    func aboveIt() {
        show()
        world.raise(by: cafe)
        #expect(ended == ["p1 replaced"])
        show()
        #expect(refusals == [.alertActive])
        world.answer(hall)
        world.tell(hall, .answerAlert(AlertID(number: 1), button: "ok"))
        show()
        world.ask(cafe, "view", .presentView(ViewRequest(kind: .modal)))
        #expect(ended.last == "p2 view-presented")
        world.tell(cafe, .closeView(ViewID(number: 1)))
        show()
        world.ask(world.connect("admin", uid: 0), "end", .endSession(display: nil))
        #expect(ended.last == "p3 session-ended")
    }

    @Test("it never covers its source, not even on a compact display")
    func source() throws {
        var display = World.main
        display.size = Size(width: 400, height: 700)
        world.tell(hall, .setDisplay(display))
        show(at: Rect(x: 150, y: 300, width: 100, height: 40))
        #expect(world.scene.popovers.first?.presentation.side != nil)
        show(at: display.frame)
        #expect(refusals == [.doesNotFit])
    }

    @Test("beside a source off the display it stays at the edge, until the display changes")
    func offDisplay() {
        show(at: Rect(x: -100, y: 300, width: 50, height: 40))
        #expect(ended == [])
        #expect(world.scene.popovers.first?.presentation.arrow == Point(x: 0, y: 320))
        var display = World.main
        display.size = Size(width: 1000, height: 700)
        world.tell(hall, .setDisplay(display))
        #expect(ended == ["p1 display-changed"])
    }

    @Test("its owner closes it, nobody else, and it goes with its owner")
    func owner() {
        show()
        world.tell(cafe, .close(PopoverID(number: 1), outcome: .done))
        #expect(ended == [])
        world.tell(shop, .close(PopoverID(number: 1), outcome: .done))
        #expect(ended == ["p1 done"])
        show()
        world.send(.clientDisconnected(shop))
        #expect(world.scene.popovers.isEmpty)
    }
}
