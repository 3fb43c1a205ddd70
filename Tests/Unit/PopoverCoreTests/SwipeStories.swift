// SPDX-License-Identifier: MIT

import PopoverCore
import PopoverModel
import Testing

@Suite("Swipes from an edge and back")
struct SwipeStories {
    static let portrait = DisplaySpecification(name: "main", size: Size(width: 800, height: 1280))
    let world = World(displays: [SwipeStories.portrait])
    let mail: ClientID
    let fingers: ClientID

    init() {
        mail = world.connect("mail")
        fingers = world.connect("fingers", roles: [.input])
        let button = Rect(x: 8, y: 8, width: 160, height: 44)
        world.tell(mail, .setSource("boxes", rect: button, Place(), edge: .left))
        world.begin()
    }

    private func swipe(_ start: Double, _ end: Double, y: Double = 900, by client: ClientID) {
        world.point(.down, Point(x: start, y: y), by: client)
        world.advance(100)
        world.begin()
        world.point(.up, Point(x: end, y: y), by: client)
    }

    private func openPane(_ change: (inout OpenRequest) -> Void = { _ in }) {
        world.open("split-pane", by: mail, from: "boxes") {
            $0.title = "Mailboxes"
            change(&$0)
        }
    }

    @Test("an app that reports its own swipe is activated too")
    func ownSwipe() {
        swipe(10, 70, by: mail)
        world.expect("mail gets activated boxes at 0\nmail up: swiped")
    }

    @Test(
        "a swipe begins within 24 points of the edge, and is 48 points long",
        arguments: [
            (24.0, 72.0, true), (25, 90, false), (24, 71, false), (70, 10, false),
        ])
    func measures(start: Double, end: Double, isSwipe: Bool) {
        swipe(start, end, by: fingers)
        #expect(world.lines.contains("fingers up: swiped") == isSwipe)
    }

    @Test("a swipe strays half as far as it leads at most", arguments: [(30.0, true), (31, false)])
    func straying(distance: Double, isSwipe: Bool) {
        world.point(.down, Point(x: 10, y: 900), by: fingers)
        world.advance(100)
        world.begin()
        world.point(.up, Point(x: 70, y: 900 + distance), by: fingers)
        #expect(world.lines.contains("fingers up: swiped") == isSwipe)
    }

    @Test("two reports of a swipe activate its source once")
    func twoReports() {
        let panel = world.connect("panel", roles: [.input])
        world.point(.down, Point(x: 10, y: 900), by: fingers)
        world.point(.down, Point(x: 12, y: 900), by: panel)
        world.advance(100)
        world.begin()
        world.point(.up, Point(x: 100, y: 900), by: fingers)
        world.point(.up, Point(x: 101, y: 900), by: panel)
        world.expect(
            """
            mail gets activated boxes at 0
            fingers up: swiped
            panel up: swiped
            """)
    }

    @Test("the edge is that of the source's surface")
    func surfaceEdge() {
        let window = Rect(x: 200, y: 0, width: 600, height: 1280)
        world.tell(mail, .setSurface("window", display: nil, frame: window))
        let button = Rect(x: 8, y: 8, width: 160, height: 44)
        world.tell(mail, .setSource("boxes", rect: button, Place(surface: "window"), edge: .left))
        swipe(10, 100, by: fingers)
        world.expect("fingers up: none deliver")
        swipe(210, 300, by: fingers)
        world.expect("mail gets activated boxes at 100\nfingers up2: swiped")
    }

    @Test("a source without its edge, and one that is gone, are not activated")
    func noEdge() {
        world.source("boxes", Rect(x: 8, y: 8, width: 160, height: 44), by: mail)
        swipe(10, 100, by: fingers)
        world.expect("fingers up: none deliver")
    }

    @Test("a swipe back hides a popover, in it and beside it; a modal one stays")
    func back() {
        openPane()
        swipe(700, 600, by: fingers)
        world.expect("mail asked willClose p1 outside-tap save\nfingers up: dismissed p1")
        world.answer(mail)
        openPane { $0.isModal = true }
        swipe(700, 600, by: fingers)
        world.expect("fingers up2: none")
        swipe(10, 100, by: fingers)
        world.expect("fingers up3: none")
    }

    @Test("a popover of a source without an edge is not hidden by a swipe")
    func others() {
        world.open("menu", by: mail)
        swipe(700, 600, by: fingers)
        world.expect("fingers up: none")
    }
}
