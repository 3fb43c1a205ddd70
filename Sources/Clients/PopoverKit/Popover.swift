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
    /// The name of its work.
    public let key: String?
    /// Where it was granted; `PopoverEvent.moved` tells what comes of it.
    public let presentation: Presentation
    /// Work that an earlier popover of its key has left.
    public let draft: KeptDraft?
    public let advice: [Advice]
    /// What happens to it, for one reader; `closed` is the last.
    public let events: AsyncStream<PopoverEvent>
    let client: Client

    init(_ grant: PopoverGrant, events: AsyncStream<PopoverEvent>, client: Client) {
        id = grant.id
        key = grant.key
        presentation = grant.presentation
        draft = grant.draft
        advice = grant.advice
        self.events = events
        self.client = client
    }

    /// Follows its events until it has ended, for who draws nothing that moves.
    ///
    /// - Parameters:
    ///   - isolation: where `work` is done; the caller's actor.
    ///   - work: takes it off the screen, and gives the unfinished work.
    /// - Returns: how it has ended; nil where the task was cancelled meanwhile.
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

    /// Changes what `Client.open` has said.
    public func update(_ changes: PopoverChanges) async throws -> Presentation {
        try await client.ask("popover.update") { [id] params in
            params.member("popover", id.description)
            changes.writeMembers(to: &params)
        } read: { field throws(ClientError) in
            try field.presentation()
        }
    }

    /// Tells what people chose; true: that closes it, and it is off the screen.
    public func choose(_ choice: JSONText) async throws -> Bool {
        try await client.ask("popover.choose") { [id] params in
            params.member("popover", id.description)
            params.member("choice", choice)
        } hook: { [id] wire, field throws(ClientError) in
            let closes = try field.flag("closes")
            if closes { wire.dismiss(id) }
            return closes
        }
    }

    /// It is off the screen: its work is applied (`done`), or given up (`cancel`).
    public func close(_ outcome: CloseOutcome = .done) async throws {
        client.mailbox.post { [id] in $0?.dismiss(id) }
        try await client.ask("popover.close") { [id] params in
            params.member("popover", id.description)
            params.member("outcome", outcome.rawValue)
        } read: { _ in
        }
    }

    /// Makes it a panel, which stays while people work elsewhere; returns the panel and its frame.
    public func detach(frame: Rect? = nil) async throws -> (panel: PanelID, frame: Rect) {
        try await client.ask("popover.detach") { [id] params in
            params.member("popover", id.description)
            params.member("frame", ifPresent: frame)
        } read: { field throws(ClientError) in
            (try field.id("panel"), try field.member("frame").rect())
        }
    }
}

/// Unfinished work that the daemon has kept.
public struct KeptDraft: Hashable, Sendable {
    public var content: JSONText
    public var revision: Int64
}

/// What happens to a popover.
public enum PopoverEvent: Sendable {
    case moved(Presentation, Animation)
    /// People tapped beside it, and it stays: draw attention to it.
    case nudged
    /// Take it off the screen and answer, within the order's deadline.
    case willClose(ClosingOrder)
    case closed(PopoverEnd)
}

/// Why a popover ends.
public enum EndCause: Hashable, Sendable, CustomStringConvertible {
    case closed(CloseReason)
    /// The daemon, or the way to it, is gone. The work is handed to the next one.
    case connectionLost

    /// As the other client libraries spell it.
    public var description: String {
        switch self {
        case .closed(let reason): reason.rawValue
        case .connectionLost: "connection-lost"
        }
    }
}

/// A popover is to leave the screen.
public struct ClosingOrder: Sendable {
    public let cause: EndCause
    /// Whether the work is to be kept. Otherwise nobody wants it.
    public let isSaving: Bool
    /// What comes later is kept, too, but nobody waits for it.
    public let deadline: Interval
    let popover: PopoverID
    /// Of the popover.
    let ticket: UInt64
    let mailbox: Mailbox

    /// The popover is off the screen, and this is its unfinished work. Counts once.
    public func answer(draft: JSONText? = nil) {
        mailbox.post { $0?.answerClosing(self, draft.map(Work.draft) ?? .nothing) }
    }

    /// The popover is off the screen, and the program has kept its work itself, as for Done.
    public func answerSaved() {
        mailbox.post { $0?.answerClosing(self, .savedElsewhere) }
    }
}

/// What an owner hands over.
enum Work: Sendable {
    case draft(JSONText)
    case savedElsewhere
    case nothing
}

/// How a popover has ended.
public struct PopoverEnd: Hashable, Sendable {
    public var cause: EndCause
    /// What became of its work. After `connectionLost`: `kept`, for the next daemon, or `none`.
    public var draft: DraftOutcome
    /// Whether the focus goes back to what revealed it.
    public var returnsFocus: Bool
    /// The deadline was missed.
    public var isUnresponsive: Bool
}

/// What `popover.open` was answered with.
struct PopoverGrant: Sendable {
    var id: PopoverID
    var key: String?
    var presentation: Presentation
    var draft: KeptDraft?
    var advice: [Advice]
}
