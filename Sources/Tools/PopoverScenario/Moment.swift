// SPDX-License-Identifier: MIT

/// What is to be seen and heard while a scenario is played.
public enum Moment: Hashable, Sendable {
    /// A line of the story is about to be played.
    case step(Scenario.Step)
    /// It came out as it is written.
    case done(Scenario.Step)
    /// A line of the protocol, to or from a client's process.
    case traffic(client: String, line: String, isIncoming: Bool)
    /// A picture is to be taken here, by this name.
    case picture(String)
    /// What the scenario's own daemon has logged, once it has ended.
    case log(String)
}
