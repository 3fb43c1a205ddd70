// SPDX-License-Identifier: MIT

import LibUV
import LibraryHost
import PopoverModel

/// What the command line asks for without a daemon.
extension Daemon {
    /// Reads the configuration, touching nothing else; returns a line for each file that
    /// says that all is well.
    public static func check(_ options: DaemonOptions) throws(StartError) -> String {
        do throws(ConfigurationFault) {
            let files = try ConfigurationStore(path: options.configuration).files
            let words = files.map { "\($0): ok" }.joined(separator: "\n")
            return files.isEmpty ? "defaults: ok" : words
        } catch {
            throw StartError(.configuration, error.message)
        }
    }

    /// Tries plugins in this process, which may die of it, and writes a line for each to standard
    /// output: what a daemon starts before it loads a library (`PluginProber`).
    ///
    /// - Returns: the status to end with.
    public static func probe(_ paths: [String]) -> Int32 {
        // Whoever started it may be gone when one of them hangs.
        System.endAfter(
            seconds: UInt32(paths.count + 1) * UInt32(PluginProber.patience.milliseconds / 1000))
        let write = System.claimStandardOutput()
        let isDone = PluginProbe.run(paths: paths, isAlone: true) { line in write(line) }
        return isDone ? 0 : PluginProber.unfinished
    }

    /// Says on standard error why it did not start: in the journal as errors, elsewhere as it is,
    /// so that editors find the places in a configuration.
    public static func complain(_ error: StartError) {
        let isJournal = System.standardErrorIsJournal(environment("JOURNAL_STREAM"))
        for line in error.description.split(separator: "\n") {
            System.writeStandardError((isJournal ? "<3>" : "") + line + "\n")
        }
    }
}
