// SPDX-License-Identifier: MIT
// swift-format-ignore-file
// Written by protocol/generate from protocol/*.toml; changes here are lost.

internal import PopoverModel

extension DirectReader {
    /// The params of a frequent method.
    mutating func request(
        _ method: UInt128, _ line: Span<UInt8>, _ limits: Limits, _ timing: Timing
    ) -> Request? {
        switch method {
        case 0x227465732e65636166727573: setSurface(line, limits, timing)
        case 0x227465732e656372756f73: setSource(line, limits, timing)
        case 0x2265766f6d65722e656372756f73: removeSource(line, limits, timing)
        case 0x227465732e726564756c63636f: setOccluder(line, limits, timing)
        case 0x226e65706f2e7265766f706f70: open(line, limits, timing)
        case 0x226574616470752e7265766f706f70: update(line, limits, timing)
        case 0x2265736f6c632e7265766f706f70: close(line, limits, timing)
        case 0x22657661732e7466617264: saveDraft(line, limits, timing)
        case 0x2264616f6c2e7466617264: loadDraft(line, limits, timing)
        case 0x22706174: tap(line, limits, timing)
        case 0x227265746e696f70: pointer(line, limits, timing)
        case 0x226873696c6275702e737562: publish(line, limits, timing)
        default: nil
        }
    }

    /// `surface.set`
    private mutating func setSurface(
        _ line: Span<UInt8>, _ limits: Limits, _ timing: Timing
    ) -> Request? {
        var names = DirectNames()
        var surface: String?
        var display: String?
        var frame: Rect?
        while let name = member(line, &names) {
            switch name {
            case .surface: surface = self.name(line, limits)
            case .display: display = self.display(line)
            case .frame: frame = self.rect(line, limits)
            default: giveUp()
            }
        }
        guard let surface, let frame else { return wrong() }
        return .setSurface(surface, display: display, frame: frame)
    }

    /// `source.set`
    private mutating func setSource(
        _ line: Span<UInt8>, _ limits: Limits, _ timing: Timing
    ) -> Request? {
        var names = DirectNames()
        var source: String?
        var rect: Rect?
        var display: String?
        var surface: String?
        var edge: PreferredSide?
        var label: String?
        var help: String?
        var role: Control.Role = .button
        var isDisabled: Bool = false
        var isPrivate: Bool = false
        while let name = member(line, &names) {
            switch name {
            case .source: source = self.name(line, limits)
            case .rect: rect = self.rect(line, limits)
            case .display: display = self.display(line)
            case .surface: surface = self.name(line, limits)
            case .edge: edge = self.choice(line)
            case .label: label = self.text(line, limits)
            case .help: help = self.text(line, limits)
            case .role: role = self.choice(line) ?? .button
            case .disabled: isDisabled = self.flag(line) ?? false
            case .private: isPrivate = self.flag(line) ?? false
            default: giveUp()
            }
        }
        guard let source, let rect else { return wrong() }
        return .setSource(source, rect: rect, Place(display: display, surface: surface), edge: edge, Control(label: label, help: help, role: role, isDisabled: isDisabled, isPrivate: isPrivate))
    }

    /// `source.remove`
    private mutating func removeSource(
        _ line: Span<UInt8>, _ limits: Limits, _ timing: Timing
    ) -> Request? {
        var names = DirectNames()
        var source: String?
        while let name = member(line, &names) {
            switch name {
            case .source: source = self.name(line, limits)
            default: giveUp()
            }
        }
        guard let source else { return wrong() }
        return .removeSource(source)
    }

    /// `occluder.set`
    private mutating func setOccluder(
        _ line: Span<UInt8>, _ limits: Limits, _ timing: Timing
    ) -> Request? {
        var names = DirectNames()
        var occluder: String?
        var rect: Rect?
        var display: String?
        while let name = member(line, &names) {
            switch name {
            case .occluder: occluder = self.name(line, limits)
            case .rect: rect = self.rect(line, limits)
            case .display: display = self.display(line)
            default: giveUp()
            }
        }
        guard let occluder, let rect else { return wrong() }
        return .setOccluder(occluder, rect: rect, display: display)
    }

