// SPDX-License-Identifier: MIT

import PopoverCore
import PopoverModel

/// What may happen next, as bytes choose.
extension SessionWorld {
    mutating func request(_ bytes: inout InputBytes, by slot: Int) throws(Broken) {
        guard slots[slot].client != nil else { return try connect(slot, &bytes) }
        slots[slot].requests += 1
        // Most requests want an answer.
        let isNotification = slots[slot].requests % 8 == 7
        let line = RequestLines.line(
            &bytes, id: isNotification ? nil : slots[slot].requests)
        try receive(line + [UInt8(ascii: "\n")], by: slot)
    }

    mutating func answerCall(_ bytes: inout InputBytes) throws(Broken) {
        guard !calls.isEmpty else { return }
        let choice = bytes.byte()
        let asked = calls[Int(choice >> 4) % calls.count]
        let results = [
            #""result":{}"#, #""result":{"draft":{"text":"work"}}"#, #""result":{"saved":true}"#,
            #""error":{"code":1,"message":"no"}"#, #""result":{"draft":"\#(Self.long)"}"#,
            #""result":{"draft":null}"#,
        ]
        let line = #"{"jsonrpc":"2.0","id":"\#(asked.call)",\#(results[Int(choice & 7) % 6])}"#
        // Now and then it answers again.
        if choice & 8 == 0 { _ = takeCall(Int(choice >> 4) % calls.count) }
        guard let slot = slots.firstIndex(where: { $0.client == asked.client }) else { return }
        try receive(Array((line + "\n").utf8), by: slot)
    }

    private static let long = String(repeating: "z", count: 80)

    mutating func decide(_ bytes: inout InputBytes) throws(Broken) {
        guard !questions.isEmpty else { return }
        let choice = bytes.byte()
        let index = Int(choice & 3) % questions.count
        let question = choice & 4 == 0 ? takeQuestion(index) : questions[index]
        let verdict = bytes.pick(SessionPlugins.verdicts(at: question.hook))
        try send(.answered(question.id, question.respondent, verdict))
    }

    mutating func disk(_ bytes: inout InputBytes) throws(Broken) {
        guard let ticket = takeStore() else { return }
        let works = bytes.byte() & 1 == 0
        try send(works ? .draftsStored(ticket) : .draftsNotStored(ticket))
    }

    mutating func passTime(_ bytes: inout InputBytes) throws(Broken) {
        let spans: [Int64] = [1, 10, 40, 200, 400, 1500, 5000, 60_000, 3_600_000]
        let end = now + .milliseconds(bytes.pick(spans))
        var count = 0
        while count < 8, !hasEnded, let deadline = arbiter.nextDeadline, deadline <= end {
            count += 1
            now = max(now, deadline)
            try send(.deadlineReached)
        }
        now = end
    }

    /// The timer may come late, and again.
    mutating func deadline() throws(Broken) {
        if let deadline = arbiter.nextDeadline { now = max(now, deadline) }
        try send(.deadlineReached)
    }

    mutating func connect(_ slot: Int, _ bytes: inout InputBytes) throws(Broken) {
        let choice = bytes.byte()
        try connect(
            slot, uid: choice & 1 == 0 ? 1000 : 0, plugin: choice & 2 == 0 ? nil : "quiet")
    }

    mutating func leave(_ slot: Int, politely: Bool) throws(Broken) {
        guard let client = slots[slot].client else { return }
        if politely { return try send(.clientFinished(client)) }
        slots[slot] = Slot()
        try send(.clientDisconnected(client))
    }

    mutating func finishTwice(_ slot: Int) throws(Broken) {
        try leave(slot, politely: true)
        try leave(slot, politely: false)
    }

    mutating func administered(_ bytes: inout InputBytes) throws(Broken) {
        guard let ticket = takeOrder() else { return }
        let isDone = bytes.byte() & 1 == 0
        try send(.administered(ticket, isDone ? .done : .failed(.failed(message: "no"))))
    }

    mutating func changePlugins(_ bytes: inout InputBytes) throws(Broken) {
        let choice = bytes.byte()
        let behavior = SessionPlugins.behaviors[Int(choice >> 2) % SessionPlugins.behaviors.count]
        switch choice & 3 {
        case 0: try send(.behaviorUnloaded(name: behavior.name))
        case 1: try send(.behaviorLoaded(behavior))
        default:
            let mask = Int(choice >> 2)
            let policies = SessionPlugins.policies.indices.filter { mask >> $0 & 1 == 1 }
            try send(.policiesChanged(policies.map { SessionPlugins.policies[$0] }))
        }
    }

    mutating func configure(_ bytes: inout InputBytes) throws(Broken) {
        let choice = bytes.byte()
        var settings = Self.settings
        if choice & 1 != 0 { settings.displays.removeLast() }
        if choice & 2 != 0 { settings.displays[0].size = Size(width: 300, height: 300) }
        if choice & 4 != 0 { settings.isBusOpen = false }
        if choice & 8 != 0 {
            settings.bindings = [
                Settings.Binding(subject: .role(.shell), users: [0], groups: []),
                Settings.Binding(subject: .method(.lockSession), users: [1000], groups: []),
            ]
        }
        if choice & 16 != 0 { settings.limits.draftDays = 1 }
        if choice & 32 != 0 { settings.limits.alerts = 1 }
        if choice & 64 != 0 { settings.administrators = [] }
        try send(.configured(settings))
    }

    mutating func setWallClock(_ bytes: inout InputBytes) throws(Broken) {
        let ahead: [Int64] = [
            0, 1_700_000_000_000_000, 1_700_090_000_000_000, -1_000_000_000,
            4_000_000_000_000_000,
        ]
        try send(.wallClockSet(ahead: bytes.pick(ahead)))
    }
}
