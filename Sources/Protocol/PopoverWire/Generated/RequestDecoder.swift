// SPDX-License-Identifier: MIT
// swift-format-ignore-file
// Written by protocol/generate from protocol/*.toml; changes here are lost.

internal import PopoverModel

/// Reads the parameters of every method. Throws the first member that is missing or wrong;
/// names that the daemon gave out are checked last, so that a wrong member is reported
/// before an unknown id.
struct RequestDecoder {
    let limits: Limits
    let timing: Timing

    /// - Parameter params: an object, the members of which are read; others are ignored.
    func decode(_ method: Method, _ params: Member) throws(RequestError) -> Request {
        switch method {
        case .hello:
            return .hello(try self.hello(params))
        case .setSurface:
            let surface: String = try params.member("surface").name(limits)
            let display: String? = try params.optional("display")?.display()
            let frame: Rect = try params.member("frame").rect()
            return .setSurface(surface, display: display, frame: frame)
        case .removeSurface:
            let surface: String = try params.member("surface").name(limits)
            return .removeSurface(surface)
        case .setSource:
            let source: String = try params.member("source").name(limits)
            let rect: Rect = try params.member("rect").rect()
            let place = try self.place(params)
            let edge: PreferredSide? = try params.optional("edge")?.choice()
            let control = try self.control(params)
            return .setSource(source, rect: rect, place, edge: edge, control)
        case .removeSource:
            let source: String = try params.member("source").name(limits)
            return .removeSource(source)
        case .setOccluder:
            let occluder: String = try params.member("occluder").name(limits)
            let rect: Rect = try params.member("rect").rect()
            let display: String? = try params.optional("display")?.display()
            return .setOccluder(occluder, rect: rect, display: display)
        case .removeOccluder:
            let occluder: String = try params.member("occluder").name(limits)
            return .removeOccluder(occluder)
        case .open:
            let open = try self.openRequest(params)
            return .open(open)
        case .update:
            let changes = try self.popoverChanges(params)
            let popover: PopoverID = try params.member("popover").identifier()
            return .update(popover, changes)
        case .choose:
            let choice: JSONText = try params.any("choice").anyJSON(limits)
            let label: String? = try params.optional("label")?.text(limits)
            let popover: PopoverID = try params.member("popover").identifier()
            return .choose(popover, choice: choice, label: label)
        case .close:
            let outcome: CloseOutcome = try params.member("outcome").choice()
            let popover: PopoverID = try params.member("popover").identifier()
            return .close(popover, outcome: outcome)
        case .detach:
            let frame: Rect? = try params.optional("frame")?.rect()
            let popover: PopoverID = try params.member("popover").identifier()
            return .detach(popover, frame: frame)
        case .setPanel:
            let frame: Rect = try params.member("frame").rect()
            let panel: PanelID = try params.member("panel").identifier()
            return .setPanel(panel, frame: frame)
        case .raisePanel:
            let panel: PanelID = try params.member("panel").identifier()
            return .raisePanel(panel)
        case .closePanel:
            let outcome: CloseOutcome? = try params.optional("outcome")?.choice()
            let panel: PanelID = try params.member("panel").identifier()
            return .closePanel(panel, outcome: outcome)
        case .presentView:
            let viewRequest = try self.viewRequest(params)
            return .presentView(viewRequest)
        case .closeView:
            let view: ViewID = try params.member("view").identifier()
            return .closeView(view)
        case .saveDraft:
            let key: String = try params.member("key").name(limits)
            let content: JSONText = try params.any("content").anyJSON(limits)
            let revision: Int64? = try params.optional("revision")?.integer(from: 0)
            let sync: Bool = try params.optional("sync")?.flag() ?? false
            let session: SessionID? = try params.optional("session")?.identifier()
            return .saveDraft(key: key, content: content, revision: revision, sync: sync, session: session)
        case .loadDraft:
            let key: String = try params.member("key").name(limits)
            let session: SessionID? = try params.optional("session")?.identifier()
            return .loadDraft(key: key, session: session)
        case .listDrafts:
            return .listDrafts
        case .discardDraft:
            let key: String = try params.member("key").name(limits)
            let session: SessionID? = try params.optional("session")?.identifier()
            return .discardDraft(key: key, session: session)
        case .raiseAlert:
            let alertRequest = try self.alertRequest(params)
            return .raiseAlert(alertRequest)
        case .answerAlert:
            let button: String = try params.member("button").name(limits)
            let alert: AlertID = try params.member("alert").identifier()
            return .answerAlert(alert, button: button)
        case .cancelAlert:
            let alert: AlertID = try params.member("alert").identifier()
            return .cancelAlert(alert)
        case .cancelRequest:
            let request: RequestID = try params.member("request").requestID()
            return .cancelRequest(request)
        case .tap:
            let tapReport = try self.tapReport(params)
            return .tap(tapReport)
        case .pointer:
            let pointerReport = try self.pointerReport(params)
            return .pointer(pointerReport)
        case .key:
            let key: String = try params.member("key").name(limits)
            let display: String? = try params.optional("display")?.display()
            let time: Instant? = try params.optional("time")?.instant()
            let isComposing: Bool = try params.optional("composing")?.flag() ?? false
            return .key(key, display: display, time: time, isComposing: isComposing)
        case .navigate:
            let step: Step = try params.member("step").choice()
            let display: String? = try params.optional("display")?.display()
            let time: Instant? = try params.optional("time")?.instant()
            return .navigate(step, display: display, time: time)
        case .activateSource:
            let source: String = try params.member("source").name(limits)
            let owner: ClientID = try params.member("client").identifier()
            return .activateSource(owner: owner, source: source)
        case .subscribe:
            let topics: [String] = try params.member("topics").topics(limits)
            let since: Int64? = try params.optional("since")?.integer(from: 0)
            return .subscribe(topics: topics, since: since)
        case .unsubscribe:
            let topics: [String] = try params.member("topics").topics(limits)
            return .unsubscribe(topics: topics)
        case .publish:
            let topic: String = try params.member("topic").appTopic(limits)
            let data: JSONText = try params.any("data").anyJSON(limits)
            return .publish(topic: topic, data: data)
        case .setDisplay:
            let displaySpecification = try self.displaySpecification(params)
            return .setDisplay(displaySpecification)
        case .updateDisplay:
            let display: String = try params.member("display").display()
            let changes = try self.displayChanges(params)
            return .updateDisplay(display, changes)
        case .removeDisplay:
            let display: String = try params.member("display").display()
            return .removeDisplay(display)
        case .setSession:
            let display: String? = try params.optional("display")?.display()
            let personalSettings = try self.personalSettings(params)
            return .setSession(display: display, personalSettings)
        case .discover:
            return .discover
        case .status:
            return .status
        case .explain:
            let limit: Int = try params.optional("limit")?.integer(in: 1...256) ?? 32
            let popover: PopoverID? = try params.optional("popover")?.identifier()
            return .explain(popover: popover, limit: limit)
        case .dismiss:
            let discard: Bool = try params.optional("discard")?.flag() ?? false
            let display: String? = try params.optional("display")?.display()
            let popover: PopoverID? = try params.optional("popover")?.identifier()
            if popover == nil, display == nil { throw params.missing("popover") }
            return .dismiss(popover: popover, discard: discard, display: display)
        case .endSession:
            let display: String? = try params.optional("display")?.display()
            return .endSession(display: display)
        case .lockSession:
            let display: String? = try params.optional("display")?.display()
            return .lockSession(display: display)
        case .unlockSession:
            let display: String? = try params.optional("display")?.display()
            return .unlockSession(display: display)
        case .listPlugins:
            return .administer(.listPlugins)
        case .loadPlugin:
            let path: String? = try params.optional("path")?.filledText(limits)
            let name: String? = try params.optional("name")?.name(limits)
            if path == nil, name == nil { throw params.missing("path") }
            return .administer(.loadPlugin(path: path, name: name))
        case .unloadPlugin:
            let name: String = try params.member("name").name(limits)
            return .administer(.unloadPlugin(name))
        case .reloadPlugin:
            let name: String = try params.member("name").name(limits)
            return .administer(.reloadPlugin(name))
        case .clearPlugin:
            let name: String = try params.member("name").name(limits)
            return .administer(.clearPlugin(name))
        case .reloadConfiguration:
            return .administer(.reloadConfiguration)
        case .readMetrics:
            return .readMetrics
        case .setLogLevel:
            let level: LogLevel = try params.member("level").choice()
            return .administer(.setLogLevel(level))
        case .startRecording:
            let path: String? = try params.optional("path")?.filledText(limits)
            return .administer(.startRecording(path: path))
        case .stopRecording:
            return .administer(.stopRecording)
        case .dumpRecording:
            let path: String? = try params.optional("path")?.filledText(limits)
            return .administer(.dumpRecording(path: path))
        case .listRecordings:
            return .administer(.listRecordings)
        case .shutdown:
            return .shutdown
        }
    }

