// SPDX-License-Identifier: MIT

package import PopoverModel
package import PopoverWire

/// The displays that the daemon has described to a plugin, and which of them to shield.
package struct ScreenState {
    package enum Change: Hashable, Sendable {
        /// The daemon has listed its displays; none can be set before.
        case welcome
        case displayChanged
        case displayRemoved(String)
        case shields
        case focus
        /// The popovers and alerts on the screen.
        case glass
        /// A step of a scan was answered.
        case scanned(SwitchScan.Answer)
        case scanRefused(String)
        /// The daemon has refused a request; a line for the log.
        case error(String)
    }

    package var displays = KnownDisplays()
    package private(set) var shields = Shields()
    package private(set) var focuses = ScreenFocuses()
    package var glass = GlassScene()
    /// Whether the daemon has told which displays to shield: it answers the subscription after that.
    package private(set) var isCurrent = false
    private let reader = JSONReader()

    package init() {}

    /// Applies a line of the daemon's; nil: it does not concern a screen.
    package mutating func apply(_ line: String) -> Change? {
        apply(ServerMessage(line, reader: reader))
    }

    /// Applies a message of the daemon's; nil: it does not concern a screen.
    package mutating func apply(_ message: ServerMessage?) -> Change? {
        switch message {
        case .notification("shield", let params): applyShield(params)
        case .notification("display.changed", let params): applyDisplay(params)
        case .notification("event", let params): applyEvent(params)
        case .response(ScreenFocuses.subscription, let result): applyScene(result)
        case .response(GlassScene.subscription, let result): applyGlass(result)
        case .response(NavigationStep.scan, let result): .scanned(SwitchScan.Answer(result))
        case .response(_, let result): applyWelcome(result)
        case .error(NavigationStep.scan, let error): .scanRefused(error.message)
        case .error(let request, let error): refuse(request, error)
        case .notification, nil: nil
        }
    }

    private mutating func applyShield(_ params: JSONNode?) -> Change? {
        guard let display = params?.member("display")?.string,
            let isOn = params?.member("on")?.bool
        else { return nil }
        let holes = params?.member("except")?.elements.map { $0.compactMap(Rect.init) } ?? []
        shields.set(display, except: isOn ? holes : nil)
        return .shields
    }

    private mutating func applyDisplay(_ params: JSONNode?) -> Change? {
        if params?.member("removed")?.bool == true {
            guard let name = params?.member("display")?.string else { return nil }
            displays.remove(name)
            focuses.remove(name)
            return .displayRemoved(name)
        }
        guard let display = params.flatMap(ScreenDisplay.init) else { return nil }
        displays.update(display)
        return .displayChanged
    }

    private mutating func applyEvent(_ params: JSONNode?) -> Change? {
        guard let topic = params?.member("topic")?.string, let data = params?.member("data") else {
            return nil
        }
        return apply(topic: topic, data)
    }

    /// Applies an event; nil: it does not concern a screen.
    package mutating func apply(topic: String, _ data: JSONNode) -> Change? {
        if glass.apply(topic: topic, data) { return .glass }
        guard topic == ScreenFocuses.topic, let display = data.member("display")?.string else {
            return nil
        }
        focuses.set(ScreenFocus(data), of: display)
        return .focus
    }

    private mutating func applyScene(_ result: JSONNode) -> Change? {
        isCurrent = true
        guard let scene = result.member("snapshot"),
            let displays = scene.member("displays")?.elements
        else { return nil }
        for display in displays {
            guard let name = display.member("display")?.string else { continue }
            focuses.set(display.member("focus").map(ScreenFocus.init) ?? ScreenFocus(), of: name)
        }
        return .focus
    }

    private mutating func applyGlass(_ result: JSONNode) -> Change? {
        guard let scene = result.member("snapshot") else { return nil }
        glass.apply(scene: scene)
        return .glass
    }

    private mutating func refuse(_ request: String?, _ error: ResponseError) -> Change {
        if request == GlassScene.subscription { glass.refused() }
        if request == ScreenFocuses.subscription { isCurrent = true }
        return .error("\(request ?? ""): \(error.message)")
    }

    private mutating func applyWelcome(_ result: JSONNode) -> Change? {
        guard let known = result.member("displays")?.elements else { return nil }
        displays.reset(to: known.compactMap(ScreenDisplay.init))
        return .welcome
    }
}

extension SwitchScan.Answer {
    fileprivate init(_ result: JSONNode) {
        let isMoved = result.member("outcome")?.string == "moved"
        guard isMoved, let client = result.member("client")?.string,
            let source = result.member("source")?.string
        else {
            self.init(source: nil)
            return
        }
        self.init(source: SwitchScan.Source(client: client, source: source))
    }
}

extension Rect {
    package init?(_ node: JSONNode) {
        guard let x = node.member("x")?.double, let y = node.member("y")?.double,
            let width = node.member("width")?.double, let height = node.member("height")?.double
        else { return nil }
        self.init(x: x, y: y, width: width, height: height)
    }
}