    /// `popover.open`
    private mutating func open(
        _ line: Span<UInt8>, _ limits: Limits, _ timing: Timing
    ) -> Request? {
        var names = DirectNames()
        var behavior: String = "inspector"
        var size: Size?
        var display: String?
        var surface: String?
        var source: String?
        var anchor: Rect?
        var sides: [PreferredSide]?
        var align: Alignment = .center
        var gap: Double = 0
        var within: Bounds = .display
        var avoid: [Rect] = []
        var passthrough: [Rect] = []
        var minimum: Size?
        var key: String?
        var isModal: Bool = false
        var title: String?
        var help: String?
        var buttons: [Button] = []
        var severity: Severity?
        var expands: Bool = false
        var hit: [Rect] = []
        var isPrivate: Bool = false
        var gesture: GestureID?
        var session: SessionID?
        var wait: Interval?
        while let name = member(line, &names) {
            switch name {
            case .behavior: behavior = self.name(line, limits) ?? "inspector"
            case .size: size = self.size(line, limits)
            case .display: display = self.display(line)
            case .surface: surface = self.name(line, limits)
            case .source: source = self.name(line, limits)
            case .anchor: anchor = self.rect(line, limits)
            case .sides: sides = self.sides(line)
            case .align: align = self.choice(line) ?? .center
            case .gap: gap = self.extent(line) ?? 0
            case .within: within = self.choice(line) ?? .display
            case .avoid: avoid = self.rects(line, limits) ?? []
            case .passthrough: passthrough = self.rects(line, limits) ?? []
            case .minimum: minimum = self.size(line, limits)
            case .key: key = self.name(line, limits)
            case .modal: isModal = self.flag(line) ?? false
            case .title: title = self.text(line, limits)
            case .help: help = self.text(line, limits)
            case .buttons: buttons = self.popoverButtons(line, limits) ?? []
            case .severity: severity = self.choice(line)
            case .expands: expands = self.flag(line) ?? false
            case .hit: hit = self.rects(line, limits) ?? []
            case .private: isPrivate = self.flag(line) ?? false
            case .gesture: gesture = self.identifier(line)
            case .session: session = self.identifier(line)
            case .waitMs: wait = self.interval(line, most: timing.maximumWait)
            default: giveUp()
            }
        }
        guard let size else { return wrong() }
        return .open(OpenRequest(behavior: behavior, size: size, place: Place(display: display, surface: surface), source: source, anchor: anchor, sides: sides, align: align, gap: gap, within: within, avoid: avoid, passthrough: passthrough, minimum: minimum, key: key, isModal: isModal, title: title, help: help, buttons: buttons, severity: severity, expands: expands, hit: hit, isPrivate: isPrivate, gesture: gesture, session: session, wait: wait))
    }

    /// `popover.update`
    private mutating func update(
        _ line: Span<UInt8>, _ limits: Limits, _ timing: Timing
    ) -> Request? {
        var names = DirectNames()
        var popover: PopoverID?
        var size: Size?
        var anchor: Rect?
        var sides: [PreferredSide]?
        var align: Alignment?
        var gap: Double?
        var within: Bounds?
        var avoid: [Rect]?
        var passthrough: [Rect]?
        var hit: [Rect]?
        var isModal: Bool?
        var title: String?
        var help: String?
        var buttons: [Button]?
        while let name = member(line, &names) {
            switch name {
            case .popover: popover = self.identifier(line)
            case .size: size = self.size(line, limits)
            case .anchor: anchor = self.rect(line, limits)
            case .sides: sides = self.sides(line)
            case .align: align = self.choice(line)
            case .gap: gap = self.extent(line)
            case .within: within = self.choice(line)
            case .avoid: avoid = self.rects(line, limits)
            case .passthrough: passthrough = self.rects(line, limits)
            case .hit: hit = self.rects(line, limits)
            case .modal: isModal = self.flag(line)
            case .title: title = self.text(line, limits)
            case .help: help = self.text(line, limits)
            case .buttons: buttons = self.popoverButtons(line, limits)
            default: giveUp()
            }
        }
        guard let popover else { return wrong() }
        return .update(popover, PopoverChanges(size: size, anchor: anchor, sides: sides, align: align, gap: gap, within: within, avoid: avoid, passthrough: passthrough, hit: hit, isModal: isModal, title: title, help: help, buttons: buttons))
    }

    /// `popover.close`
    private mutating func close(
        _ line: Span<UInt8>, _ limits: Limits, _ timing: Timing
    ) -> Request? {
        var names = DirectNames()
        var popover: PopoverID?
        var outcome: CloseOutcome?
        while let name = member(line, &names) {
            switch name {
            case .popover: popover = self.identifier(line)
            case .outcome: outcome = self.choice(line)
            default: giveUp()
            }
        }
        guard let popover, let outcome else { return wrong() }
        return .close(popover, outcome: outcome)
    }

    /// `draft.save`
    private mutating func saveDraft(
        _ line: Span<UInt8>, _ limits: Limits, _ timing: Timing
    ) -> Request? {
        var names = DirectNames()
        var key: String?
        var content: JSONText?
        var revision: Int64?
        var sync: Bool = false
        var session: SessionID?
        while let name = member(line, &names) {
            switch name {
            case .key: key = self.name(line, limits)
            case .content: content = self.anyJSON(line, limits)
            case .revision: revision = self.integer(line, from: 0)
            case .sync: sync = self.flag(line) ?? false
            case .session: session = self.identifier(line)
            default: giveUp()
            }
        }
        guard let key, let content else { return wrong() }
        return .saveDraft(key: key, content: content, revision: revision, sync: sync, session: session)
    }

