// SPDX-License-Identifier: MIT

import CCommandLine

/// The parsed command line; nil and empty for options not given.
///
/// The daemon uses the C library's argp instead of the control program's argument parser, since that
/// loads Foundation, a sixth of the start time and memory.
struct DaemonArguments: Hashable, Sendable {
    var configuration: String?
    var socket: String?
    var state: String?
    /// Not validated.
    var logLevel: String?
    /// Not validated.
    var readyDescriptor: String?
    /// Check the configuration only.
    var checks = false
    /// The plugins to probe in this process.
    var probedPlugins: [String] = []

    /// Parses this process's command line. For help, the version or an error, the process ends here:
    /// with 0, or with 64 and a message on standard error.
    init(version: String) {
        var line = unsafe command_line()
        unsafe command_line_read(CommandLine.argc, CommandLine.unsafeArgv, version, &line)
        configuration = unsafe Self.text(line.configuration)
        socket = unsafe Self.text(line.socket)
        state = unsafe Self.text(line.state)
        logLevel = unsafe Self.text(line.log_level)
        readyDescriptor = unsafe Self.text(line.ready_descriptor)
        checks = unsafe line.checks != 0
        for index in unsafe 0..<Int(line.probed_count) {
            if let path = unsafe Self.text(line.probed[index]) { probedPlugins.append(path) }
        }
    }

    /// Prints an error and ends the process with 64.
    static func refuse(_ message: String) -> Never {
        unsafe command_line_refuse(message)
    }

    private static func text(_ words: UnsafePointer<CChar>?) -> String? {
        unsafe words.map { unsafe String(cString: $0) }
    }
}
