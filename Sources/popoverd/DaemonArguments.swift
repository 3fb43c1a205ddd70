// SPDX-License-Identifier: MIT

import CCommandLine

/// What the daemon's command line says; nil and empty where it says nothing.
///
/// The daemon reads its own command line with the C library's argp, and not with the package that
/// its control program uses: that one brings Foundation, which takes a sixth of
/// the start and of the memory.
struct DaemonArguments: Hashable, Sendable {
    var configuration: String?
    var socket: String?
    var state: String?
    /// As it was written.
    var logLevel: String?
    /// As it was written.
    var readyDescriptor: String?
    /// The configuration is only to be checked.
    var checks = false
    /// Plugins that are to be tried in this process.
    var probedPlugins: [String] = []

    /// Reads that of this process. Where it asks for help or the version, or is wrong, the process
    /// ends here: with 0, or with 64 and a message on standard error.
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

    /// Ends the process with 64, and this message on standard error.
    static func refuse(_ message: String) -> Never {
        unsafe command_line_refuse(message)
    }

    private static func text(_ words: UnsafePointer<CChar>?) -> String? {
        unsafe words.map { unsafe String(cString: $0) }
    }
}
