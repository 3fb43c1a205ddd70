// SPDX-License-Identifier: MIT

internal import PopoverClient
public import PopoverModel
internal import PopoverWire

/// What the daemon tells the owner of a panel.
public enum PanelOrder: Sendable {
    /// Remove it from the screen and answer within the order's deadline.
    case willClose(PanelClosingOrder)
    /// Its display has changed: move it to this frame.
    case moved(PanelID, Rect, Animation)
    /// Bring it to the front.
    case raised(PanelID)
    /// The daemon has ended it.
    case closed(PanelID, CloseReason, DraftOutcome)
}

/// The daemon's request to remove a panel from the screen.
public struct PanelClosingOrder: Sendable {
    public let panel: PanelID
    public let reason: CloseReason
    /// Whether the draft is saved; otherwise it is discarded.
    public let isSaving: Bool
    public let deadline: Duration
    /// Unique across reconnects; ids of panels are not.
    let ticket: UInt64
    let orders: OrderQueue

    /// Reports that the panel has left the screen, with its draft. Only the first answer counts.
    public func answer(draft: JSONText? = nil) {
        orders.post { $0?.answerPanel(self, draft.map(Work.draft) ?? .nothing) }
    }

    /// Reports that the panel has left the screen, with its draft.
    ///
    /// - Throws: what the draft's `encode(to:)` throws.
    public func answer(encoding draft: some Encodable) throws {
        answer(draft: try JSONText(encoding: draft))
    }

    /// Reports that the panel has left the screen, and the program itself saved the draft, as for Done.
    public func answerSaved() {
        orders.post { $0?.answerPanel(self, .savedElsewhere) }
    }
}

extension Client {
    /// Moves or resizes a panel; returns its frame within the display.
    public func setPanel(_ panel: PanelID, frame: Rect) async throws -> Rect {
        try await ask(.setPanel(panel, frame: frame)) { field throws(ClientError) in
            try field.member("frame").rect()
        }
    }

    /// Asks the owner of a panel, which may be another client of the app, to bring it to the front.
    public func raisePanel(_ panel: PanelID) async throws {
        try await ask(.raisePanel(panel)) { _ in }
    }

    /// Reports that a panel has left the screen, and its draft is applied (`done`), dropped (`cancel`)
    /// or, without an outcome, stays.
    public func closePanel(_ panel: PanelID, _ outcome: CloseOutcome? = nil) async throws {
        try await ask(.closePanel(panel, outcome: outcome)) { _ in }
    }
}

extension Wire {
    func handlePanel(_ method: String, _ params: Field) throws(ClientError) {
        let panel: PanelID = try params.id("panel")
        switch method {
        case "panel.moved":
            let frame = try params.member("frame").rect()
            signals.panels.yield(.moved(panel, frame, try params.animation()))
        case "panel.raised": signals.panels.yield(.raised(panel))
        case "panel.closed":
            panelQuestions[panel] = nil
            signals.panels.yield(
                .closed(panel, try params.choice("reason"), try params.choice("draft")))
        default: break
        }
    }

    func askPanel(_ request: DaemonRequest, _ params: Field) throws(ClientError) {
        let panel: PanelID = try params.id("panel")
        let ticket = orders.ticket()
        panelQuestions[panel] = (ticket, request)
        signals.panels.yield(
            .willClose(
                PanelClosingOrder(
                    panel: panel, reason: try params.choice("reason"),
                    isSaving: try params.string("disposition") == "save",
                    deadline: .milliseconds(try params.integer("deadlineMs")), ticket: ticket,
                    orders: orders)))
    }

    func answerPanel(_ order: PanelClosingOrder, _ work: Work) {
        guard let question = panelQuestions[order.panel], question.ticket == order.ticket else {
            return
        }
        panelQuestions[order.panel] = nil
        answer(question.request, work)
    }
}
