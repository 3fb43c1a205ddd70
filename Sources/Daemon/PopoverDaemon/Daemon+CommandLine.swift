// SPDX-License-Identifier: MIT

import LibUV
import LibraryHost
import PopoverModel

/// Commands that need no running daemon.
extension Daemon {
    /// Has popoverctl check the configuration file, in place of this process: one checker finds the same in
    /// both, and its plugins are tried where they harm nobody. Returns a line if there is no file.
    public static func check(_ options: DaemonOptions) throws(StartError) -> String {
        guard let file = options.configuration else { return "defaults: valid" }
        let checker = System.programDirectory + "/popoverctl"
        let error = System.replaceProcess(with: [checker, "config", "check", "--", file])
        throw StartError(.operatingSystem, "cannot run \(checker): \(error)")
    }

    /// Probes libraries in this process, which may crash; writes a line each to standard output.
    /// The daemon starts this before it loads a library (`PluginProber`). Returns the exit status.
    public static func probe(_ paths: [String]) -> Int32 {
        // If a library hangs, the process that started this one may be gone.
        System.endAfter(
            seconds: UInt32(paths.count + 1) * UInt32(PluginProber.timeout.milliseconds / 1000))
        let write = System.claimStandardOutput()
        let isDone = PluginProbe.run(paths: paths, isAlone: true) { line in write(line) }
        return isDone ? 0 : PluginProber.unfinished
    }

    /// Writes why the daemon did not start to standard error: with a priority for the journal,
    /// otherwise unchanged, so that editors recognize the locations in a configuration.
    public static func report(_ error: StartError) {
        let isJournal = System.standardErrorIsJournal(environment("JOURNAL_STREAM"))
        for line in error.description.split(separator: "\n") {
            System.writeStandardError((isJournal ? "<3>" : "") + line + "\n")
        }
    }

    /// Drafts are in memory, and programs of plugins run as the same user.
    func refuseInspection() throws(StartError) {
        do throws(UVError) {
            try System.refuseInspection()
        } catch {
            throw StartError(.operatingSystem, "\(error)")
        }
    }
}