    func place(_ params: Member) throws(RequestError) -> Place {
        let display: String? = try params.optional("display")?.display()
        let surface: String? = try params.optional("surface")?.name(limits)
        return Place(display: display, surface: surface)
    }

    func control(_ params: Member) throws(RequestError) -> Control {
        let label: String? = try params.optional("label")?.text(limits)
        let help: String? = try params.optional("help")?.text(limits)
        let role: Control.Role = try params.optional("role")?.choice() ?? .button
        let isDisabled: Bool = try params.optional("disabled")?.flag() ?? false
        let isPrivate: Bool = try params.optional("private")?.flag() ?? false
        return Control(label: label, help: help, role: role, isDisabled: isDisabled, isPrivate: isPrivate)
    }

    func openRequest(_ params: Member) throws(RequestError) -> OpenRequest {
        let behavior: String = try params.optional("behavior")?.name(limits) ?? "inspector"
        let size: Size = try params.member("size").size()
        let place = try self.place(params)
        let source: String? = try params.optional("source")?.name(limits)
        let anchor: Rect? = try params.optional("anchor")?.rect()
        let sides: [PreferredSide]? = try params.optional("sides")?.sides()
        let align: Alignment = try params.optional("align")?.choice() ?? .center
        let gap: Double = try params.optional("gap")?.extent() ?? 0
        let within: Bounds = try params.optional("within")?.choice() ?? .display
        let avoid: [Rect] = try params.optional("avoid")?.rects(limits) ?? []
        let passthrough: [Rect] = try params.optional("passthrough")?.rects(limits) ?? []
        let minimum: Size? = try params.optional("minimum")?.size()
        let key: String? = try params.optional("key")?.name(limits)
        let isModal: Bool = try params.optional("modal")?.flag() ?? false
        let title: String? = try params.optional("title")?.text(limits)
        let help: String? = try params.optional("help")?.text(limits)
        let buttons: [Button] = try params.optional("buttons")?.popoverButtons(limits) ?? []
        let severity: Severity? = try params.optional("severity")?.choice()
        let expands: Bool = try params.optional("expands")?.flag() ?? false
        let hit: [Rect] = try params.optional("hit")?.rects(limits) ?? []
        let appearance: DeclaredAppearance? = try params.optional("appearance")?.declaredAppearance()
        let isPrivate: Bool = try params.optional("private")?.flag() ?? false
        let wait: Interval? = try params.optional("waitMs")?.interval(most: timing.maximumWait)
        let gesture: GestureID? = try params.optional("gesture")?.identifier()
        let session: SessionID? = try params.optional("session")?.identifier()
        return OpenRequest(behavior: behavior, size: size, place: place, source: source, anchor: anchor, sides: sides, align: align, gap: gap, within: within, avoid: avoid, passthrough: passthrough, minimum: minimum, key: key, isModal: isModal, title: title, help: help, buttons: buttons, severity: severity, expands: expands, hit: hit, appearance: appearance, isPrivate: isPrivate, gesture: gesture, session: session, wait: wait)
    }

