// SPDX-License-Identifier: MIT

import Foundation
import LibUV
import PopoverScenario
import PopoverTestSupport
import Testing

/// The behavior of `Examples/Plugins` in three languages: clients cannot tell which one
/// answers.
@Suite("One behavior in C, in Swift and in Python")
struct LanguageTierTests {
    enum Language: String, CaseIterable {
        case c
        case swift
        case python
    }

    private static let examples = "Examples/Plugins"
    private static let names = ["confirm-stays", "confirm-answers"]

    init() {
        ignoreSIGPIPE()
    }

    @Test("It passes the same scenarios", arguments: Language.allCases, names)
    func comesOut(language: Language, name: String) throws {
        let folder = TemporaryFolder()
        try Self.install(language, in: folder.path)
        let story = try ScenarioFiles.text(of: "\(Self.examples)/Scenarios/\(name).scenario")
        let configuration = """
            config plugins.directory = "\(folder.path)"
            config plugin = [{ name = "confirm" }]

            """
        let transcript = try Transcript(of: try Scenario(text: configuration + story))
        #expect(transcript.difference == nil, "\(language): \(name)\n\(transcript.text)")
    }

    private static func install(_ language: Language, in folder: String) throws {
        let sources = ScenarioFiles.root.appending(path: examples).path
        switch language {
        case .c:
            let headers = ScenarioFiles.root.appending(
                path: "Sources/PopoverPlugins/Kit/CPopoverPlugin/include"
            ).path
            try run(
                "gcc", "-std=c99", "-Wall", "-Wextra", "-Werror", "-O2", "-fPIC", "-shared",
                "-fvisibility=hidden", "-I\(headers)", "-o", "\(folder)/libpopover-confirm.so",
                "\(sources)/C/confirm.c")
        case .swift:
            try Files.copy(
                "\(ScenarioFiles.programs)/libconfirm-example.so",
                to: "\(folder)/libpopover-confirm.so")
        case .python:
            try run("cp", "\(sources)/Python/popover-confirm.plugin", folder)
            try run("cp", "\(sources)/Python/popover_plugin.py", folder)
        }
    }

    private static func run(_ command: String...) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = command
        try process.run()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0, "\(command.joined(separator: " "))")
    }
}
