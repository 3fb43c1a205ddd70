// SPDX-License-Identifier: MIT

import Foundation
import LibraryHost
import PopoverModel
import Testing

@Suite("Loading")
struct LoadingTests {
    private let zoo: Zoo
    private let keeper: HostFixture
    private var host: LibraryHost { keeper.host }

    init() throws {
        zoo = try Zoo()
        keeper = HostFixture(zoo)
    }

    @Test("A good plugin is loaded and tells what it is")
    func good() throws {
        let path = try zoo.breed("libpopover-good.so")
        let expected = PluginState(
            name: "good", kind: .behaviors, path: path, version: "2.1", state: .loaded,
            message: nil, behaviors: ["good"], tier: .native)
        #expect(host.rescan() == [expected])
        #expect(host.states == [expected])
        #expect(keeper.reports == [.logged(plugin: "good", level: .info, message: "create")])
    }

    @Test("A behavior filled with zeros has the usual default verdicts")
    func usual() throws {
        try zoo.breed("popover-good.so", ["QUIET"])
        _ = host.rescan()
        #expect(host.behaviors == [Behavior(name: "good")])
    }

    @Test("Default verdicts are read from every member")
    func standingAnswers() throws {
        try zoo.breed(
            "popover-good.so",
            ["FLAGS=63", "SIDES={4, 1}", "WIDTHS=100, 200"])
        _ = host.rescan()
        var expected = Behavior(name: "good")
        expected.choiceCloses = true
        expected.outsideTapCloses = false
        expected.isDetachable = true
        expected.avoidsScrolling = true
        expected.needsTitle = true
        expected.isPortraitOnly = true
        expected.sides = [.right, .top]
        expected.widthRange = 100...200
        expected.hooks = [.open, .choice, .outsideTap, .detach]
        #expect(host.behaviors == [expected])
    }

    struct Misfit: CustomTestStringConvertible, Sendable {
        let name: String
        let definitions: [String]
        let cause: PluginError.Cause
        var testDescription: String { name }
    }

    static let misfits = [
        Misfit(
            name: "a newer major", definitions: ["MAJOR=3"], cause: .otherMajor(3)),
        Misfit(name: "an older major", definitions: ["MAJOR=1"], cause: .otherMajor(1)),
        Misfit(name: "another magic", definitions: ["MAGIC=7"], cause: .wrongMagic(7)),
        Misfit(name: "no symbol", definitions: ["NO_SYMBOL"], cause: .noEntryPoint),
        Misfit(
            name: "no table", definitions: ["NO_TABLE"], cause: .malformed("there is none")),
        Misfit(name: "another kind", definitions: ["KIND=257"], cause: .unknownKind(257)),
        Misfit(
            name: "a size below the mandatory members", definitions: ["SIZE=64"],
            cause: .malformed("a table cannot be of 64 bytes")),
        Misfit(
            name: "a size that cuts a pointer", definitions: ["SIZE=92"],
            cause: .malformed("a table cannot be of 92 bytes")),
        Misfit(
            name: "a size beyond its own version", definitions: ["SIZE=184"],
            cause: .malformed("a table cannot be of 184 bytes")),
        Misfit(
            name: "a size beyond every version", definitions: ["MINOR=9", "SIZE=0xFFFFFFF8u"],
            cause: .malformed("a table cannot be of 4294967288 bytes")),
        Misfit(
            name: "a behavior's size of nothing", definitions: ["BEHAVIOR_SIZE=8"],
            cause: .malformed("a table cannot be of 8 bytes")),
        Misfit(
            name: "too many behaviors", definitions: ["COUNT=4000000000u"],
            cause: .malformed("it has 4000000000 behaviors")),
        Misfit(
            name: "no behaviors", definitions: ["COUNT=0"],
            cause: .malformed("it has 0 behaviors")),
        Misfit(
            name: "a name with other characters", definitions: ["NAME=\"Good\""],
            cause: .malformed("the name of the plugin has other characters than a-z, 0-9 and -")),
        Misfit(
            name: "no name", definitions: ["NAME=\"\""],
            cause: .malformed("the name of the plugin is missing or longer than 64 bytes")),
        Misfit(
            name: "a side that is none", definitions: ["SIDES={5}"],
            cause: .malformed("good names an unknown side, 5")),
        Misfit(
            name: "a side after the last", definitions: ["SIDES={1, 0, 2}"],
            cause: .malformed("good names a side twice or after the last one")),
        Misfit(
            name: "widths the wrong way round", definitions: ["WIDTHS=600, 320"],
            cause: .malformed("good has impossible widths, 600.0 to 320.0")),
        Misfit(name: "no wish to start", definitions: ["START=3"], cause: .refusedToStart(3)),
        Misfit(name: "a failing self test", definitions: ["TEST=4"], cause: .failedSelfTest(4)),
    ]

    @Test("A plugin that cannot be used is refused with the reason", arguments: misfits)
    func misfit(_ misfit: Misfit) throws {
        let path = try zoo.breed("popover-good.so", misfit.definitions)
        #expect(keeper.cause(try host.load(path: path)) == misfit.cause)
        #expect(host.states == [])
        #expect(host.rescan().map(\.state) == [.failed])
        #expect(host.states.map(\.message) == [misfit.cause.description])
        #expect(host.behaviors == [])
        #expect(host.rescan() == [], "an unchanged failure is no news")
    }

