// SPDX-License-Identifier: MIT
internal import PopoverModel

/// Reads the parameters of every method: one function for each that has any. Throws the first
/// member that is missing or wrong; names that the daemon gave out are checked last, so that a
/// wrong member is reported before an unknown id.
struct RequestDecoder {
    let limits: Limits
    let timing: Timing

    /// - Parameter params: an object, the members of which are read; others are ignored.
    func decode(_ method: Method, _ params: Member) throws(RequestError) -> Request {
        switch method {
        case .hello: .hello(try hello(params))
        case .setSurface: try setSurface(params)
        case .removeSurface: .removeSurface(try params.member("surface").name(limits))
        case .setSource: try setSource(params)
        case .removeSource: .removeSource(try params.member("source").name(limits))
        case .setOccluder: try setOccluder(params)
        case .removeOccluder: .removeOccluder(try params.member("occluder").name(limits))
        case .open: .open(try open(params))
        case .update: try update(params)
        case .choose: try choose(params)
        case .close: try close(params)
        case .detach: try detach(params)
        case .closePanel: .closePanel(try params.member("panel").identifier())
        case .presentView: .presentView(try presentView(params))
        case .closeView: .closeView(try params.member("view").identifier())
        case .saveDraft: try saveDraft(params)
        case .loadDraft: .loadDraft(key: try params.member("key").name(limits))
        case .listDrafts: .listDrafts
        case .discardDraft: .discardDraft(key: try params.member("key").name(limits))
        case .raiseAlert: .raiseAlert(try raiseAlert(params))
        case .answerAlert: try answerAlert(params)
        case .cancelAlert: .cancelAlert(try params.member("alert").identifier())
        case .cancelRequest: .cancelRequest(try request(params.member("request")))
        case .tap: .tap(try tap(params))
        case .pointer: .pointer(try pointer(params))
        case .key: try key(params)
        case .subscribe: try subscribe(params)
        case .unsubscribe: .unsubscribe(topics: try params.member("topics").topics(limits))
        case .publish: try publish(params)
        case .setDisplay: .setDisplay(try specification(params))
        case .removeDisplay: .removeDisplay(try params.member("display").display())
        case .status: .status
        case .readMetrics: .readMetrics
        case .explain: try explain(params)
        case .dismiss: try dismiss(params)
        case .endSession: .endSession(display: try params.optional("display")?.display())
        case .lockSession: .lockSession(display: try params.optional("display")?.display())
        case .unlockSession: .unlockSession(display: try params.optional("display")?.display())
        case .listPlugins: .administer(.listPlugins)
        case .loadPlugin: .administer(.loadPlugin(try plugin(params)))
        case .unloadPlugin:
            .administer(.unloadPlugin(try params.member("name").name(limits)))
        case .reloadPlugin:
            .administer(.reloadPlugin(try params.member("name").name(limits)))
        case .clearPlugin:
            .administer(.clearPlugin(try params.member("name").name(limits)))
        case .reloadConfiguration: .administer(.reloadConfiguration)
        case .setLogLevel: .administer(.setLogLevel(try params.member("level").choice()))
        case .startRecording:
            .administer(.startRecording(path: try params.optional("path")?.filledText(limits)))
        case .stopRecording: .administer(.stopRecording)
        case .dumpRecording:
            .administer(.dumpRecording(path: try params.optional("path")?.filledText(limits)))
        case .listRecordings: .administer(.listRecordings)
        case .shutdown: .shutdown
        }
    }

    func place(_ params: Member) throws(RequestError) -> Place {
        Place(
            display: try params.optional("display")?.display(),
            surface: try params.optional("surface")?.name(limits))
    }

    // MARK: Clients, surfaces, sources and occluders

    private func hello(_ params: Member) throws(RequestError) -> Hello {
        let version = try params.member("protocol").integer()
        // Other members of another version's hello are not checked.
        guard version == ProtocolVersion.current else {
            return Hello(protocolVersion: version, app: "", roles: [])
        }
        let app = try params.member("app").app()
        guard let roles = params.optional("roles") else {
            return Hello(protocolVersion: version, app: app)
        }
        let list = try roles.list { element throws(RequestError) -> Role in try element.choice() }
        guard !list.isEmpty else { throw roles.wrong("at least one role") }
        return Hello(protocolVersion: version, app: app, roles: Set(list))
    }

    private func setSurface(_ params: Member) throws(RequestError) -> Request {
        .setSurface(
            try params.member("surface").name(limits),
            display: try params.optional("display")?.display(),
            frame: try params.member("frame").rect())
    }

