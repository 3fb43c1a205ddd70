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

    private init(_ code: ErrorReport.Code) {
        switch code {
        case .daemon(DaemonError.notPermitted), .local(.notPermitted): self = .notPermitted
        case .daemon, .local(.refused): self = .refused
        case .local(.usage), .local(.file): self = .usage
        case .local(.noDaemon), .local(.disconnected): self = .noDaemon
        case .local(.timedOut): self = .timedOut
        case .local(.protocolMismatch): self = .protocolMismatch
        case .local(.configuration): self = .configuration
        }
    }

    /// Writes an error, unless it has been written, and returns the exit status.
    static func report(_ error: any Error) -> Int32 {
        switch error {
        // The reader has seen enough: no error.
        case ClientError.outputClosed: return done.rawValue
        case let error as FileError where error.isReaderGone: return done.rawValue
        case let exit as ExitCode: return exit.rawValue
        case let error as ErrorReport: return report([error])
        case let error as ClientError: return report([ErrorReport(error)])
        case let error as FileError: return report([ErrorReport(error)])
        case let error as DrawingError: return report([ErrorReport(.refused, error.message)])
        case let error as InvalidConfiguration: return report(error.errors.map { ErrorReport($0) })
        default: return reportUsage(error)
        }
    }

    private static func report(_ errors: [ErrorReport]) -> Int32 {
        for error in errors { error.write() }
        return (errors.first?.code.map { ExitStatus($0) } ?? .refused).rawValue
    }

    /// ArgumentParser throws help and completions too: these are results, not usage errors.
    private static func reportUsage(_ error: any Error) -> Int32 {
        let text = Popoverctl.fullMessage(for: error)
        guard Popoverctl.exitCode(for: error) == .success else {
            guard !ErrorReport.isJSON else {
                return report([ErrorReport(.usage, Popoverctl.message(for: error))])
            }
            Terminal.write(line: text, to: .standardError)
            return usage.rawValue
        }
        Terminal.write(line: text, to: .standardOutput)
        return done.rawValue
    }
}