    @Test("A failed self test is followed by destroy, a refused start is not")
    func destroyAfterFailure() throws {
        let failing = try zoo.breed("popover-failing.so", ["TEST=4", "NAME=\"failing\""])
        let refusing = try zoo.breed("popover-refusing.so", ["START=3", "NAME=\"refusing\""])
        _ = keeper.cause(try host.load(path: failing))
        _ = keeper.cause(try host.load(path: refusing))
        #expect(
            keeper.reports == [
                .logged(plugin: "failing", level: .info, message: "create"),
                .logged(plugin: "failing", level: .info, message: "destroy"),
                .logged(plugin: "refusing", level: .info, message: "create"),
            ])
    }

    @Test("A symbol that nobody defines fails the load and not the process")
    func unresolved() throws {
        let path = try zoo.breed("popover-good.so", ["UNRESOLVED"])
        guard
            case .notLoadable(let reason) =
                keeper.cause(try host.load(path: path))
        else {
            Issue.record("it was loaded")
            return
        }
        #expect(reason.contains("nobody_defines_this"))
        #expect(!reason.contains("/proc/self/fd"))
    }

    @Test("A file that is no library fails with the file's name and the linker's words")
    func noLibrary() throws {
        try zoo.write("#!/bin/sh\n", to: "popover-script.so")
        let path = zoo.path("popover-script.so")
        do {
            _ = try host.load(path: path)
            Issue.record("it was loaded")
        } catch {
            #expect(error.description.hasPrefix("\(path): "))
            #expect(error.description.hasSuffix("file too short"))
        }
    }

    @Test("A table with little more than its mandatory members is filled up with zeros")
    func shorterTable() throws {
        // Ends before `answer`: nobody could be asked, so that nothing is asked.
        try zoo.breed("popover-good.so", ["SIZE=offsetof(popover_plugin, answer)"])
        #expect(host.rescan().map(\.state) == [.loaded])
        #expect(host.behaviors.map(\.hooks) == [[]])
    }

    @Test("A behavior with little more than its mandatory members is filled up with zeros")
    func shorterBehavior() throws {
        try zoo.breed(
            "popover-good.so",
            ["BEHAVIOR_SIZE=offsetof(popover_behavior, sides)", "SIDES={1}", "WIDTHS=9, 9"])
        _ = host.rescan()
        #expect(host.behaviors.map(\.sides) == [Behavior(name: "usual").sides])
        #expect(host.behaviors.map(\.widthRange) == [Behavior(name: "usual").widthRange])
    }

    @Test("The tail of a later minor version is ignored")
    func longerTable() throws {
        try zoo.breed("popover-good.so", ["MINOR=2", "SIZE=sizeof(table)"])
        #expect(host.rescan().map(\.state) == [.loaded])
        #expect(host.answer(.detach(Facts.popover), by: .behavior("good")) == .abstain)
        #expect(host.statistics(of: "good")?.questions == 1)
    }

    @Test("A plugin without functions is a table and is never asked")
    func noFunctions() throws {
        try zoo.breed("popover-good.so", ["NULL_FUNCTIONS"])
        #expect(host.rescan().map(\.state) == [.loaded])
        #expect(host.behaviors.map(\.hooks) == [[]])
        #expect(host.answer(.detach(Facts.popover), by: .behavior("good")) == .abstain)
        #expect(host.statistics(of: "good")?.questions == 0)
    }

    @Test("Two plugins of one name, or with one behavior, do not live together")
    func duplicates() throws {
        let first = try zoo.breed("libpopover-good.so")
        let second = try zoo.breed("popover-good.so", ["BEHAVIOR=\"other\""])
        let third = try zoo.breed("popover-third.so", ["NAME=\"third\"", "BEHAVIOR=\"good\""])
        let twice = try zoo.breed("popover-twice.so", ["NAME=\"twice\"", "COUNT=2"])
        #expect(host.rescan().map(\.state) == [.loaded, .failed, .failed, .failed])
        #expect(
            keeper.cause(try host.load(path: second))
                == .duplicatePlugin("good", other: first))
        #expect(
            keeper.cause(try host.load(path: third))
                == .duplicateBehavior("good", other: first))
        #expect(
            keeper.cause(try host.load(path: twice))
                == .duplicateBehavior("twice", other: twice))

        try zoo.remove("libpopover-good.so")
        #expect(host.rescan().map(\.state) == [.unloaded, .loaded, .loaded])
        #expect(host.behaviors.map(\.name) == ["good", "other"])
    }

    @Test("The configuration, the clock and the log reach a plugin")
    func hostTable() throws {
        try zoo.breed(
            "popover-good.so",
            [
                """
                ANSWER=popover_string key = {"greeting", 8}; popover_string none = {"nothing", 7}; \
                say_string(host->config_get(host->context, key)); \
                say_string(host->config_get(host->context, none)); \
                say(host->now(host->context) == 7000000 ? "on time" : "late")
                """,
                "OPTIONS={OPTION(\"greeting\", POPOVER_OPTION_STRING)}",
            ])
        var settings = PluginSettings()
        settings.options = [PluginOption(name: "greeting", value: .string("grüezi"))]
        let keeper = HostFixture(zoo, settings: settings)
        _ = keeper.host.rescan()
        _ = keeper.host.answer(.detach(Facts.popover), by: .behavior("good"))
        #expect(
            keeper.reports.dropFirst() == [
                .logged(plugin: "good", level: .debug, message: "grüezi"),
                .logged(plugin: "good", level: .debug, message: "(none)"),
                .logged(plugin: "good", level: .info, message: "on time"),
            ])
    }
}
