// SPDX-License-Identifier: MIT

import Foundation
import PopoverScenario
import Testing

/// Holds `docs/development/guidelines.md` to the rows, the scenarios and the sources.
@Suite("The guidelines' document")
struct GuidelineDocumentTests {
    @Test("It is what the scenarios and sources say; POPOVER_UPDATE=1 rewrites it")
    func isCurrent() throws {
        let rendered = GuidelineDocument(rows: try GuidelineRow.all()).text
        let path = "docs/development/guidelines.md"
        if ProcessInfo.processInfo.environment["POPOVER_UPDATE"] == "1" {
            try rendered.write(
                to: ScenarioFiles.root.appending(path: path), atomically: true, encoding: .utf8)
        }
        let isCurrent = try ScenarioFiles.text(of: path) == rendered
        #expect(
            isCurrent,
            "\(path): write it anew with POPOVER_UPDATE=1 swift test --filter GuidelineDocument")
    }

    @Test("Every row is proven, or says why not")
    func everyRow() throws {
        for row in try GuidelineRow.all() {
            #expect(
                !row.scenarios.isEmpty || !row.tests.isEmpty || row.reason != nil,
                "nothing proves \(row.id): \(row.demand)")
            if row.kind != "F", !row.scenarios.isEmpty {
                #expect(!row.sources.isEmpty, "no source says that it holds \(row.id)")
            }
        }
    }

    @Test("Of the field's 96 situations at least 90 are proven")
    func situations() throws {
        let situations = try GuidelineRow.all().filter { $0.kind == "F" }
        #expect(situations.map(\.id) == (1...96).map { "F\($0)" })
        let proven = situations.filter { !$0.scenarios.isEmpty || !$0.tests.isEmpty }
        #expect(proven.count >= 90, "\(proven.count)")
    }

    @Test("A scenario proves rows that there are", arguments: ScenarioFiles.names)
    func knownRows(name: String) throws {
        let known = Set(try GuidelineRow.all().map(\.id))
        let unknown = try ScenarioFiles.scenario(name).proves.filter { !known.contains($0) }
        #expect(unknown.isEmpty)
        let first = try #require(try ScenarioFiles.scenario(name).proves.first)
        let digits = first.dropFirst().count == 1 ? "0\(first.dropFirst())" : first.dropFirst()
        #expect(
            name.hasPrefix("\(first.prefix(1))\(digits)-"), "it is named after its first row")
    }
}

/// The text of `docs/development/guidelines.md`.
private struct GuidelineDocument {
    let rows: [GuidelineRow]

    var text: String {
        let situations = rows.filter { $0.kind == "F" }
        let proven = situations.filter { !$0.scenarios.isEmpty || !$0.tests.isEmpty }.count
        return """
            # The guidelines, and what proves them

            This page is generated from `Tests/Scenarios/rows.txt`, the scenarios, and the sources that
            name a row. A test fails when the page is stale; `POPOVER_UPDATE=1 swift test --filter
            GuidelineDocument` regenerates it. Every test run plays all scenarios over the real socket,
            with a process for each client. [scenarios.md](../reference/scenarios.md) describes their
            language.

            ## The human interface guidelines

            \(table(of: "G"))

            ## What a kiosk adds

            \(table(of: "K"))

            ## What makes it usable by everybody

            \(table(of: "A"))

            ## Situations from the field

            \(proven) of \(situations.count) are proven by a scenario, or by a test of the rules.

            | row | what has to be so | proven by |
            |---|---|---|
            \(situations.map(line).joined(separator: "\n"))

            """
    }

    private func table(of kind: Character) -> String {
        let lines = rows.filter { $0.kind == kind }.map { row in
            "| \(row.id) | \(row.demand) | \(proofs(of: row)) | \(places(of: row)) |"
        }
        return
            (["| row | what has to be so | proven by | the rule lives in |", "|---|---|---|---|"]
            + lines).joined(separator: "\n")
    }

    private func line(of row: GuidelineRow) -> String {
        "| \(row.id) | \(row.demand) | \(proofs(of: row)) |"
    }

    private func proofs(of row: GuidelineRow) -> String {
        let scenarios = row.scenarios.map { name in
            let title = name.replacingOccurrences(of: ".scenario", with: "")
            return "[\(title)](../../Tests/Scenarios/\(name))"
        }
        let tests = row.tests.map { path in
            let name = URL(filePath: path).deletingPathExtension().lastPathComponent
            return "[\(name)](../../\(path))"
        }
        var parts = scenarios + tests
        if let reason = row.reason {
            parts.append(parts.isEmpty ? "— " + reason : "(" + reason + ")")
        }
        return parts.joined(separator: ", ")
    }

    private func places(of row: GuidelineRow) -> String {
        row.sources.isEmpty
            ? "—"
            : row.sources.map { path in
                let name = URL(filePath: path).deletingPathExtension().lastPathComponent
                return "[\(name)](../../\(path))"
            }.joined(separator: ", ")
    }
}
