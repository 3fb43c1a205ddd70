// SPDX-License-Identifier: MIT

public import PopoverModel

/// What one program of a plugin's may cost, and how long each step of its life may take.
public enum ProgramLimits {
    /// From its start to its manifest, and from `init` to the answer to it.
    public static let manifest = Interval.milliseconds(2000)
    /// From the notification `shutdown` to SIGTERM.
    public static let shutdown = Interval.milliseconds(2000)
    /// From SIGTERM to SIGKILL.
    public static let terminate = Interval.milliseconds(1000)
    /// Time to read the pipes of a program that has ended: one that left its group may hold them.
    public static let drain = Interval.milliseconds(200)

    /// Bytes of a line on standard output: what the protocol allows clients by default.
    public static let line = Limits().message
    /// Lines on standard output in `lineWindow`; a program that writes more is ended.
    public static let lines = Limits().requestsPerSecond
    public static let lineWindow = Interval.milliseconds(1000)
    /// Reports of its service in `lineWindow`, that all subscribers get; a program that sends more
    /// is ended.
    public static let services = 16
    /// Lines on standard output that are no JSON in `strayWindow`; with so many it is ended.
    public static let strayLines = 10
    public static let strayWindow = Interval.milliseconds(60_000)
    /// Warnings about invalid answers and messages that are logged in `strayWindow`; the others are counted.
    public static let warnings = 10
    /// Bytes that wait for a program to read them, besides the longest line.
    public static let output = 1024 * 1024
    /// A program has to read `leastRead` bytes in this time while something waits for it.
    public static let stall = Limits().outputStall
    public static let leastRead = 4096
    /// From the moment that it has read all that waited; until then late answers are no strikes.
    public static let catchUp = Interval.milliseconds(1000)

    /// Bytes of a line on standard error that are logged; the rest is cut off.
    public static let logLine = 1024
    /// Lines of standard error that are logged in `logWindow`.
    public static let logLines = 64
    public static let logWindow = Interval.milliseconds(1000)

    /// So many strikes within `strikeWindow` open the circuit.
    public static let strikes = 3
    public static let strikeWindow = Interval.milliseconds(60_000)
    /// From the opening of the circuit to the next try; twice as long each time.
    public static let shortestPause = Interval.milliseconds(5000)
    public static let longestPause = Interval.milliseconds(60_000)

    /// From a program's end to its next start; twice as long each time.
    public static let shortestRestart = Interval.milliseconds(250)
    public static let longestRestart = Interval.milliseconds(60_000)
    /// Who has run for so long begins anew with the shortest.
    public static let goodLife = Interval.milliseconds(60_000)

    /// Descriptors that it may have open.
    public static let descriptors = 1024
    /// MiB of address space, unless its settings say otherwise.
    public static let memory = 512
}