    func popoverChanges(_ params: Member) throws(RequestError) -> PopoverChanges {
        let size: Size? = try params.optional("size")?.size()
        let anchor: Rect? = try params.optional("anchor")?.rect()
        let sides: [PreferredSide]? = try params.optional("sides")?.sides()
        let align: Alignment? = try params.optional("align")?.choice()
        let gap: Double? = try params.optional("gap")?.extent()
        let within: Bounds? = try params.optional("within")?.choice()
        let avoid: [Rect]? = try params.optional("avoid")?.rects(limits)
        let passthrough: [Rect]? = try params.optional("passthrough")?.rects(limits)
        let hit: [Rect]? = try params.optional("hit")?.rects(limits)
        let isModal: Bool? = try params.optional("modal")?.flag()
        let title: String? = try params.optional("title")?.text(limits)
        let help: String? = try params.optional("help")?.text(limits)
        let buttons: [Button]? = try params.optional("buttons")?.popoverButtons(limits)
        return PopoverChanges(size: size, anchor: anchor, sides: sides, align: align, gap: gap, within: within, avoid: avoid, passthrough: passthrough, hit: hit, isModal: isModal, title: title, help: help, buttons: buttons)
    }

    func viewRequest(_ params: Member) throws(RequestError) -> ViewRequest {
        let kind: ViewRequest.Kind = try params.member("kind").choice()
        let frame: Rect? = try params.optional("frame")?.rect()
        let display: String? = try params.optional("display")?.display()
        let closePopover: Bool = try params.optional("closePopover")?.flag() ?? false
        let session: SessionID? = try params.optional("session")?.identifier()
        return ViewRequest(kind: kind, frame: frame, display: display, closePopover: closePopover, session: session)
    }

