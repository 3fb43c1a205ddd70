// SPDX-License-Identifier: MIT

internal import PopoverModel
internal import PopoverWire

/// What one check of an installation came to.
struct Finding: Hashable {
    enum State: String, CaseIterable {
        case ok
        /// Nothing is wrong with it, or nobody can tell from here.
        case note
        case wrong
    }

    /// What was looked at, in a word or two.
    var check: String
    var state: State
    /// What was found.
    var message: String
    /// What to do about it; nil where nothing is to be done.
    var remedy: String?

    static func ok(_ check: String, _ message: String) -> Finding {
        Finding(check: check, state: .ok, message: message)
    }

    static func note(_ check: String, _ message: String, _ remedy: String? = nil) -> Finding {
        Finding(check: check, state: .note, message: message, remedy: remedy)
    }

    static func wrong(_ check: String, _ message: String, _ remedy: String) -> Finding {
        Finding(check: check, state: .wrong, message: message, remedy: remedy)
    }

    /// One line, and one more where something is to be done.
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
