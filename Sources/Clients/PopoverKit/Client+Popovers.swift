// SPDX-License-Identifier: MIT

internal import PopoverClient
public import PopoverModel
internal import PopoverWire

/// Popovers, views, drafts and alerts.
extension Client {
    /// Opens a popover and waits until it is granted.
    ///
    /// - Throws: `ClientError`; its `refusal` is the reason if the rules refuse.
    public func open(_ request: OpenRequest) async throws -> Popover {
        let events = AsyncStream.makeStream(
            of: PopoverEvent.self, bufferingPolicy: .bufferingNewest(Self.signalsKept))
        let wait = request.wait ?? .milliseconds(0)
        let timeout = Interval(microseconds: settings.timeout.microseconds + wait.microseconds)
        let grant = try await ask(.open(request), timeout: timeout) {
            wire, field throws(ClientError) in
            try wire.register(PopoverGrant(field, key: request.key), events: events.continuation)
        }
        return Popover(grant, events: events.stream, client: self)
    }

    /// Presents a modal view or a sheet of the program, which popovers never lie under.
    public func presentView(_ request: ViewRequest) async throws -> ViewID {
        var request = request
        request.session = request.session ?? orders.sessions.session(on: request.display)
        return try await ask(.presentView(request)) { field throws(ClientError) in
            try field.id("view")
        }
    }

    public func closeView(_ view: ViewID) async throws {
        try await ask(.closeView(view)) { _ in }
    }

    /// Saves a draft.
    ///
    /// - Parameters:
    ///   - content: any JSON.
    ///   - key: 1 to `limits.key` bytes.
    ///   - sync: wait until the draft is on the disk.
    /// - Returns: the revision of the draft, and whether it is on the disk.
    @discardableResult
    public func saveDraft(
        _ content: JSONText, key: String, sync: Bool = false
    ) async throws -> (revision: Int64, isDurable: Bool) {
        try await ask(
            .saveDraft(
                key: key, content: content, sync: sync, session: orders.sessions.session(of: key))
        ) { wire, field throws(ClientError) in
            let revision = try field.integer("revision")
            wire.revisions[Name(key)] = revision
            wire.works.removeAll { $0.key === key }
            return (revision, try field.flag("durable"))
        }
    }

    public func loadDraft(key: String) async throws -> KeptDraft? {
        try await ask(.loadDraft(key: key, session: orders.sessions.session(of: key))) {
            field throws(ClientError) in
            try field.optional("draft").map(KeptDraft.init)
        }
    }

    public func discardDraft(key: String) async throws {
        try await ask(.discardDraft(key: key, session: orders.sessions.session(of: key))) {
            wire, _ in
            wire.works.removeAll { $0.key === key }
        }
    }

    /// Raises an alert and waits for the id of the pressed button. After a reconnect the alert is
    /// raised again. Canceling the task withdraws it.
    public func alert(_ request: AlertRequest) async throws -> String {
        var request = request
        var timeLeft = Interval.milliseconds(0)
        while true {
            // The session in which it is raised first; after that it has a name.
            request.session = request.session ?? orders.sessions.session(on: request.display)
            do {
                return try await ask(.raiseAlert(request), timeout: .milliseconds(0)) {
                    field throws(ClientError) in
                    try field.string("button")
                }
            } catch ClientError.disconnected {
                // Throws if this client is closed.
                try await ready()
                timeLeft = Self.rendererPatience
            } catch let error as ClientError
                where error.refusal == .noRenderer && timeLeft.microseconds > 0
            {
                // The renderer is still reconnecting.
                try await pause(Wire.firstPause)
                timeLeft = Interval(
                    microseconds: timeLeft.microseconds - Wire.firstPause.microseconds)
            }
        }
    }

    /// How long an alert that is raised again waits for its renderer to reconnect.
    static let rendererPatience = Interval.milliseconds(30_000)

    /// Reports the pressed button of an alert that this program shows.
    public func answerAlert(_ alert: AlertID, button: String) async throws {
        try await ask(.answerAlert(alert, button: button)) { _ in }
    }

