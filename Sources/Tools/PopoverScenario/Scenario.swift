// SPDX-License-Identifier: MIT

public import PopoverModel

/// A story of several clients that has to come out as it is written; its language is
/// `docs/reference/scenarios.md`.
public struct Scenario: Hashable, Sendable {
    /// One sentence: what has to be so.
    public internal(set) var title = ""
    /// The rows of the guidelines, or situations of the field, that it proves: `G7`, `F39`.
    public internal(set) var proves: [String] = []
    /// Lines of TOML that its daemon has to be configured with.
    public internal(set) var configuration: [String] = []
    var displays: [Display] = []
    var cast: [Part] = []
    public internal(set) var steps: [Step] = []

    /// A display that is there from the start.
    struct Display: Hashable, Sendable {
        var name: String
        /// The params of `display.set`.
        var members: [JSONValue.Member]
    }

    /// A client: one process, one connection.
    struct Part: Hashable, Sendable {
        var name: String
        var app: String
        var roles: [String]
    }

    /// One line of the story, or what follows from it.
    public struct Step: Hashable, Sendable {
        /// Counted from 1.
        public let line: Int
        /// As it is written; empty for what is only implied.
        public let text: String
        let action: Action
    }

    enum Action: Hashable, Sendable {
        /// Sends a request; its answer is known by the label.
        case ask(String, label: String, method: String, Arguments)
        case answered(String, label: String, Outcome, [Expectation])
        /// Sends a notification.
        case tell(String, method: String, Arguments)
        /// The next that the daemon sends to this client of its own accord.
        case see(String, method: String, [Expectation])
        case seeNothing(String)
        case reply(String, Reply)
        case leave(String, Leaving)
        case enter(String)
        case daemon(DaemonAction)
        case note(String)
        case picture(String)
    }

    enum Outcome: Hashable, Sendable {
        case result
        case failure
    }

    enum Reply: Hashable, Sendable {
        case result(Arguments)
        case error(String)
    }

    enum Leaving: Hashable, Sendable {
        /// Sends no more, and still reads.
        case finishes
        /// Closes its connection.
        case leaves
        /// Is killed.
        case dies
    }

    enum DaemonAction: Hashable, Sendable {
        case dies
        case stops
        case returns
    }

    /// Whether a daemon that runs already must not play it: others' configuration, sessions and
    /// displays are not ours.
    public var needsOwnDaemon: Bool {
        !configuration.isEmpty
            || steps.contains { step in
                switch step.action {
                case .daemon: true
                case .ask(_, _, let method, _), .tell(_, let method, _):
                    Self.administering.contains { method.hasPrefix($0) }
                default: false
                }
            }
    }

    private static let administering = [
        "display.", "session.", "config.", "plugin.", "log.", "shutdown", "popover.dismiss",
    ]

    /// The requests and notifications that are sent in it as they are written, with their lines;
    /// what has a part that is only known when it is played is left out.
    public var messages: [(line: Int, method: String, params: JSONText)] {
        steps.compactMap { step in
            let (method, arguments): (String, Arguments)
            switch step.action {
            case .ask(_, _, let asked, let given): (method, arguments) = (asked, given)
            case .tell(_, let told, let given): (method, arguments) = (told, given)
            default: return nil
            }
            // A name stands for what has been seen; nothing has.
            guard let params = try? arguments.object.value(in: [:]) else { return nil }
            return (step.line, method, params.text)
        }
    }

    /// The names of the pictures that are taken in it.
    public var pictures: [String] {
        steps.compactMap { if case .picture(let name) = $0.action { name } else { nil } }
    }

    /// The methods that the story speaks of for a client. What it does not speak of may pass unseen
    /// where it is only about the surroundings.
    func speaks(of method: String, to client: String) -> Bool {
        steps.contains {
            if case .see(client, method, _) = $0.action { true } else { false }
        }
    }
}
