// SPDX-License-Identifier: MIT

/// Something to report while a scenario is played.
public enum Moment: Hashable, Sendable {
    /// A step is about to be played.
    case step(Scenario.Step)
    /// A step has succeeded.
    case done(Scenario.Step)
    /// A protocol line to or from a client.
    case traffic(client: String, line: String, isIncoming: Bool)
    /// Take a picture with this name.
    case picture(String)
    /// The log of the scenario's own daemon, after it has ended.
    case log(String)
}
