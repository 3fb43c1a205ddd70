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
    /// - Parameters:
    ///   - input: what its standard input has.
    ///   - program: what runs instead of popoverctl, such as a shell that runs it.
    ///   - outputFile: what it writes to instead of to a pipe; `output` stays empty then.
    init(
        _ arguments: [String], environment: [String: String] = [:], input: String = "",
        program: URL? = nil, outputFile: FileHandle? = nil
    ) throws {
        let process = Process()
        process.executableURL = try program ?? Self.executable
        process.arguments = arguments
        // A test does not depend on who runs it; a mutation of popoverctl has to reach its process.
        var variables = ["PATH": "/usr/bin:/bin", "COLUMNS": "60"]
        variables["POPOVER_MUTANT"] = ProcessInfo.processInfo.environment["POPOVER_MUTANT"]
        process.environment = variables.merging(environment) { $1 }
        let output = Pipe()
        let errors = Pipe()
        process.standardOutput = outputFile ?? output as Any
        process.standardError = errors
        let inputPipe = Pipe()
        process.standardInput = inputPipe
        try process.run()
        // What nobody was given would else be waited for below.
        if outputFile != nil { try output.fileHandleForWriting.close() }
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

    private init(status: Int32, output: String, errors: String) {
        self.status = status
        self.output = output
        self.errors = errors
    }

    /// The same as if a folder had not been named.
    func without(_ folder: String) -> Run {
        Run(
            status: status, output: output.replacingOccurrences(of: folder, with: ""),
            errors: errors.replacingOccurrences(of: folder, with: ""))
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
