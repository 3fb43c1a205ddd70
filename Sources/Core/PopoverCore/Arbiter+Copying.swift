// SPDX-License-Identifier: MIT

import PopoverModel

/// The arbiter begins, is copied and is read with all its members, or the compiler finds the forgotten one.
extension Arbiter {
    public init() {
        self.init(
            now: Instant(microseconds: 0), wallClockAhead: 0,
            settings: Settings(displays: [], administrators: []), isConfigured: false,
            hasLoaded: false, stage: .running, reaction: Reaction(),
            identifiers: IdentifierCounters(), plugins: Plugins(), clients: Clients(),
            displays: Displays(), regions: Regions(), popovers: Registry<PopoverID, Popover>(),
            hints: Registry<PopoverID, Popover>(), views: Registry<ViewID, View>(), gestures: [],
            panels: Registry<PanelID, Panel>(), alerts: Registry<AlertID, Alert>(),
            session: SessionState(), objects: Shares(), calls: Registry<CallID, PendingCall>(),
            questions: Registry<QuestionID, Asked>(), orders: Registry<TicketID, PendingOrder>(),
            deadlines: Deadlines(), drafts: Drafts(), bus: Bus(), decisionLog: DecisionLog(),
            counters: Counters())
    }

    /// Another arbiter with the same state, for the explorer, recordings and tests.
    ///
    /// The arbiter is large: its copies are explicit, so that a rule with an accidental one does not
    /// compile. A copy counts all references in the state, which takes thousands of instructions.
    public borrowing func copy() -> Arbiter {
        Arbiter(
            now: now, wallClockAhead: wallClockAhead, settings: settings,
            isConfigured: isConfigured, hasLoaded: hasLoaded, stage: stage, reaction: reaction,
            identifiers: identifiers, plugins: plugins, clients: clients, displays: displays,
            regions: regions, popovers: popovers, hints: hints, views: views, gestures: gestures,
            panels: panels, alerts: alerts, session: session, objects: objects, calls: calls,
            questions: questions, orders: orders, deadlines: deadlines, drafts: drafts, bus: bus,
            decisionLog: decisionLog, counters: counters)
    }
}

/// Reading and writing, as for a `Codable` type. Those can be copied, so `Checkpoint` is one instead.
extension Arbiter {
    private enum Key: CodingKey {
        case now, wallClockAhead, settings, isConfigured, hasLoaded, stage, reaction,
            identifiers, plugins, clients, displays, regions, popovers, hints, views, gestures,
            panels, alerts, session, objects, calls, questions, orders, deadlines, drafts, bus,
            decisionLog, counters
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        func read<Value: Decodable>(_ key: Key) throws -> Value {
            try container.decode(Value.self, forKey: key)
        }
        try self.init(
            now: read(.now), wallClockAhead: read(.wallClockAhead), settings: read(.settings),
            isConfigured: read(.isConfigured), hasLoaded: read(.hasLoaded), stage: read(.stage),
            reaction: read(.reaction), identifiers: read(.identifiers), plugins: read(.plugins),
            clients: read(.clients), displays: read(.displays), regions: read(.regions),
            popovers: read(.popovers), hints: read(.hints), views: read(.views),
            gestures: read(.gestures), panels: read(.panels), alerts: read(.alerts),
            session: read(.session), objects: read(.objects), calls: read(.calls),
            questions: read(.questions), orders: read(.orders), deadlines: read(.deadlines),
            drafts: read(.drafts), bus: read(.bus), decisionLog: read(.decisionLog),
            counters: read(.counters))
    }

    public borrowing func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        for (key, value) in members { try container.encode(value, forKey: key) }
    }

    private var members: [(key: Key, value: any Codable)] {
        [
            (.now, now), (.wallClockAhead, wallClockAhead), (.settings, settings),
            (.isConfigured, isConfigured), (.hasLoaded, hasLoaded), (.stage, stage),
            (.reaction, reaction), (.identifiers, identifiers), (.plugins, plugins),
            (.clients, clients), (.displays, displays), (.regions, regions), (.popovers, popovers),
            (.hints, hints), (.views, views), (.gestures, gestures), (.panels, panels),
            (.alerts, alerts), (.session, session), (.objects, objects), (.calls, calls),
            (.questions, questions), (.orders, orders), (.deadlines, deadlines), (.drafts, drafts),
            (.bus, bus), (.decisionLog, decisionLog), (.counters, counters),
        ]
    }

    /// What a reflection of the arbiter finds, which sees nothing in a type without copies.
    var children: [(name: String, value: Any)] { members.map { ($0.key.stringValue, $0.value) } }
}
