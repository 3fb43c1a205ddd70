// SPDX-License-Identifier: MIT
import Foundation
import PopoverModel
import PopoverWire
import Testing

/// The schemas that follow from the description, for values of one object each.
private struct Schemas {
    private let reader = JSONReader()
    private let definitions: JSONNode

    init() throws {
        let root = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
        let bytes = try Data(contentsOf: URL(filePath: "/\(root)/protocol/schemas/messages.json"))
        let schema = try reader.parse(Array(bytes), depthLimit: lineDepth)
        definitions = try #require(schema.member("$defs"))
    }

    /// Members that none of the values has, and members of values that no schema has.
    func differences(_ name: String, _ values: [JSONNode]) throws -> [String] {
        try differences(#require(definitions.member(name)), values, at: name)
    }

    private func differences(
        _ schema: JSONNode, _ values: [JSONNode], at path: String
    ) throws -> [String] {
        if let reference = schema.member("$ref")?.string {
            let name = String(reference.dropFirst("#/$defs/".count))
            return try differences(#require(definitions.member(name)), values, at: path)
        }
        if let items = schema.member("items") {
            return try differences(
                items, values.flatMap { $0.elements.map(Array.init) ?? [] }, at: path)
        }
        if let choices = schema.member("anyOf")?.elements {
            let filled = values.filter { !$0.isNull }
            return try choices.flatMap { choice in
                choice.member("type")?.string == "null"
                    ? [] : try differences(choice, filled, at: path)
            }
        }
        guard let properties = schema.member("properties")?.members else { return [] }
        let described = try properties.flatMap { property in
            let found = values.compactMap { $0.member(property.name) }
            return found.isEmpty
                ? ["\(path).\(property.name) is missing"]
                : try differences(property.value, found, at: "\(path).\(property.name)")
        }
        let names = Set(properties.map(\.name))
        let unknown = values.flatMap { $0.members.map { $0.map(\.name) } ?? [] }
        return described + unknown.filter { !names.contains($0) }.map { "\(path).\($0) is unknown" }
    }
}

@Suite("Whole values and the schemas")
struct WholeSceneTests {
    @Test("The whole scene has every member of its schema, and no other")
    func scene() throws {
        let reader = JSONReader()
        let line = written { $0.value(wholeScene) }
        let scene = try reader.parse(Array(line.utf8), depthLimit: lineDepth)
        let found = try Schemas().differences("daemon.scene", [scene])
        #expect(found == [])
    }

    @Test("A member that is missing or unknown is found")
    func differences() throws {
        let reader = JSONReader()
        let line = written { $0.value(wholeScene) }
            .replacing("\"tapMs\":", with: "\"x-tapMs\":").replacing(
                "\"ring\":", with: "\"ringed\":")
        let scene = try reader.parse(Array(line.utf8), depthLimit: lineDepth)
        let found = try Schemas().differences("daemon.scene", [scene])
        #expect(
            found == [
                "daemon.scene.displays.tapMs is missing",
                "daemon.scene.displays.focus.ring is missing",
                "daemon.scene.displays.focus.ringed is unknown",
                "daemon.scene.displays.x-tapMs is unknown",
            ])
    }

    @Test("A change reaches every member of a display")
    func changes() {
        let blank = DisplaySpecification(name: wall.name, size: Size(width: 1, height: 1))
        #expect(blank.changed(by: wallChanges) == wall)
        #expect(blank.changed(by: DisplayChanges()) == blank)
    }

    @Test("All that a person needs lies over a display, and is taken off it again")
    func person() throws {
        let adapted = wall.adapted(to: PopoverWireTests.person)
        let (told, own) = (JSONReader(), JSONReader())
        let needs = try told.parse(Array(personJSON.utf8), depthLimit: lineDepth)
        let line = written { $0.value(adapted) }
        let display = try own.parse(Array(line.utf8), depthLimit: lineDepth)
        for need in try #require(needs.members) {
            #expect(
                display.member(need.name)?.compactText == need.value.compactText, "\(need.name)")
        }
        #expect(adapted.without(PopoverWireTests.person, over: wall) == wall)
    }
}
