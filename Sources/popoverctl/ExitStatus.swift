// SPDX-License-Identifier: MIT

internal import ArgumentParser
internal import PopoverClient
internal import PopoverConfiguration
internal import PopoverDrawing

/// The exit statuses, on which scripts rely.
enum ExitStatus: Int32, CaseIterable {
    case done = 0
    /// The daemon refused, `lint` has findings, a scenario differs, or a plugin's verdict is wrong
    /// or missing.
    case refused = 1
    /// Wrong arguments, a file that cannot be read or written, or a plugin that cannot be loaded.
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
        // The reader has seen enough: no error.
        case .outputClosed: self = .done
        }
    }

    /// Writes the message of an error, if it has one, and returns the exit status.
    static func report(_ error: any Error) -> Int32 {
        switch error {
        case ClientError.outputClosed: return done.rawValue
        case let error as ClientError:
            var message = error.message
            if case .noDaemon = error { message += " (is popoverd running? see popoverctl doctor)" }
            Terminal.complain(message)
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

    /// ArgumentParser throws help and completions too: these are results, not usage errors.
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