    /// `draft.load`
    private mutating func loadDraft(
        _ line: Span<UInt8>, _ limits: Limits, _ timing: Timing
    ) -> Request? {
        var names = DirectNames()
        var key: String?
        var session: SessionID?
        while let name = member(line, &names) {
            switch name {
            case .key: key = self.name(line, limits)
            case .session: session = self.identifier(line)
            default: giveUp()
            }
        }
        guard let key else { return wrong() }
        return .loadDraft(key: key, session: session)
    }

    /// `tap`
    private mutating func tap(
        _ line: Span<UInt8>, _ limits: Limits, _ timing: Timing
    ) -> Request? {
        var names = DirectNames()
        var x: Double?
        var y: Double?
        var display: String?
        var surface: String?
        var time: Instant?
        var pointer: Int64 = 0
        var wasSwallowed: Bool = false
        while let name = member(line, &names) {
            switch name {
            case .x: x = self.length(line)
            case .y: y = self.length(line)
            case .display: display = self.display(line)
            case .surface: surface = self.name(line, limits)
            case .time: time = self.instant(line)
            case .pointer: pointer = self.integer(line) ?? 0
            case .swallowed: wasSwallowed = self.flag(line) ?? false
            default: giveUp()
            }
        }
        guard let x, let y else { return wrong() }
        return .tap(TapReport(point: Point(x: x, y: y), place: Place(display: display, surface: surface), time: time, pointer: pointer, wasSwallowed: wasSwallowed))
    }

    /// `pointer`
    private mutating func pointer(
        _ line: Span<UInt8>, _ limits: Limits, _ timing: Timing
    ) -> Request? {
        var names = DirectNames()
        var phase: PointerReport.Phase?
        var x: Double?
        var y: Double?
        var display: String?
        var surface: String?
        var time: Instant?
        var pointer: Int64 = 0
        var wasSwallowed: Bool = false
        var kind: PointerReport.Kind = .touch
        var button: PointerReport.Button = .primary
        while let name = member(line, &names) {
            switch name {
            case .phase: phase = self.choice(line)
            case .x: x = self.length(line)
            case .y: y = self.length(line)
            case .display: display = self.display(line)
            case .surface: surface = self.name(line, limits)
            case .time: time = self.instant(line)
            case .pointer: pointer = self.integer(line) ?? 0
            case .swallowed: wasSwallowed = self.flag(line) ?? false
            case .kind: kind = self.choice(line) ?? .touch
            case .button: button = self.choice(line) ?? .primary
            default: giveUp()
            }
        }
        guard let phase, let x, let y else { return wrong() }
        return .pointer(PointerReport(phase: phase, report: TapReport(point: Point(x: x, y: y), place: Place(display: display, surface: surface), time: time, pointer: pointer, wasSwallowed: wasSwallowed), kind: kind, button: button))
    }

    /// `bus.publish`
    private mutating func publish(
        _ line: Span<UInt8>, _ limits: Limits, _ timing: Timing
    ) -> Request? {
        var names = DirectNames()
        var topic: String?
        var data: JSONText?
        while let name = member(line, &names) {
            switch name {
            case .topic: topic = self.appTopic(line, limits)
            case .data: data = self.anyJSON(line, limits)
            default: giveUp()
            }
        }
        guard let topic, let data else { return wrong() }
        return .publish(topic: topic, data: data)
    }

    mutating func rect(_ line: Span<UInt8>, _ limits: Limits) -> Rect? {
        var names = DirectNames()
        var x: Double?
        var y: Double?
        var width: Double?
        var height: Double?
        while let name = member(line, &names) {
            switch name {
            case .x: x = self.length(line)
            case .y: y = self.length(line)
            case .width: width = self.extent(line)
            case .height: height = self.extent(line)
            default: giveUp()
            }
        }
        guard let x, let y, let width, let height else { return wrong() }
        return Rect(x: x, y: y, width: width, height: height)
    }

    mutating func size(_ line: Span<UInt8>, _ limits: Limits) -> Size? {
        var names = DirectNames()
        var width: Double?
        var height: Double?
        while let name = member(line, &names) {
            switch name {
            case .width: width = self.positive(line)
            case .height: height = self.positive(line)
            default: giveUp()
            }
        }
        guard let width, let height else { return wrong() }
        return Size(width: width, height: height)
    }

    mutating func button(_ line: Span<UInt8>, _ limits: Limits) -> Button? {
        var names = DirectNames()
        var id: String?
        var label: String?
        var role: Button.Role?
        while let name = member(line, &names) {
            switch name {
            case .id: id = self.name(line, limits)
            case .label: label = self.text(line, limits)
            case .role: role = self.choice(line)
            default: giveUp()
            }
        }
        guard let id, let label else { return wrong() }
        return Button(id: id, label: label, role: role)
    }
}
