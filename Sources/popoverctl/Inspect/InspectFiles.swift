// SPDX-License-Identifier: MIT

internal import PopoverClient

/// The files of the page, and the texts of the guidelines: installed, or those of the source tree that
/// popoverctl was built in.
struct InspectFiles {
    /// By path in the page's address.
    let files: [String: HTTPResponse]
    let guidelines: [Guideline]

    struct Guideline: Hashable {
        /// Such as `G7`.
        var row: String
        var text: String
    }

    /// The page's files: another one is not served, wherever it is.
    static let names = [
        "index.html", "style.css", "panels.css", "icon.svg", "main.js", "server.js", "state.js",
        "stage.js", "timeline.js", "moments.js", "why.js", "tables.js", "charts.js", "drafts.js",
        "words.js", "dom.js",
    ]

    private struct Place {
        var page: String
        var guidelines: String
    }

    init() throws {
        let roots = try ProgramRoots()
        let installed = "\(roots.installed)/share/popoverd/inspector"
        let places = [
            Place(page: installed, guidelines: "\(installed)/guidelines.txt"),
            Place(
                page: "\(roots.source)/Sources/popoverctl/Inspect/Page",
                guidelines: "\(roots.source)/Tests/Scenarios/rows.txt"),
        ]
        var missing: FileError?
        for place in places {
            do throws(FileError) {
                self = try InspectFiles(place)
                return
            } catch {
                missing = missing ?? error
            }
        }
        throw missing ?? FileError(path: installed, code: 0)
    }

    private init(_ place: Place) throws(FileError) {
        guidelines = Self.guidelines(
            in: String(decoding: try Terminal.read(file: place.guidelines), as: UTF8.self))
        var files: [String: HTTPResponse] = [:]
        for name in Self.names {
            let bytes = try Terminal.read(file: "\(place.page)/\(name)")
            files["/\(name)"] = HTTPResponse(.ok, type: Self.type(of: name), bytes)
        }
        files["/"] = files["/index.html"]
        self.files = files
    }

    /// Reads lines of the form `ROW | text | remark`.
    static func guidelines(in text: String) -> [Guideline] {
        text.split(separator: "\n").compactMap { line in
            let columns = line.split(separator: "|").map { $0.trimmingSpaces }
            guard columns.count >= 2, !line.hasPrefix("#") else { return nil }
            return Guideline(row: columns[0], text: columns[1])
        }
    }

    private static func type(of name: String) -> String {
        switch name.split(separator: ".").last {
        case "css": "text/css; charset=utf-8"
        case "js": "text/javascript; charset=utf-8"
        case "svg": "image/svg+xml"
        default: "text/html; charset=utf-8"
        }
    }
}

extension Substring {
    fileprivate var trimmingSpaces: String {
        var text = self
        while text.first == " " { text.removeFirst() }
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}
