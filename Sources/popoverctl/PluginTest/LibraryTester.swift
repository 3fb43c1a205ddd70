// SPDX-License-Identifier: MIT

internal import PluginHost
internal import PopoverClient
internal import PopoverModel

/// A library in this process.
struct LibraryTester: PluginTester {
    let title: String
    let behaviors: [String]
    private let roster: Roster
    private let host: PluginHost

    init(file: String) throws(PluginTestError) {
        host = PluginHost(
            directories: [], clock: { Instant.now }, report: { Terminal.complain("\($0)") })
        do {
            let state = try host.load(path: file.contains("/") ? file : "./\(file)")
            title = state.version.map { "\(state.name) \($0)" } ?? state.name
            behaviors = state.behaviors
            roster = Roster(plugin: state.name, hooks: state.hooks, behaviors: host.behaviors)
        } catch {
            throw PluginTestError("\(error)")
        }
    }

    func isAsked(_ question: Question) -> Bool { roster.respondent(to: question) != nil }

    func ask(_ question: Question) throws(PluginTestError) -> Verdict {
        guard let respondent = roster.respondent(to: question) else { return .abstain }
        guard let verdict = host.answer(question, by: respondent) else {
            throw PluginTestError("it is suspended, or gone")
        }
        return verdict
    }

    func close() {}
}
