// SPDX-License-Identifier: MIT

import Foundation
import PopoverScenario

/// The scenarios of `Tests/Scenarios`, and the sources that name the rows they prove.
enum ScenarioFiles {
    static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The names of the scenarios' files, sorted.
    static let names = files(below: "Tests/Scenarios", endingIn: ".scenario")
        .map { $0.replacingOccurrences(of: "Tests/Scenarios/", with: "") }

    static func scenario(_ name: String) throws -> Scenario {
        try Scenario(text: try text(of: "Tests/Scenarios/\(name)"))
    }

    /// Below the project's folder.
    static func text(of path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    /// The paths of files below a folder, as seen from the project's, sorted.
    static func files(below folder: String, endingIn suffix: String) -> [String] {
        let paths = FileManager.default.enumerator(atPath: root.appending(path: folder).path)
        return (paths?.allObjects ?? []).compactMap { $0 as? String }
            .filter { $0.hasSuffix(suffix) }.sorted().map { "\(folder)/\($0)" }
    }

    /// The folder that everything is built into.
    static var programs: String {
        URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent().path
    }
}
