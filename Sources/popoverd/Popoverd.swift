// SPDX-License-Identifier: MIT

import LibUV
import PopoverDaemon
import PopoverModel
import PopoverWire

/// The entry point: parses the command line and sets the exit status.
@main
struct Popoverd {
    static func main() {
        System.shareHeap()
        let line = DaemonArguments(version: ServerVersion.number)
        guard line.probedPlugins.isEmpty else {
            System.endProcess(with: Daemon.probe(line.probedPlugins))
        }
        let status: ExitStatus
        do throws(StartError) {
            if line.checks {
                System.writeStandardOutput(try Daemon.check(DaemonOptions(line)) + "\n")
                status = .success
            } else {
                status = try Daemon(DaemonOptions(line)).run()
            }
        } catch {
            Daemon.report(error)
            status = error.status
        }
        System.endProcess(with: status.rawValue)
    }
}

extension DaemonOptions {
    /// Ends the process if an option is invalid.
    fileprivate init(_ line: DaemonArguments) {
        self.init()
        configuration = line.configuration
        socket = line.socket
        state = line.state
        if let name = line.logLevel {
            logLevel = LogLevel(rawValue: name)
            if logLevel == nil {
                let levels = LogLevel.allCases.map(\.rawValue).joined(separator: ", ")
                DaemonArguments.refuse(
                    "the value '\(name)' is invalid for '--log-level': expected one of \(levels)")
            }
        }
        if let number = line.readyDescriptor {
            readyDescriptor = Int32(number).flatMap { $0 >= 0 ? $0 : nil }
            if readyDescriptor == nil {
                DaemonArguments.refuse(
                    "the value '\(number)' is invalid for '--ready-fd': expected a descriptor number"
                )
            }
        }
    }
}
