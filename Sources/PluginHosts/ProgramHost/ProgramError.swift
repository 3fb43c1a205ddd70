// SPDX-License-Identifier: MIT

public import LibUV
public import PopoverModel

/// Why a program does not run, or not any more.
public enum ProgramError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is missing, or what the system says.
    case cannotStart(String)
    case exited(ChildProcess.Exit)
    /// It did not say in time what it is.
    case noManifest
    /// It did not answer `init` in time.
    case notReady
    case badManifest(RequestError)
    /// It calls itself otherwise than its settings.
    case otherName(String)
    /// Of options in the settings.
    case badOptions(RequestError)
    /// It answered `init` with an error.
    case declined(RequestError)
    case lineTooLong
    case strayOutput
    case flood
    case tooManyServices
    case closedOutput
    /// Too much waits for it to be read, or it has closed its standard input.
    case doesNotRead

    /// The exit status of the launcher if it could not become the program; the last line on standard error
    /// says why.
    private static let launchFailure: Int32 = 125

    /// - Parameter launchError: what the launcher says, if it has not become the program.
    init(_ exit: ChildProcess.Exit, _ launchError: String?) {
        if exit == .status(Self.launchFailure), let launchError {
            self = .cannotStart(launchError)
        } else {
            self = .exited(exit)
        }
    }

    /// Nothing but a person's hand can make it better: starting it again does not.
    public var isLasting: Bool {
        switch self {
        case .cannotStart, .badManifest, .otherName, .badOptions, .declined: true
        case .exited, .noManifest, .notReady, .lineTooLong, .strayOutput, .flood,
            .tooManyServices, .closedOutput, .doesNotRead:
            false
        }
    }

    public var description: String {
        switch self {
        case .cannotStart(let message): "cannot start: \(message)"
        case .exited(.status(let status)): "exited with status \(status)"
        case .exited(.signal(let signal)): "was killed by signal \(signal.rawValue)"
        case .noManifest:
            "did not answer getmanifest within \(ProgramLimits.manifest.milliseconds) ms"
        case .notReady: "did not answer init within \(ProgramLimits.manifest.milliseconds) ms"
        case .badManifest(let failure): "invalid manifest: \(failure.message)"
        case .otherName(let name):
            "its manifest names it \"\(name)\", unlike its section [[plugin]]"
        case .badOptions(let failure): failure.message
        case .declined(let failure): "init: \(failure.message)"
        case .lineTooLong:
            "wrote a line of more than \(ProgramLimits.line) bytes to standard output"
        case .strayOutput:
            "wrote \(ProgramLimits.strayLines) lines that are not JSON to standard output within "
                + "\(ProgramLimits.strayWindow.milliseconds) ms"
        case .flood:
            "wrote more than \(ProgramLimits.lines) lines to standard output within "
                + "\(ProgramLimits.lineWindow.milliseconds) ms"
        case .tooManyServices:
            "reported its service more than \(ProgramLimits.services) times within "
                + "\(ProgramLimits.lineWindow.milliseconds) ms"
        case .closedOutput: "closed its standard output"
        case .doesNotRead: "does not read its standard input"
        }
    }
}
