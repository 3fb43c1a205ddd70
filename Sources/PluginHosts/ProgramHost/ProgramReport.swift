// SPDX-License-Identifier: MIT

public import PopoverModel

/// Something about a program that the daemon should log; nothing in it needs a decision.
public enum ProgramReport: Hashable, Sendable, CustomStringConvertible {
    /// A line of its standard error.
    case said(LogLevel, String)
    /// What it says of its work now.
    case service(PluginService)
    /// Lines of its standard error that were too many.
    case leftOut(Int)
    /// A line on standard output that is no JSON, as far as it can be read.
    case strayOutput(String)
    /// Its answer to a question made no sense; what was wrong.
    case badAnswer(QuestionID, String)
    case late(QuestionID)
    /// An answer to what was not asked, or is not open any more.
    case unexpectedAnswer(String)
    case wrongMessage(RequestError)
    /// It is not asked for so long.
    case circuitOpened(Interval)
    case circuitClosed
    /// It ended, or was ended, and is started again after so long; never where that is nil.
    case ended(ProgramError, restart: Interval?)

    public var level: LogLevel {
        switch self {
        case .said(let level, _): level
        case .service(let service): service.state == .serving ? .info : .warning
        case .circuitClosed: .info
        case .leftOut, .strayOutput, .badAnswer, .late, .unexpectedAnswer, .wrongMessage,
            .circuitOpened:
            .warning
        case .ended: .error
        }
    }

    public var description: String {
        switch self {
        case .said(_, let line): line
        case .service(let service): service.words
        case .leftOut(let count): "\(count) more lines on standard error left out"
        case .strayOutput(let line):
            "standard output has a line that is not JSON (write messages for people to standard error): "
                + line
        case .badAnswer(let id, let message): "invalid answer to \(id): \(message)"
        case .late(let id): "did not answer \(id) in time"
        case .unexpectedAnswer(let id): "answered \(id), which is not open"
        case .wrongMessage(let failure): failure.message
        case .circuitOpened(let pause):
            "suspended for \(pause.milliseconds) ms: too many late or invalid answers"
        case .circuitClosed: "answers again"
        case .ended(let error, let restart):
            error.description
                + (restart.map { "; restarting in \($0.milliseconds) ms" } ?? "")
        }
    }
}
