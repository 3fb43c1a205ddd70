// SPDX-License-Identifier: MIT

import PopoverModel

/// The character of a simulated client.
struct Temperament {
    let app: String
    let uid: UInt32
    let roles: [String]
    /// The methods that it uses, some of them repeated for a higher rate.
    let methods: [Method]
    /// Between two actions, in milliseconds.
    let pace: ClosedRange<Int>
    let carelessness: Int
    /// Does nothing that would disconnect it, and sees all events.
    let isWatcher: Bool

    static let watcher = Temperament(
        app: "watcher", uid: 7, roles: ["observer"], methods: [.status, .listDrafts],
        pace: 500...5000, carelessness: 0, isWatcher: true)

    /// - Parameter mayAdminister: whether it may be an administrator, who ends sessions at any time.
    static func drawn(
        _ chance: inout Chance, allowsShutdown: Bool, mayAdminister: Bool = true
    ) -> Temperament {
        let isAdministrator = chance.below(8) == 0 && mayAdminister
        var roles = chance.pick([
            ["app"], ["app"], ["app"], ["app", "shell"], ["shell", "input"], ["input"],
            ["observer", "app"], ["app", "shell", "input"],
        ])
        if chance.below(10) == 0 { roles.append("observer") }
        var methods = often
        if roles.contains("input") { methods += input + input + input }
        if isAdministrator {
            methods += Method.allCases.filter { $0 != .shutdown && $0 != .endSession }
            methods.append(.endSession)
            if allowsShutdown && chance.below(20) == 0 { methods.append(.shutdown) }
        } else if chance.below(3) == 0 {
            methods += Method.allCases.filter { $0 != .shutdown }
        }
        // A client that queries everything again and again.
        if chance.below(4) == 0 { methods += Array(repeating: .subscribe, count: 20) }
        return Temperament(
            app: chance.pick(["shop", "cafe", "x-1"]),
            uid: isAdministrator ? 0 : chance.pick([1000, 1000, 1001]), roles: roles,
            methods: methods, pace: chance.pick([5...60, 20...400, 100...3000]),
            carelessness: chance.pick([0, 20, 100, 400]), isWatcher: false)
    }

    private static let input: [Method] = [.tap, .tap, .tap, .pointer, .pointer, .key]

    private static let often: [Method] = [
        .open, .open, .open, .open, .open, .open, .close, .close, .close, .update, .choose,
        .detach, .raisePanel, .setPanel, .closePanel, .saveDraft, .saveDraft, .loadDraft,
        .discardDraft,
        .listDrafts,
        .raiseAlert, .raiseAlert, .answerAlert, .answerAlert, .answerAlert, .cancelAlert,
        .cancelRequest, .presentView, .closeView, .closeView, .setSource, .setSource,
        .removeSource, .setSurface, .removeSurface, .setOccluder, .removeOccluder, .subscribe,
        .unsubscribe, .publish, .publish, .explain,
    ]
}
