// SPDX-License-Identifier: MIT
public import PopoverModel

extension Scene {
    /// Reads the result of `status`, or the `snapshot` of a subscription; ignores members that this
    /// version does not know. Throws `badParameter` with the path of the first missing or wrong
    /// member, `unknownID` where an id is no such id.
    public init(decoding node: JSONNode) throws(RequestError) {
        let scene = Member(root: node)
        self.init()
        sequence = try scene.member("sequence").integer()
        displays = try scene.objects("displays", SceneDisplay.init(decoding:))
        popovers = try scene.objects("popovers", ScenePopover.init(decoding:))
        waiting = try scene.objects("waiting", SceneWaiting.init(decoding:))
        alerts = try scene.objects("alerts", SceneAlert.init(decoding:))
        panels = try scene.objects("panels", ScenePanel.init(decoding:))
        views = try scene.objects("views", SceneView.init(decoding:))
        surfaces = try scene.regions("surfaces", named: "surface")
        sources = try scene.regions("sources", named: "source")
        occluders = try scene.regions("occluders", named: "occluder")
        clients = try scene.objects("clients", SceneClient.init(decoding:))
        behaviors = try scene.strings("behaviors")
        plugins = try scene.objects("plugins", PluginState.init(decoding:))
        for (name, value) in try scene.member("counters").entries() {
            counters.append(SceneCounter(name: name, value: try value.integer()))
        }
        limits = try scene.optional("limits")?.list(SceneLimit.init(decoding:)) ?? []
        appearance = try Appearance(decoding: scene.member("appearance"))
        server = try SceneServer(decoding: scene)
    }
}

extension SceneServer {
    /// Nil in a snapshot, and from a daemon of an earlier version.
    fileprivate init?(decoding scene: Member) throws(RequestError) {
        guard let name = scene.optional("server") else { return nil }
        self.init(
            name: try name.string(),
            started: Instant(microseconds: try scene.member("started").integer()),
            uptime: .milliseconds(try scene.member("uptimeMs").integer()),
            socket: try scene.optional("socket")?.string(),
            configuration: try scene.optional("configuration")?.string(),
            state: try scene.optional("state")?.string())
    }
}

extension PluginState {
    /// Reads the result of `plugin.list`; throws `badParameter`, as a scene does.
    public static func list(decoding result: JSONNode) throws(RequestError) -> [PluginState] {
        try Member(root: result).objects("plugins", PluginState.init(decoding:))
    }

    init(decoding plugin: Member) throws(RequestError) {
        self.init(
            name: try plugin.member("name").string(), kind: try plugin.optional("kind")?.choice(),
            path: try plugin.member("path").string(),
            version: try plugin.optional("version")?.string(),
            state: try plugin.member("state").choice(),
            message: try plugin.optional("message")?.string(),
            behaviors: try plugin.strings("behaviors"),
            tier: try plugin.optional("tier")?.choice(),
            // A daemon of before does not tell it.
            hooks: try plugin.optional("hooks")?.list { hook throws(RequestError) -> Hook in
                try hook.choice()
            } ?? [])
        if let statistics = plugin.optional("statistics") {
            self.statistics = try PluginStatistics(decoding: statistics)
        }
        service = try plugin.optional("service").map { service throws(RequestError) in
            PluginService(
                state: try service.member("state").choice(),
                message: try service.optional("message")?.string(),
                time: try service.optional("time")?.instant())
        }
    }
}

extension PluginStatistics {
    fileprivate init(decoding statistics: Member) throws(RequestError) {
        self.init()
        questions = try statistics.member("questions").count()
        badVerdicts = try statistics.member("badVerdicts").count()
        slowAnswers = try statistics.member("slowAnswers").count()
        slowest = Interval(
            microseconds: try statistics.member("slowestUs").integer(from: 0))
        restarts = try statistics.member("restarts").count()
    }
}

extension DisplayFocus {
    init(decoding focus: Member) throws(RequestError) {
        self.init()
        client = try focus.optional("client")?.identifier()
        app = try focus.optional("app")?.string()
        pid = try focus.optional("pid")?.integer()
        target = FocusTarget(
            alert: try focus.optional("alert")?.identifier(),
            popover: try focus.optional("popover")?.identifier(),
            view: try focus.optional("view")?.identifier(),
            source: try focus.optional("source")?.string())
        rect = try focus.optional("rect")?.rect()
        hasRing = try focus.member("ring").flag()
        isForeign = try focus.member("foreign").flag()
    }
}

extension Control {
    /// Nil for a source that has said no more than where it is.
    fileprivate init?(decoding source: Member) throws(RequestError) {
        self.init(
            label: try source.optional("label")?.string(),
            help: try source.optional("help")?.string(),
            role: try source.optional("role")?.choice() ?? .button,
            isDisabled: try source.optional("disabled")?.flag() ?? false,
            isPrivate: try source.optional("private")?.flag() ?? false)
        if self == Control() { return nil }
    }
}

extension Appearance {
    init(decoding appearance: Member) throws(RequestError) {
        self.init()
        arrowLength = try appearance.extent("arrowLength")
        arrowWidth = try appearance.extent("arrowWidth")
        cornerRadius = try appearance.extent("cornerRadius")
        margin = try appearance.extent("margin")
        material = try appearance.optional("material")?.choice() ?? material
        contrast = try appearance.optional("contrast")?.choice() ?? contrast
        reducesMotion = try appearance.optional("reducedMotion")?.flag() ?? reducesMotion
        scrim = try appearance.optional("scrim")?.extent() ?? scrim
    }
}

extension Presentation {
    init(decoding object: Member) throws(RequestError) {
        let presentation = try object.member("presentation")
        let frame = try object.member("frame").rect()
        let scrolls = try object.member("scrolls").flag()
        switch try presentation.string() {
        case "popover":
            self = .popover(
                frame: frame, side: try object.member("side").choice(),
                arrow: try object.member("arrow").point(), scrolls: scrolls)
        case "sheet":
            self = .sheet(
                frame: frame, scrolls: scrolls,
                needsCloseButton: try object.optional("closeButton")?.flag() ?? false)
        default: throw presentation.wrong("popover or sheet")
        }
    }
}

extension Member {
    fileprivate func count() throws(RequestError) -> UInt64 { UInt64(try integer(from: 0)) }

    fileprivate func objects<Element>(
        _ name: JSONName, _ read: (Member) throws(RequestError) -> Element
    ) throws(RequestError) -> [Element] {
        try member(name).list(read)
    }

    fileprivate func strings(_ name: JSONName) throws(RequestError) -> [String] {
        try member(name).list { element throws(RequestError) in try element.string() }
    }

    fileprivate func regions(
        _ name: JSONName, named kind: JSONName
    ) throws(RequestError) -> [SceneRegion] {
        try member(name).list { region throws(RequestError) in
            SceneRegion(
                name: try region.member(kind).string(),
                client: try region.member("client").identifier(),
                app: try region.member("app").string(),
                display: try region.member("display").string(),
                rect: try region.member("rect").rect(),
                control: try Control(decoding: region))
        }
    }
}
