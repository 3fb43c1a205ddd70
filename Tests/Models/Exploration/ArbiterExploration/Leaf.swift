// SPDX-License-Identifier: MIT

import PopoverCore
import PopoverModel

/// What a walk makes of a type.
enum Leaf: Sendable {
    case instant
    case interval
    case client
    case popover
    case alert
    case panel
    case view
    case call
    case question
    case ticket
    case gesture
    case session
    case requestID
    case behavior
    case policy
    case draft
    case draftKey
    case credentials
    case verdict
    case presentation
    case rect
    case open
    case specification
    /// A set, or a dictionary by names.
    case unordered
    /// A dictionary by other keys: they and their values alternate.
    case unorderedPairs
    /// Anything else: what it holds is walked through.
    case composite

    private static let known: [ObjectIdentifier: Leaf] = [
        ObjectIdentifier(Instant.self): .instant,
        ObjectIdentifier(Interval.self): .interval,
        ObjectIdentifier(ClientID.self): .client,
        ObjectIdentifier(PopoverID.self): .popover,
        ObjectIdentifier(AlertID.self): .alert,
        ObjectIdentifier(PanelID.self): .panel,
        ObjectIdentifier(ViewID.self): .view,
        ObjectIdentifier(CallID.self): .call,
        ObjectIdentifier(QuestionID.self): .question,
        ObjectIdentifier(TicketID.self): .ticket,
        ObjectIdentifier(GestureID.self): .gesture,
        ObjectIdentifier(SessionID.self): .session,
        ObjectIdentifier(RequestID.self): .requestID,
        ObjectIdentifier(Behavior.self): .behavior,
        ObjectIdentifier(Policy.self): .policy,
        ObjectIdentifier(StoredDraft.self): .draft,
        ObjectIdentifier(DraftKey.self): .draftKey,
        ObjectIdentifier(Credentials.self): .credentials,
        ObjectIdentifier(Verdict.self): .verdict,
        ObjectIdentifier(Presentation.self): .presentation,
        ObjectIdentifier(Rect.self): .rect,
        ObjectIdentifier(OpenRequest.self): .open,
        ObjectIdentifier(DisplaySpecification.self): .specification,
    ]

    /// The generic types among them are told by what they conform to, which takes time; a thread
    /// remembers them.
    static func of<Value>(_ type: Value.Type, in memory: inout SpreadTable<Leaf>) -> Leaf {
        let identifier = ObjectIdentifier(type)
        let address = UInt64(UInt(bitPattern: identifier))
        if let leaf = memory[address] { return leaf }
        let leaf: Leaf
        if let plain = known[identifier] {
            leaf = plain
        } else if type is any NamedEntries.Type {
            leaf = .unordered
        } else if type is any Pairs.Type {
            leaf = .unorderedPairs
        } else {
            leaf = .composite
        }
        memory[address] = leaf
        return leaf
    }
}

private protocol NamedEntries {}
private protocol Pairs {}
extension Set: NamedEntries {}
extension Dictionary: Pairs {}
