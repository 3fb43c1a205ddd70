// SPDX-License-Identifier: MIT

import Glibc
import PopoverConfiguration
import PopoverModel
import Testing

@Suite("The default file")
struct DefaultFileTests {
    private static let folder = {
        let folders = #filePath.split(separator: "/").dropLast(4)
        return "/" + folders.joined(separator: "/") + "/config/"
    }()

    @Test(
        "The default file and the schema for editors are generated from the table of options",
        arguments: [
            ("popoverd.toml", Configuration.commentedDefault),
            ("popoverd.schema.json", Configuration.schema),
        ])
    func shippedFile(name: String, text: String) throws {
        if unsafe getenv("POPOVER_UPDATE") != nil { try write(text, to: Self.folder + name) }
        let shipped = try read(Self.folder + name)
        #expect(
            shipped == text,
            "regenerate it with POPOVER_UPDATE=1 swift test --filter DefaultFileTests")
    }

    @Test("config/popoverd.toml loads to the defaults")
    func shippedFileIsDefault() throws {
        #expect(
            try Configuration.load(path: Self.folder + "popoverd.toml") == Configuration())
    }

    @Test("An empty text loads to the defaults")
    func emptyText() throws {
        #expect(try Configuration.load(text: "", fileName: "empty") == Configuration())
    }

    @Test("The default file shows all defaults, and its examples are valid")
    func uncommented() throws {
        let lines = Configuration.commentedDefault.split(separator: "\n").map { line in
            line.hasPrefix("#") && !line.hasPrefix("# ") && line != "#"
                ? line.dropFirst() : line
        }
        let text = lines.joined(separator: "\n")
        var configuration = try Configuration.load(text: text, fileName: "uncommented")
        #expect(configuration.bindings.map(\.app) == ["checkout"])
        configuration.bindings = []
        #expect(configuration.pluginSettings.map(\.name) == ["house-rules"])
        #expect(configuration.pluginSettings.map(\.before) == [["quiet"]])
        #expect(configuration.pluginSettings.first?.options.map(\.name) == ["greeting", "rooms"])
        configuration.pluginSettings = []
        #expect(configuration == Configuration())
    }

    @Test("Every line of the default file fits into 100 columns")
    func width() {
        let long = Configuration.commentedDefault.split(separator: "\n").filter { $0.count > 100 }
        #expect(long.isEmpty)
    }

    @Test(
        "Every limit in hello has an option of the same name",
        arguments: Limits.Name.allCases)
    func everyLimit(name: Limits.Name) throws {
        let value =
            switch name {
            case .requestsPerSecond: 6000
            case .draftDays: 7
            default: Limits()[name] - 1
            }
        let text = "[limits]\n\(name.rawValue) = \(value)"
        let configuration = try Configuration.load(text: text, fileName: "limit")
        #expect(configuration.limits[name] == value)
    }

    private struct Unopened: Error {
        var path: String
    }

    private func read(_ path: String) throws -> String {
        guard let file = unsafe fopen(path, "r") else { throw Unopened(path: path) }
        defer { unsafe fclose(file) }
        var text = ""
        while let byte = UInt8(exactly: unsafe fgetc(file)) {
            text.unicodeScalars.append(Unicode.Scalar(byte))
        }
        return text
    }

    private func write(_ text: String, to path: String) throws {
        guard let file = unsafe fopen(path, "w") else { throw Unopened(path: path) }
        defer { unsafe fclose(file) }
        for byte in text.utf8 { unsafe fputc(Int32(byte), file) }
    }
}
