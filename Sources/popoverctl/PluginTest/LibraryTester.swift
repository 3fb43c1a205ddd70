// SPDX-License-Identifier: MIT

internal import PluginHost
internal import PopoverClient
internal import PopoverModel

/// A library in this process.
struct LibraryTester: PluginTester {
    let title: String
    let behaviors: [String]
    private let hooks: [String: Hooks]
    private let host: PluginHost

    init(file: String) throws(PluginTestError) {
        host = PluginHost(
            directories: [], clock: { Instant.now }, report: { Terminal.complain("\($0)") })
        do {
            let path = file.contains("/") ? file : "./\(file)"
            let state = try host.load(path: path)
            title = state.version.map { "\(state.name) \($0)" } ?? state.name
            behaviors = state.behaviors
        } catch {
            throw PluginTestError("\(error)")
        }
        hooks = Dictionary(
            host.behaviors.map { ($0.name, $0.hooks) }, uniquingKeysWith: { first, _ in first })
    }

    func isAsked(_ question: Question) -> Bool {
        question.behavior.flatMap { hooks[$0] }?.contains(question.hook) ?? false
    }

    func ask(_ question: Question) throws(PluginTestError) -> Verdict {
        guard let behavior = question.behavior else { return .abstain }
        return host.answer(question, of: behavior)
    }
}
