// SPDX-License-Identifier: MIT

import PopoverModel
import PopoverScreens
import Testing

@testable import PopoverStage

/// A stage with one output of 1000 x 700, and a daemon that says what a test wants.
struct StageFixture {
    static let shop: UInt32 = 100
    static let cafe: UInt32 = 200
    /// A program that is no client.
    static let guest: UInt32 = 400
    /// Of every process: its user, and when it started.
    static let user: UInt32 = 1000
    static let start: UInt64 = 7

    var stage: Stage
    var now: Int64 = 10_000_000
    /// The latest picture.
    var picture = Picture()

    /// Every line for the daemon.
    var sent: [String] = []

    init(
        connected: Bool = true, drawsAlerts: Bool = false, blanksAfter: Int = 0,
        processStart: @escaping (UInt32) -> UInt64 = { _ in start }
    ) throws {
        stage = Stage(
            names: try OutputNames(entries: []), drawsAlerts: drawsAlerts, blanksAfter: blanksAfter,
            processStart: processStart)
        handle(
            .outputs([
                StageOutput(
                    id: 1, name: "HEADLESS-1", place: Rect(x: 0, y: 0, width: 1000, height: 700),
                    scale: 1)
            ]))
        if connected { connect() }
    }

    /// With outputs that begin there, of the same size.
    init(outputs: [(name: String, x: Double)], names: OutputNames) {
        stage = Stage(names: names)
        handle(
            .outputs(
                outputs.enumerated().map { index, output in
                    StageOutput(
                        id: UInt32(index + 1), name: output.name,
                        place: Rect(x: output.x, y: 0, width: 1000, height: 700), scale: 1)
                }))
    }

    @discardableResult
    mutating func handle(_ event: StageEvent) -> [StageOrder] {
        let orders = stage.handle(event, at: now)
        for case .show(let shown) in orders { picture = shown }
        for case .send(let line) in orders { sent.append(line) }
        return orders
    }

    @discardableResult
    mutating func handle(_ input: StageInput) -> [StageOrder] { handle(.input(input)) }

    /// The output is upright now.
    mutating func rotate() {
        handle(
            .outputs([
                StageOutput(
                    id: 1, name: "HEADLESS-1", place: Rect(x: 0, y: 0, width: 700, height: 1000),
                    scale: 1)
            ]))
    }

    /// Handles a line of the daemon's.
    @discardableResult
    mutating func told(_ line: String) -> [StageOrder] { handle(.line(line)) }

    mutating func connect() {
        handle(.connected)
        told(
            #"{"jsonrpc":"2.0","id":"hello","result":{"displays":[{"display":"main","width":1000,"#
                + #""height":700,"scale":1}]}}"#)
        told(
            #"{"jsonrpc":"2.0","id":"scene","result":{"sequence":1,"snapshot":{"#
                + Self.members([]) + "}}}")
    }

    /// The daemon's scene changes.
    /// - Parameter client: one more, of a guest.
    @discardableResult
    mutating func scene(_ members: String..., client: String? = nil) -> [StageOrder] {
        told(Self.event("popover.opened", "{}"))
        return answerScene(members, client: client)
    }

    /// The daemon answers what the stage has asked for.
    @discardableResult
    mutating func answerScene(_ members: [String] = [], client: String? = nil) -> [StageOrder] {
        told(
            #"{"jsonrpc":"2.0","id":"scene","result":{"#
                + Self.members(members, and: client) + "}}")
    }

    static func event(_ topic: String, _ data: String) -> String {
        #"{"jsonrpc":"2.0","method":"event","params":{"topic":"\#(topic)","data":\#(data)}}"#
    }

    private static func members(_ members: [String], and client: String? = nil) -> String {
        let more = client.map { #",{"client":"\#($0)","uid":1000,"pid":\#(guest)}"# } ?? ""
        let clients =
            #""clients":[{"client":"c1","uid":1000,"pid":100},{"client":"c2","uid":1000,"pid":200}"#
            + more + "],"
            + #""displays":[{"display":"main","width":1000,"height":700,"scale":1}],"#
            + #""appearance":{"scrim":0.3,"cornerRadius":3,"arrowLength":4,"arrowWidth":5}"#
        return ([clients] + members).joined(separator: ",")
    }

    static func popover(
        _ id: String = "p1", of client: String = "c1", modal: Bool = false,
        isClosing: Bool = false
    ) -> String {
        #""popovers":[{"popover":"\#(id)","client":"\#(client)","display":"main","side":"bottom","#
            + #""state":"\#(isClosing ? "closing" : "visible")","#
            + #""frame":{"x":340,"y":96,"width":320,"height":200},"arrow":{"x":500,"y":84},"#
            + #""modal":\#(modal)}]"#
    }

    static let alert =
        #""alerts":[{"alert":"a1","state":"presented","renderer":"c2","display":"main","#
        + #""frame":{"x":340,"y":270,"width":320,"height":160}}]"#
    /// The daemon's request to show that alert.
    static let presenting =
        #"{"jsonrpc":"2.0","id":"r7","method":"alert.present","params":{"alert":"a1","#
        + #""title":"Fire","severity":"critical","buttons":[{"id":"ok","label":"OK"}],"#
        + #""frame":{"x":340,"y":270,"width":320,"height":160}}}"#

    @discardableResult
    mutating func show(
        _ id: UInt32, of process: UInt32 = shop, title: String = "app",
        kind: StageWindow.Kind = .toplevel, parent: UInt32? = nil,
        isMapped: Bool = true, size: Size = Size(width: 300, height: 200),
        region: StageWindow.Region? = nil, user: UInt32 = user, startedAt: UInt64 = start,
        mayBeKeyboard: Bool = true, anchor: Rect? = nil, grabs: Bool = true
    ) -> [StageOrder] {
        var window = StageWindow(
            id: id, kind: kind,
            owner: StageProcess(number: process, user: user, startedAt: startedAt),
            mayBeKeyboard: mayBeKeyboard, parent: parent, title: title, isMapped: isMapped,
            size: size, region: region)
        window.grabs = grabs
        window.anchor = anchor
        return handle(.windowChanged(window))
    }

    /// A keyboard at the bottom, 200 points high.
    static let keyboard = StageWindow.Kind.layer(
        LayerRequest(
            layer: .top, anchor: [.bottom, .left, .right], exclusiveZone: 200,
            margins: Insets(top: 0, left: 0, bottom: 0, right: 0),
            size: Size(width: 0, height: 200)))

    func level(_ window: UInt32) -> Picture.Level? {
        picture.windows.first { $0.window == window }?.level
    }

    func place(_ window: UInt32) -> Rect? {
        picture.windows.first { $0.window == window }?.place
    }

    func clip(_ window: UInt32) -> Rect? {
        picture.windows.first { $0.window == window }?.clip
    }

    static let appearance = {
        var appearance = Appearance()
        appearance.cornerRadius = 3
        appearance.arrowLength = 4
        appearance.arrowWidth = 5
        appearance.scrim = 0.3
        return appearance
    }()

    static let frame = Rect(x: 340, y: 96, width: 320, height: 200)
}

/// The id of the first request of a method among these orders; nil: there is none.
func requestIfAny(_ method: String, in orders: [StageOrder]) -> String? {
    for case .send(let line) in orders where line.contains(#""method":"\#(method)""#) {
        return line.split(separator: #""id":""#).last?.split(separator: "\"").first.map(String.init)
    }
    return nil
}

func request(_ method: String, in orders: [StageOrder]) throws -> String {
    try #require(requestIfAny(method, in: orders))
}