    private func setSource(_ params: Member) throws(RequestError) -> Request {
        .setSource(
            try params.member("source").name(limits), rect: try params.member("rect").rect(),
            try place(params))
    }

    private func setOccluder(_ params: Member) throws(RequestError) -> Request {
        .setOccluder(
            try params.member("occluder").name(limits), rect: try params.member("rect").rect(),
            display: try params.optional("display")?.display())
    }

    private func specification(_ params: Member) throws(RequestError) -> DisplaySpecification {
        var specification = DisplaySpecification(
            name: try params.member("display").display(), size: try params.size())
        if params.optional("scale") != nil { specification.scale = try params.positive("scale") }
        if let insets = params.optional("insets") { specification.insets = try insets.insets() }
        if let idiom = params.optional("idiom") { specification.idiom = try idiom.choice() }
        if let translucency = params.optional("translucency") {
            specification.hasTranslucency = try translucency.flag()
        }
        if let contrast = params.optional("contrast") {
            specification.contrast = try contrast.choice()
        }
        if let reducedMotion = params.optional("reducedMotion") {
            specification.reducesMotion = try reducedMotion.flag()
        }
        return specification
    }

    // MARK: Drafts

    private func saveDraft(_ params: Member) throws(RequestError) -> Request {
        .saveDraft(
            key: try params.member("key").name(limits),
            content: try params.any("content").anyJSON(limits),
            revision: try params.optional("revision")?.integer(from: 0),
            sync: try params.optional("sync")?.flag() ?? false)
    }

    // MARK: Taps

    private func tap(_ params: Member) throws(RequestError) -> TapReport {
        TapReport(
            point: try params.point(), place: try place(params),
            time: try params.optional("time")?.instant(),
            pointer: try params.optional("pointer")?.integer() ?? 0,
            wasSwallowed: try params.optional("swallowed")?.flag() ?? false)
    }

    private func pointer(_ params: Member) throws(RequestError) -> PointerReport {
        var report = PointerReport(
            phase: try params.member("phase").choice(), report: try tap(params))
        if let kind = params.optional("kind") { report.kind = try kind.choice() }
        if let button = params.optional("button") { report.button = try button.choice() }
        return report
    }

    private func key(_ params: Member) throws(RequestError) -> Request {
        .key(
            try params.member("key").name(limits),
            display: try params.optional("display")?.display(),
            time: try params.optional("time")?.instant(),
            isComposing: try params.optional("composing")?.flag() ?? false)
    }

    // MARK: The bus

    private func subscribe(_ params: Member) throws(RequestError) -> Request {
        .subscribe(
            topics: try params.member("topics").topics(limits),
            since: try params.optional("since")?.integer(from: 0))
    }

    private func publish(_ params: Member) throws(RequestError) -> Request {
        let member = try params.member("topic")
        let topic = try member.name(limits)
        let prefix = "app."
        guard topic.hasPrefix(prefix), topic != prefix else {
            throw member.wrong("\(prefix) and more")
        }
        return .publish(topic: topic, data: try params.any("data").anyJSON(limits))
    }

    // MARK: Administration

    private func explain(_ params: Member) throws(RequestError) -> Request {
        let most = Decision.journal
        var limit = Decision.usuallyTold
        if let member = params.optional("limit") {
            let count = try member.integer()
            guard (1...Int64(most)).contains(count) else { throw member.wrong("1 to \(most)") }
            limit = Int(count)
        }
        return .explain(popover: try params.optional("popover")?.identifier(), limit: limit)
    }

    private func dismiss(_ params: Member) throws(RequestError) -> Request {
        let discard = try params.optional("discard")?.flag() ?? false
        let display = try params.optional("display")?.display()
        if let popover = params.optional("popover") {
            return .dismiss(.popover(try popover.identifier()), discard: discard)
        }
        guard let display else { throw params.missing("popover") }
        return .dismiss(.display(display), discard: discard)
    }

    /// A plugin that may not be known yet, by its path or its name.
    private func plugin(_ params: Member) throws(RequestError) -> String {
        let path = try params.optional("path")?.filledText(limits)
        let name = try params.optional("name")?.name(limits)
        guard let plugin = path ?? name else { throw params.missing("path") }
        return plugin
    }

    /// The id of another request; an impossible one is as unknown as one that is answered.
    private func request(_ member: Member) throws(RequestError) -> RequestID {
        switch member.node.kind {
        case .string, .number:
            guard let id = RequestID(member.node) else {
                let text = member.node.string ?? member.node.numberText ?? ""
                throw RequestError.unknown("request", RequestError.echo(text))
            }
            return id
        case .null, .bool, .array, .object: throw member.wrong("a string or a number")
        }
    }
}