    /// Reports a tap.
    public func tap(_ report: TapReport) async throws -> TapJudgement {
        try await ask(.tap(report), read: judgement)
    }

    /// Reports a key that nothing in the program has used: `Escape` closes what is on top.
    public func key(_ name: String, display: String? = nil) async throws -> TapJudgement {
        try await ask(.key(name, display: display, time: nil, isComposing: false), read: judgement)
    }
}

private func judgement(_ result: Field) throws(ClientError) -> TapJudgement {
    TapJudgement(
        verdict: try result.choice("verdict"), deliver: try result.flag("deliver"),
        popover: try result.optional("popover")?.id(),
        gesture: try result.optional("gesture")?.id())
}

extension Wire {
    /// Registers a granted popover for its events. If an open returns an existing popover, the latest
    /// caller gets its events.
    func register(
        _ grant: PopoverGrant, events: AsyncStream<PopoverEvent>.Continuation
    ) -> PopoverGrant {
        popovers.removeValue(forKey: grant.id)?.events.finish()
        orders.sessions.grant(grant.key, in: grant.session)
        popovers[grant.id] = Owned(
            key: grant.key, revision: grant.revision, session: grant.session, events: events,
            ticket: orders.ticket())
        advise(grant.advice)
        return grant
    }

    /// Tells each advice once.
    func advise(_ list: [Advice]) {
        for advice in list where advised.count < Self.maximumAdvice {
            guard advised.insert(advice).inserted else { continue }
            signals.warnings.yield("advice \(advice.rule): \(advice.message)")
        }
    }
}

extension Field {
    func advice() throws(ClientError) -> [Advice] {
        try list("advice") { advice throws(ClientError) in
            Advice(rule: try advice.string("rule"), message: try advice.string("message"))
        }
    }
}

extension PopoverGrant {
    init(_ field: Field, key: String?) throws(ClientError) {
        id = try field.id("popover")
        self.key = key
        session = try field.optional("session")?.id()
        presentation = try field.presentation()
        animation = try field.animation()
        scrim = field.node.member("scrim")?.double
        draft = try field.optional("draft").map(KeptDraft.init)
        let hasRevision = field.optional("revision") != nil
        revision = hasRevision ? try field.integer("revision") : draft?.revision ?? 0
        advice = try field.advice()
    }
}

extension KeptDraft {
    init(_ field: Field) throws(ClientError) {
        content = field.node.member("content")?.compactText ?? .null
        revision = try field.integer("revision")
    }
}

/// An alert for its renderer.
public struct AlertToShow: Hashable, Sendable {
    public var alert: AlertID
    public var title: String
    public var message: String?
    public var severity: Severity
    public var buttons: [Button]
    public var frame: Rect
    /// The app that raised the alert.
    public var app: String
    /// The time until it ends by itself, for a countdown; nil: it stays until it is answered.
    public var timeout: Duration?
    public var animation: Animation
    /// How dark to draw what is behind it, from 0 to 1.
    public var scrim: Double

    init(_ field: Field) throws(ClientError) {
        alert = try field.id("alert")
        title = try field.string("title")
        message = field.optional("message")?.node.string
        severity = try field.choice("severity")
        buttons = try field.list("buttons") { button throws(ClientError) in
            Button(
                id: try button.string("id"), label: try button.string("label"),
                role: try button.optional("role")?.choice())
        }
        frame = try field.member("frame").rect()
        app = try field.string("app")
        timeout = field.optional("timeoutMs")?.node.integer.map { .milliseconds($0) }
        animation = try field.animation()
        scrim = field.node.member("scrim")?.double ?? 0
    }
}

/// An order for a renderer of alerts.
public enum AlertOrder: Hashable, Sendable {
    /// Show the alert; report the pressed button with `Client.answerAlert`.
    case present(AlertToShow)
    /// Remove the alert from the screen.
    case dismiss(AlertID)
}
