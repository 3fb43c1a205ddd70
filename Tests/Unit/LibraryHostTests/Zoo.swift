// SPDX-License-Identifier: MIT

import Foundation
import LibraryHost
import PopoverModel
import Testing

/// A folder of plugins of all kinds, compiled from C while the test runs.
final class Zoo {
    let directory: String

    init() throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("popover-zoo-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o755])
        directory = folder.resolvingSymlinksInPath().path
    }

    deinit {
        // The folder is the system's temporary one: what cannot be removed now goes with it.
        try? FileManager.default.removeItem(atPath: directory)
    }

    func path(_ file: String) -> String { "\(directory)/\(file)" }

    /// Compiles a plugin and moves it into place, as an installation would.
    ///
    /// - Parameters:
    ///   - file: its name in the folder.
    ///   - definitions: macros of `fixture`, without the `-D`.
    @discardableResult
    func breed(
        _ file: String, _ definitions: [String] = [], source: String = fixture,
        header: String = headerFolder
    ) throws -> String {
        let path = path(file)
        let code = self.path("source.c")
        try source.write(toFile: code, atomically: true, encoding: .utf8)
        let flags = ["-std=c99", "-shared", "-fPIC", "-fvisibility=hidden", "-I\(header)"]
        let built = self.path("built")
        try run(["cc"] + flags + definitions.map { "-D\($0)" } + [code, "-o", built])
        try permit(built, 0o644)
        try move("built", to: file)
        return path
    }

    /// Puts a file in another's place in one step.
    func move(_ file: String, to place: String) throws {
        try #require(unsafe rename(path(file), path(place)) == 0)
    }

    func permit(_ path: String, _ mode: Int) throws {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }

    func remove(_ file: String) throws {
        try FileManager.default.removeItem(atPath: path(file))
    }

    func write(_ text: String, to file: String) throws {
        try text.write(toFile: path(file), atomically: true, encoding: .utf8)
        try permit(path(file), 0o644)
    }
}

/// `Sources/PopoverPlugins/Kit/CPopoverPlugin/include`, from this file's place in the tree.
let headerFolder = URL(fileURLWithPath: #filePath)
    .appendingPathComponent("../../../../Sources/PopoverPlugins/Kit/CPopoverPlugin/include")
    .standardized.path

/// Runs a command and requires that it ends with 0.
func run(_ command: [String]) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command
    let output = Pipe()
    process.standardError = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    try #require(process.terminationStatus == 0, "\(command.joined(separator: " ")): \(text)")
}
