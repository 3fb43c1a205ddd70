// SPDX-License-Identifier: MIT

import Foundation
import PopoverScenario

/// A row of `Tests/Scenarios/rows.txt`, its scenarios and the sources of its rule.
struct GuidelineRow {
    /// `G7`, `K2`, `A1` or `F39`.
    let id: String
    let demand: String
    /// Why no scenario proves it, or proves only a part of it.
    let reason: String?
    /// File names in `Tests/Scenarios`.
    var scenarios: [String] = []
    /// Tests of the rules that name it.
    var tests: [String] = []
    /// Sources that name it.
    var sources: [String] = []

    /// The folders of the rules; other sources only mention rows.
    private static let rules = [
        "Sources/Core/PopoverCore", "Sources/Core/PopoverModel", "Sources/PopoverPlugins",
        "Sources/Daemon/PopoverDaemon", "Sources/Daemon/PopoverStorage",
        "Sources/PluginHosts/LibraryHost",
    ]

    /// All rows, in their order.
    static func all() throws -> [GuidelineRow] {
        var rows = try ScenarioFiles.text(of: "Tests/Scenarios/rows.txt").split(separator: "\n")
            .filter { !$0.hasPrefix("#") }
            .map { line in
                let parts = line.split(separator: "|").map {
                    $0.trimmingCharacters(in: .whitespaces)
                }
                return GuidelineRow(
                    id: parts[0], demand: parts[1], reason: parts.count > 2 ? parts[2] : nil)
            }
        let scenarios = try ScenarioFiles.names.map { ($0, try ScenarioFiles.scenario($0)) }
        let tests = try Mentions(in: [
            "Tests/Unit/PopoverCoreTests", "Tests/Models/Placement/PlacementTests",
        ])
        let sources = try Mentions(in: rules)
        for index in rows.indices {
            let id = rows[index].id
            rows[index].scenarios = scenarios.filter { $0.1.proves.contains(id) }.map(\.0)
            rows[index].tests = tests.files(naming: id)
            rows[index].sources = sources.files(naming: id)
        }
        return rows
    }

    /// Its group: `G`, `K`, `A` or `F`.
    var kind: Character { id[id.startIndex] }
}

/// Which Swift files name which rows.
private struct Mentions {
    private var files: [String: [String]] = [:]

    init(in folders: [String]) throws {
        let row = /\b[AGKF][0-9]{1,2}\b/
        for folder in folders {
            for path in ScenarioFiles.files(below: folder, endingIn: ".swift") {
                let names = try ScenarioFiles.text(of: path).matches(of: row).map { String($0.0) }
                for name in Set(names) { files[name, default: []].append(path) }
            }
        }
    }

    func files(naming row: String) -> [String] { files[row] ?? [] }
}
