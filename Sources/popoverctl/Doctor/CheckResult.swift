// SPDX-License-Identifier: MIT

internal import PopoverModel
internal import PopoverWire

struct CheckResult: Hashable {
    enum State: String, CaseIterable {
        case ok
        /// Nothing is wrong, or it cannot be checked from here.
        case note
        case wrong
    }

    /// What was checked, in a word or two.
    var check: String
    var state: State
    var message: String
    /// What to do; nil if nothing.
    var remedy: String?

    static func ok(_ check: String, _ message: String) -> CheckResult {
        CheckResult(check: check, state: .ok, message: message)
    }

    static func note(_ check: String, _ message: String, _ remedy: String? = nil) -> CheckResult {
        CheckResult(check: check, state: .note, message: message, remedy: remedy)
    }

    static func wrong(_ check: String, _ message: String, _ remedy: String) -> CheckResult {
        CheckResult(check: check, state: .wrong, message: message, remedy: remedy)
    }

    /// One line, and another with the remedy if there is one.
    var lines: [String] {
        let state = state.rawValue
        let padding = String(repeating: " ", count: 6 - state.count)
        return ["\(state)\(padding)\(check): \(message)"]
            + (remedy.map { ["      do: \($0)"] } ?? [])
    }

    func write(to object: inout JSONWriter) {
        object.member("check", check)
        object.member("state", state.rawValue)
        object.member("message", message)
        object.member("remedy", ifPresent: remedy)
    }
}
