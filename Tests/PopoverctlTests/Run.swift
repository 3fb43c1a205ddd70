// SPDX-License-Identifier: MIT

import FakeDaemon
import Foundation
import Glibc

/// One run of the real popoverctl, as a shell sees it.
struct Run {
    let status: Int32
    let output: String
    let errors: String

    /// Runs it and waits for its end.
    /// - Parameter input: what its standard input has.
    init(
        _ arguments: [String], environment: [String: String] = [:], input: String = ""
    ) throws {
        let process = Process()
        process.executableURL = try Self.executable
        process.arguments = arguments
        // A test does not depend on who runs it.
        process.environment = ["PATH": "/usr/bin:/bin", "COLUMNS": "60"].merging(environment) {
            $1
        }
        let output = Pipe()
        let errors = Pipe()
        process.standardOutput = output
        process.standardError = errors
        let inputPipe = Pipe()
        process.standardInput = inputPipe
        try process.run()
        // The input of these tests fits into a pipe too.
        try inputPipe.fileHandleForWriting.write(contentsOf: Data(input.utf8))
        try inputPipe.fileHandleForWriting.close()
        // The errors of these tests fit into a pipe, so that one after the other is fine.
        self.output = String(
            decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        self.errors = String(
            decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        status = process.terminationStatus
    }

    /// Runs it against a daemon with this script.
    init(_ daemon: FakeDaemon, _ arguments: String...) throws {
        try self.init(["--socket", daemon.path] + arguments)
    }

    /// popoverctl lies beside the tests that are run.
    static var executable: URL {
        get throws {
            let tests = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
            let beside = tests.deletingLastPathComponent().appendingPathComponent("popoverctl")
            guard FileManager.default.isExecutableFile(atPath: beside.path) else {
                throw CocoaError(.fileNoSuchFile)
            }
            return beside
        }
    }
}
