// SPDX-License-Identifier: MIT

import PopoverScreens
import Testing

/// The popovers and alerts of a screen, as the daemon tells them.
final class Glass {
    var state = ScreenState()

    var scene: GlassScene { state.glass }

    @discardableResult
    func event(_ topic: String, _ data: String) -> ScreenState.Change? {
        state.apply(
            #"{"jsonrpc":"2.0","method":"event","params":{"topic":"\#(topic)","data":{"#
                + data + "}}}")
    }

    /// A client of this process; and what is on the screen.
    func begin(
        client: String = "c1", process: UInt32 = 7, popovers: String = "", alerts: String = ""
    ) {
        _ = state.apply(
            #"{"jsonrpc":"2.0","id":"windows","result":{"sequence":1,"snapshot":{"clients":[{"#
                + #""client":"\#(client)","pid":\#(process)}],"popovers":[\#(popovers)],"#
                + #""alerts":[\#(alerts)]}}}"#)
    }

    func open(_ popover: String, client: String = "c1") {
        event(
            "popover.opened", #""popover":"\#(popover)","client":"\#(client)","display":"main""#)
    }

    func close(_ popover: String, isHung: Bool = false) {
        let hung = isHung ? #","unresponsive":true"# : ""
        event("popover.closed", #""popover":"\#(popover)","client":"c1""# + hung)
    }

    func asked() -> Bool { state.glass.refreshLine() != nil }

    static func popover(_ id: String) -> GlassMark { GlassMark(.popover, id) }
    static func alert(_ id: String) -> GlassMark { GlassMark(.alert, id) }
    static let presented =
        #"{"alert":"a1","display":"main","state":"presented","client":"c9","renderer":"c1"}"#
}

@Suite("The popovers and alerts on a screen")
final class GlassSceneTests {
    private let glass = Glass()

    @Test("A mark is a title with a kind and an id")
    func marks() {
        #expect(GlassMark(title: "popover:p1") == Glass.popover("p1"))
        #expect(GlassMark(title: "alert:a12") == Glass.alert("a12"))
        for title in ["popover", "popover:", "panel:n1", "", ":p1", "Popover:p1"] {
            #expect(GlassMark(title: title) == nil)
        }
    }

    @Test("The scene of the subscription and events say what is shown, by which process")
    func shown() {
        glass.begin(popovers: #"{"popover":"p1","client":"c1","display":"wall"}"#)
        #expect(glass.scene.items == [item("p1", on: "wall")])
        glass.open("p2")
        #expect(glass.scene.isShown(Glass.popover("p2"), by: 7))
        #expect(!glass.scene.isShown(Glass.popover("p2"), by: 8))
        glass.close("p1")
        #expect(glass.scene.items == [item("p2", on: "main")])
        #expect(glass.scene.isClosed(Glass.popover("p1"), by: 7))
        #expect(!glass.scene.isClosed(Glass.popover("p1"), by: 8))
        #expect(!glass.asked())
    }

    private func item(_ popover: String, on display: String) -> GlassScene.Item {
        GlassScene.Item(mark: Glass.popover(popover), process: 7, display: display)
    }

    @Test("The process of a new client is asked for once")
    func newClient() {
        glass.begin()
        glass.open("p1", client: "c2")
        #expect(glass.scene.items.isEmpty)
        #expect(glass.asked())
        glass.open("p2", client: "c2")
        #expect(!glass.asked())
        glass.begin(
            client: "c2", process: 8, popovers: #"{"popover":"p1","client":"c2","display":"main"}"#)
        #expect(glass.scene.isShown(Glass.popover("p1"), by: 8))
        // What has changed meanwhile is asked for again.
        #expect(glass.asked())
        #expect(
            glass.state.apply(
                #"{"jsonrpc":"2.0","id":"windows","error":{"code":4,"message":"busy"}}"#)
                == .error("windows: busy"))
        glass.open("p3", client: "c3")
        #expect(glass.asked())
    }

    @Test("A popover that becomes a panel is not closed, nor one that only the scene lacks")
    func panels() {
        glass.begin()
        glass.open("p1")
        glass.open("p2")
        glass.event("popover.detached", #""popover":"p1","panel":"n1","client":"c1""#)
        glass.close("p1")
        #expect(!glass.scene.isClosed(Glass.popover("p1"), by: 7))
        glass.event("alert.presented", #""alert":"a1","display":"main""#)
        #expect(glass.asked())
        glass.begin()
        #expect(glass.scene.items.isEmpty)
        #expect(glass.scene.closed.isEmpty)
    }

    @Test("An alert belongs to its renderer, until it is answered or another one shows it")
    func alerts() {
        glass.begin()
        glass.event("alert.presented", #""alert":"a1","display":"main","client":"c9""#)
        #expect(glass.asked())
        glass.begin(alerts: Glass.presented)
        #expect(glass.scene.isShown(Glass.alert("a1"), by: 7))
        // Its renderer hangs, and the next shell has another process.
        glass.event("client.unresponsive", #""client":"c1""#)
        #expect(glass.asked())
        glass.begin(process: 8, alerts: Glass.presented)
        #expect(glass.scene.isClosed(Glass.alert("a1"), by: 7))
        #expect(glass.scene.isShown(Glass.alert("a1"), by: 8))
        glass.event("alert.answered", #""alert":"a1","display":"main""#)
        #expect(glass.scene.isClosed(Glass.alert("a1"), by: 8))
        #expect(glass.scene.items.isEmpty)
    }

    @Test("An alert that is presented again is not closed any more")
    func again() {
        glass.begin(alerts: Glass.presented)
        // A more severe one takes its place.
        glass.begin()
        #expect(glass.scene.isClosed(Glass.alert("a1"), by: 7))
        glass.event("alert.presented", #""alert":"a1","display":"main""#)
        #expect(!glass.scene.isClosed(Glass.alert("a1"), by: 7))
        glass.begin(alerts: Glass.presented)
        #expect(glass.scene.isShown(Glass.alert("a1"), by: 7))
    }

    @Test("So many closed ones are remembered, the latest")
    func closed() {
        glass.begin()
        for number in 1...65 {
            glass.open("p\(number)")
            glass.close("p\(number)", isHung: number == 65)
        }
        #expect(glass.scene.closed.count == 64)
        #expect(!glass.scene.isClosed(Glass.popover("p1"), by: 7))
        #expect(glass.scene.closed.last?.isHung == true)
        #expect(glass.scene.closed.first?.isHung == false)
    }

    @Test("Other events and a scene without popovers say nothing")
    func others() {
        #expect(glass.event("tap", #""display":"main""#) == nil)
        #expect(
            glass.state.apply(#"{"jsonrpc":"2.0","id":"windows","result":{"sequence":1}}"#) == nil)
        #expect(glass.event("popover.closed", #""popover":"p1""#) == .glass)
        #expect(glass.scene.items.isEmpty)
        #expect(glass.scene.closed.isEmpty)
    }

    @Test("The request names the topics")
    func request() {
        #expect(GlassScene.line.contains(#""method":"bus.subscribe""#))
        for topic in ["popover.opened", "popover.closed", "popover.detached", "alert.presented"] {
            #expect(GlassScene.line.contains("\"\(topic)\""))
        }
    }
}
