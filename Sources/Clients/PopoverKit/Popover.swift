// SPDX-License-Identifier: MIT

internal import PopoverClient
public import PopoverModel
internal import PopoverWire

/// A popover that was granted: draw it where `presentation` says, and follow its `events`.
///
///     for await event in popover.events {
///         switch event {
///         case .willClose(let order): order.answer(draft: await form.hide())
///         case .moved(let place, _): form.move(to: place.frame)
///         case .nudged: form.shake()
///         case .closed(let end): print(end.cause)
///         }
///     }
public final class Popover: Sendable {
    public let id: PopoverID
    /// The key of its draft.
    public let key: String?
    /// The granted presentation; `PopoverEvent.moved` reports changes.
    public let presentation: Presentation
    /// How it appears.
    public let animation: Animation
    /// How dark to draw what is behind it, from 0 to 1; nil unless it is modal.
    public let scrim: Double?
    /// The draft of an earlier popover with the same key.
    public let draft: KeptDraft?
    public let advice: [Advice]
    /// The events of the popover, for one reader; `closed` is the last.
    public let events: AsyncStream<PopoverEvent>
    let client: Client

    init(_ grant: PopoverGrant, events: AsyncStream<PopoverEvent>, client: Client) {
        id = grant.id
        key = grant.key
        presentation = grant.presentation
        animation = grant.animation
        scrim = grant.scrim
        draft = grant.draft
        advice = grant.advice
        self.events = events
        self.client = client
    }

    /// Waits for the end of the popover, and ignores moves and nudges.
    ///
    /// - Parameters:
    ///   - isolation: where `work` runs; the caller's actor.
    ///   - work: removes the popover from the screen, and returns the draft.
    /// - Returns: how the popover ended; nil if the task was canceled.
    @discardableResult
    public func end(
        isolation: isolated (any Actor)? = #isolation,
        work: (ClosingOrder) async -> JSONText?
    ) async -> PopoverEnd? {
        for await event in events {
            switch event {
            case .willClose(let order): order.answer(draft: await work(order))
            case .closed(let end): return end
            case .moved, .nudged: continue
            }
        }
        return nil
    }

    /// Changes properties that `Client.open` has set.
    public func update(_ changes: PopoverChanges) async throws -> Presentation {
        try await change(changes).presentation
    }

    /// Changes properties that `Client.open` has set, and returns how the popover moves there.
    public func change(_ changes: PopoverChanges) async throws -> PopoverUpdate {
        try await client.ask(.update(id, changes)) { wire, field throws(ClientError) in
            if field.optional("advice") != nil { wire.advise(try field.advice()) }
            return PopoverUpdate(
                presentation: try field.presentation(), animation: try field.animation(),
                scrim: field.node.member("scrim")?.double)
        }
    }

    /// Reports a choice; returns true if it closes the popover, which must then leave the screen.
    /// - Parameters:
    ///   - choice: Any JSON.
    ///   - label: The choice in words, for people who hear it.
    public func choose(_ choice: JSONText, label: String? = nil) async throws -> Bool {
        try await client.ask(.choose(id, choice: choice, label: label)) {
            [id] wire, field throws(ClientError) in
            let closes = try field.flag("closes")
            if closes { wire.dismiss(id) }
            return closes
        }
    }

    /// Reports that the popover has left the screen, and its draft is applied (`done`) or dropped (`cancel`).
    public func close(_ outcome: CloseOutcome = .done) async throws {
        client.orders.post { [id] in $0?.dismiss(id) }
        try await client.ask(.close(id, outcome: outcome)) { _ in }
    }

    /// Detaches the popover as a panel, which stays while people work elsewhere.
    public func detach(frame: Rect? = nil) async throws -> (panel: PanelID, frame: Rect) {
        try await client.ask(.detach(id, frame: frame)) { field throws(ClientError) in
            (try field.id("panel"), try field.member("frame").rect())
        }
    }
}

/// Where an updated popover is, and how it moves there.
public struct PopoverUpdate: Hashable, Sendable {
    public var presentation: Presentation
    public var animation: Animation
    /// How dark to draw what is behind it, from 0 to 1; nil unless it is modal.
    public var scrim: Double?
}

/// A draft that the daemon has stored.
public struct KeptDraft: Hashable, Sendable {
    public var content: JSONText
    public var revision: Int64

    /// The draft as a value.
    ///
    /// - Throws: `DecodingError` if the draft has another shape, such as that of an older program.
    public func decode<Draft: Decodable>(_ type: Draft.Type = Draft.self) throws -> Draft {
        try content.decode(type)
    }
}

/// An event of a popover.
public enum PopoverEvent: Sendable {
    case moved(Presentation, Animation)
    /// Someone tapped outside, and the popover stays: draw attention to it.
    case nudged
    /// Remove it from the screen and answer within the order's deadline.
    case willClose(ClosingOrder)
    case closed(PopoverEnd)
}

/// Why a popover ends.
public enum EndCause: Hashable, Sendable, CustomStringConvertible {
    case closed(CloseReason)
    /// The connection to the daemon was lost. The draft is saved after a reconnect.
    case connectionLost

    /// The same spelling as in the other client libraries.
    public var description: String {
        switch self {
        case .closed(let reason): reason.rawValue
        case .connectionLost: "connection-lost"
        }
    }
}

/// The daemon's request to remove a popover from the screen.
public struct ClosingOrder: Sendable {
    public let cause: EndCause
    /// Whether the draft is saved; otherwise it is discarded.
    public let isSaving: Bool
    /// Nobody waits for a later draft, but it is still saved.
    public let deadline: Duration
    /// How it disappears; answer afterwards.
    public let animation: Animation
    let popover: PopoverID
    /// The ticket of the popover.
    let ticket: UInt64
    let orders: OrderQueue

    /// Reports that the popover has left the screen, with its draft. Only the first answer counts.
    public func answer(draft: JSONText? = nil) {
        orders.post { $0?.answerClosing(self, draft.map(Work.draft) ?? .nothing) }
    }

    /// Reports that the popover has left the screen, with its draft.
    ///
    /// - Throws: what the draft's `encode(to:)` throws.
    public func answer(encoding draft: some Encodable) throws {
        answer(draft: try JSONText(encoding: draft))
    }

    /// Reports that the popover has left the screen, and the program itself saved the draft, as for Done.
    public func answerSaved() {
        orders.post { $0?.answerClosing(self, .savedElsewhere) }
    }
}

/// The draft that an owner hands over.
enum Work: Sendable {
    case draft(JSONText)
    case savedElsewhere
    case nothing
}

/// How a popover ended.
public struct PopoverEnd: Hashable, Sendable {
    public var cause: EndCause
    /// The fate of its draft. After `connectionLost`: `kept`, to be saved after a reconnect, or `none`.
    public var draft: DraftOutcome
    /// Whether the focus returns to the source.
    public var returnsFocus: Bool
    /// Whether the owner missed the deadline.
    public var isUnresponsive: Bool
}

/// The result of `popover.open`.
struct PopoverGrant: Sendable {
    var id: PopoverID
    var key: String?
    var session: SessionID?
    var presentation: Presentation
    var animation: Animation
    var scrim: Double?
    var draft: KeptDraft?
    /// The last one of its key; 0 where there was none.
    var revision: Int64
    var advice: [Advice]
}
