// SPDX-License-Identifier: MIT

/// What the daemon has told a plugin that sees a screen: the displays that it knows, and what is to
/// be shielded.
package struct DaemonWord {
    /// What is other than before.
    package enum News: Hashable, Sendable {
        /// It has said which displays it knows; before, none could be set.
        case welcome
        case displayChanged
        case displayRemoved(String)
        case shields
        /// In words for the log.
        case refusal(String)
    }

    package var displays = KnownDisplays()
    package private(set) var shields = Shields()
    private let reader = DaemonLineReader()

    package init() {}

    /// nil: it is nothing that concerns a screen.
    package mutating func take(_ line: String) -> News? {
        switch reader.read(line) {
        case .welcomed(let known):
            displays.welcome(known)
            return .welcome
        case .displayChanged(let display):
            displays.note(display)
            return .displayChanged
        case .displayRemoved(let name):
            displays.forget(name)
            return .displayRemoved(name)
        case .shield(let display, let except):
            shields.set(display, except: except)
            return .shields
        case .refused(let request, let message): return .refusal("\(request): \(message)")
        case nil: return nil
        }
    }
}