    func alertRequest(_ params: Member) throws(RequestError) -> AlertRequest {
        let title: String = try params.member("title").text(limits)
        let severity: Severity = try params.member("severity").choice()
        let buttons: [Button] = try params.member("buttons").alertButtons(limits)
        let message: String? = try params.optional("message")?.text(limits)
        let size: Size? = try params.optional("size")?.size()
        let key: String? = try params.optional("key")?.name(limits)
        let display: String? = try params.optional("display")?.display()
        let renderer: AlertRequest.Renderer = try params.optional("renderer")?.choice() ?? .shell
        let timeout: Interval? = try params.optional("timeoutMs")?.interval()
        let isPrivate: Bool = try params.optional("private")?.flag() ?? false
        let session: SessionID? = try params.optional("session")?.identifier()
        return AlertRequest(title: title, severity: severity, buttons: buttons, message: message, size: size, key: key, display: display, renderer: renderer, timeout: timeout, session: session, isPrivate: isPrivate)
    }

    func tapReport(_ params: Member) throws(RequestError) -> TapReport {
        let point = try params.point()
        let place = try self.place(params)
        let time: Instant? = try params.optional("time")?.instant()
        let pointer: Int64 = try params.optional("pointer")?.integer() ?? 0
        let wasSwallowed: Bool = try params.optional("swallowed")?.flag() ?? false
        return TapReport(point: point, place: place, time: time, pointer: pointer, wasSwallowed: wasSwallowed)
    }

    func pointerReport(_ params: Member) throws(RequestError) -> PointerReport {
        let phase: PointerReport.Phase = try params.member("phase").choice()
        let report = try self.tapReport(params)
        let kind: PointerReport.Kind = try params.optional("kind")?.choice() ?? .touch
        let button: PointerReport.Button = try params.optional("button")?.choice() ?? .primary
        return PointerReport(phase: phase, report: report, kind: kind, button: button)
    }

    func displaySpecification(_ params: Member) throws(RequestError) -> DisplaySpecification {
        let name: String = try params.member("display").display()
        let size = try self.displaySize(params)
        let scale: Double = try params.optional("scale")?.number(in: DisplaySpecificationRanges.scale) ?? 1
        let insets: Insets = try params.optional("insets")?.insets() ?? Insets()
        let idiom: DisplaySpecification.Idiom = try params.optional("idiom")?.choice() ?? .kiosk
        let hasTranslucency: Bool = try params.optional("translucency")?.flag() ?? true
        let contrast: Appearance.Contrast = try params.optional("contrast")?.choice() ?? .normal
        let reducesMotion: Bool = try params.optional("reducedMotion")?.flag() ?? false
        let direction: WritingDirection? = try params.optional("direction")?.choice()
        let tapTime: Interval? = try params.optional("tapMs")?.interval(in: DisplaySpecificationRanges.tapTime)
        let tapSlop: Double? = try params.optional("tapSlop")?.number(in: DisplaySpecificationRanges.tapSlop)
        let opens: DisplaySpecification.Opens? = try params.optional("opens")?.choice()
        let textScale: Double? = try params.optional("textScale")?.number(in: DisplaySpecificationRanges.textScale)
        let language: String? = try params.optional("language")?.language()
        let speaks: Bool? = try params.optional("speech")?.flag()
        let slowPress: Interval? = try params.optional("slowPressMs")?.interval(in: DisplaySpecificationRanges.slowPress)
        let reach: Rect? = try params.optional("reach")?.rect()
        let isBlank: Bool? = try params.optional("blank")?.flag()
        return DisplaySpecification(name: name, size: size, scale: scale, insets: insets, idiom: idiom, hasTranslucency: hasTranslucency, contrast: contrast, reducesMotion: reducesMotion, direction: direction, tapTime: tapTime, tapSlop: tapSlop, opens: opens, textScale: textScale, language: language, speaks: speaks, slowPress: slowPress, reach: reach, isBlank: isBlank)
    }

