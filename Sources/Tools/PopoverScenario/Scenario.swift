// SPDX-License-Identifier: MIT

public import PopoverModel

/// A test with several clients, written in the language of `docs/reference/scenarios.md`.
public struct Scenario: Hashable, Sendable {
    /// The rule that the scenario tests, in one sentence.
    public internal(set) var title = ""
    /// The guideline rows that it proves: `G7`, `F39`.
    public internal(set) var proves: [String] = []
    /// Lines of TOML for the configuration of its daemon.
    public internal(set) var configuration: [String] = []
    var displays: [Display] = []
    var cast: [Part] = []
    public internal(set) var steps: [Step] = []

    /// A display that exists from the start.
    struct Display: Hashable, Sendable {
        var name: String
        /// The params of `display.set`.
        var members: [JSONValue.Member]
    }

    /// A client with its own process and connection.
    struct Part: Hashable, Sendable {
        var name: String
        var app: String
        var roles: [String]
    }

    /// One line of the scenario, or an implied check.
    public struct Step: Hashable, Sendable {
        /// From 1.
        public let line: Int
        /// The text of the line; empty for an implied check.
        public let text: String
        let action: Action
    }

    enum Action: Hashable, Sendable {
        /// Sends a request; the label identifies its response.
        case ask(String, label: String, method: String, Arguments)
        case answered(String, label: String, Outcome, [Expectation])
        /// Sends a notification.
        case tell(String, method: String, Arguments)
        /// Expects the next notification or request of the daemon.
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
        /// Stops sending and keeps reading.
        case finishes
        /// Closes its connection.
        case leaves
        /// Gets SIGKILL.
        case dies
    }

    enum DaemonAction: Hashable, Sendable {
        case dies
        case stops
        case returns
    }

    /// Whether it changes configuration, sessions or displays, which would disturb other clients.
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

    /// Its requests and notifications with their lines, except those that contain variables.
    public var messages: [(line: Int, method: String, params: JSONText)] {
        steps.compactMap { step in
            let (method, arguments): (String, Arguments)
            switch step.action {
            case .ask(_, _, let asked, let given): (method, arguments) = (asked, given)
            case .tell(_, let told, let given): (method, arguments) = (told, given)
            default: return nil
            }
            // Without bindings, this fails for variables.
            guard let params = try? arguments.object.value(in: [:]) else { return nil }
            return (step.line, method, params.text)
        }
    }

    public var pictures: [String] {
        steps.compactMap { if case .picture(let name) = $0.action { name } else { nil } }
    }

    /// Whether a line expects this method at a client.
    func expects(_ method: String, at client: String) -> Bool {
        steps.contains {
            if case .see(client, method, _) = $0.action { true } else { false }
        }
    }
}
