// SPDX-License-Identifier: MIT

internal import ArgumentParser
internal import PopoverClient
internal import PopoverConfiguration
internal import PopoverDrawing

/// What the process ends with; part of the contract with scripts.
enum ExitStatus: Int32, CaseIterable {
    case done = 0
    /// The daemon said no, `lint` found something, a story did not come out as it is written, or
    /// a plugin did not answer as expected, or not at all.
    case refused = 1
    /// Wrong arguments, a file that cannot be read or written, or a plugin that cannot be tested.
    case usage = 2
    case noDaemon = 3
    case timedOut = 4
    case notPermitted = 5
    case protocolMismatch = 6
    case configuration = 78

    init(_ error: ClientError) {
        switch error {
        case .noDaemon, .disconnected: self = .noDaemon
        case .noAccess: self = .notPermitted
        case .timedOut: self = .timedOut
        case .protocolMismatch, .notUnderstood: self = .protocolMismatch
        case .daemon(let error):
            self = error.code == DaemonError.notPermitted ? .notPermitted : .refused
        // Whoever read the output has seen enough.
        case .outputClosed: self = .done
        }
    }

    /// Says what is wrong, where something is, and gives what to end with.
    static func report(_ error: any Error) -> Int32 {
        switch error {
        case ClientError.outputClosed: return done.rawValue
        case let error as ClientError:
            Terminal.complain(error.message)
            if case .noDaemon = error {
                Terminal.complain(
                    "does it run, and listen there? --socket names another place, and "
                        + "popoverctl doctor looks further")
            }
            return ExitStatus(error).rawValue
        case let error as InvalidConfiguration:
            for error in error.errors { Terminal.complain("\(error)") }
            return configuration.rawValue
        case let error as DrawingError:
            Terminal.complain(error.message)
            return refused.rawValue
        case let exit as ExitCode: return exit.rawValue
        case let error as FileError where error.isReaderGone: return done.rawValue
        case let error as FileError:
            Terminal.complain("\(error)")
            return usage.rawValue
        default: return reportUsage(error)
        }
    }

    /// What ArgumentParser threw: help and completions are results, everything else is usage.
    private static func reportUsage(_ error: any Error) -> Int32 {
        let text = Popoverctl.fullMessage(for: error)
        guard Popoverctl.exitCode(for: error) == .success else {
            Terminal.write(text + "\n", to: .standardError)
            return usage.rawValue
        }
        Terminal.write(text + "\n", to: .standardOutput)
        return done.rawValue
    }
}