    func displayChanges(_ params: Member) throws(RequestError) -> DisplayChanges {
        let width: Double? = try params.optional("width")?.number(in: DisplaySizeRanges.width)
        let height: Double? = try params.optional("height")?.number(in: DisplaySizeRanges.height)
        let scale: Double? = try params.optional("scale")?.number(in: DisplaySpecificationRanges.scale)
        let insets: Insets? = try params.optional("insets")?.insets()
        let idiom: DisplaySpecification.Idiom? = try params.optional("idiom")?.choice()
        let hasTranslucency: Bool? = try params.optional("translucency")?.flag()
        let contrast: Appearance.Contrast? = try params.optional("contrast")?.choice()
        let reducesMotion: Bool? = try params.optional("reducedMotion")?.flag()
        let direction: WritingDirection? = try params.optional("direction")?.choice()
        let tapTime: Interval? = try params.optional("tapMs")?.interval(in: DisplaySpecificationRanges.tapTime)
        let tapSlop: Double? = try params.optional("tapSlop")?.number(in: DisplaySpecificationRanges.tapSlop)
        let opens: DisplaySpecification.Opens? = try params.optional("opens")?.choice()
        let textScale: Double? = try params.optional("textScale")?.number(in: DisplaySpecificationRanges.textScale)
        let language: String? = try params.optional("language")?.language()
        let speaks: Bool? = try params.optional("speech")?.flag()
        let slowPress: Interval? = try params.optional("slowPressMs")?.interval(in: DisplaySpecificationRanges.slowPress)
        let reach: Rect? = try params.optional("reach")?.rect()
        let isBlank: Bool? = try params.optional("blank")?.flag()
        return DisplayChanges(width: width, height: height, scale: scale, insets: insets, idiom: idiom, hasTranslucency: hasTranslucency, contrast: contrast, reducesMotion: reducesMotion, direction: direction, tapTime: tapTime, tapSlop: tapSlop, opens: opens, textScale: textScale, language: language, speaks: speaks, slowPress: slowPress, reach: reach, isBlank: isBlank)
    }

    func personalSettings(_ params: Member) throws(RequestError) -> PersonalSettings {
        let textScale: Double? = try params.optional("textScale")?.number(in: PersonalSettingsRanges.textScale)
        let contrast: Appearance.Contrast? = try params.optional("contrast")?.choice()
        let reducesMotion: Bool? = try params.optional("reducedMotion")?.flag()
        let language: String? = try params.optional("language")?.language()
        let direction: WritingDirection? = try params.optional("direction")?.choice()
        let speaks: Bool? = try params.optional("speech")?.flag()
        let slowPress: Interval? = try params.optional("slowPressMs")?.interval(in: PersonalSettingsRanges.slowPress)
        let reach: Rect? = try params.optional("reach")?.rect()
        return PersonalSettings(textScale: textScale, contrast: contrast, reducesMotion: reducesMotion, language: language, direction: direction, speaks: speaks, slowPress: slowPress, reach: reach)
    }

    func displaySize(_ params: Member) throws(RequestError) -> Size {
        let width: Double = try params.member("width").number(in: DisplaySizeRanges.width)
        let height: Double = try params.member("height").number(in: DisplaySizeRanges.height)
        return Size(width: width, height: height)
    }
}
