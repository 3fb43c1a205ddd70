// SPDX-License-Identifier: MIT

import Glibc
import LibUV
import PopoverModel
import PopoverTestSupport
import PopoverWire
import Testing

@testable import ProgramHost

@Suite("Programs that start, and that do not", .serialized)
struct StartTests {
    /// What the program's failing start is told as; it is not started again.
    private func fault(
        of settings: (ProgramStage) throws -> ProgramSettings
    ) throws -> ProgramError? {
        var fault: ProgramError?
        try ProgramStage.with { stage in
            stage.host.start(try settings(stage))
            try stage.run { stage.host.state(of: "zoo")?.state == .failed }
            fault = stage.faults.first
            #expect(stage.host.state(of: "zoo")?.message == fault?.description)
            #expect(stage.starts() == 0)
        }
        return fault
    }

    private func python(
        _ stage: ProgramStage, manifest: String
    ) throws -> ProgramSettings {
        try stage.python("serve(lambda m: None, lambda: \(manifest))")
    }

    @Test("a missing program is a lasting error")
    func missingProgram() throws {
        let fault = try fault { _ in ProgramSettings(name: "zoo", path: "/nowhere/zoo") }
        #expect(
            fault == .cannotStart("/nowhere/zoo is missing, or cannot be executed"))
    }

    @Test("a missing launcher is named")
    func missingLauncher() throws {
        let settings = ProgramSettings(name: "zoo", path: "/bin/true")
        let missing = ProgramError.cannotStart(
            "popoverd-launcher is missing, which comes with popoverd")
        #expect(throws: missing) { try LaunchCommand(settings, launchers: ["/nowhere"]) }
    }

    @Test("the launcher is told what the settings say")
    func command() throws {
        var settings = ProgramSettings(name: "zoo", path: "/bin/true")
        settings.memory = 64
        settings.isTrusted = true
        let command = try LaunchCommand(settings)
        #expect(command.program.hasSuffix("/popoverd-launcher"))
        #expect(
            command.arguments == ["--memory=67108864", "--descriptors=1024", "--", "/bin/true"])
        #expect(command.environment.suffix(2) == ["HOME=/", "POPOVERD_PLUGIN=zoo"])
        settings.isTrusted = false
        settings.grants = Sandbox(readPaths: ["/srv"], writePaths: ["/a", "/b"])
        #expect(
            try LaunchCommand(settings).arguments.dropFirst(2).dropLast(2)
                == ["--sandbox", "--read=/srv", "--write=/a", "--write=/b"])
        settings.grants = Sandbox(network: true, unixSockets: true)
        #expect(
            try LaunchCommand(settings).arguments.dropFirst(2).dropLast(2)
                == ["--sandbox", "--network", "--unix-sockets"])
        settings.isTrusted = true
        settings.manifest = Manifest(name: "zoo", version: "1")
        settings.manifest?.needs = Sandbox(environment: ["HOME"])
        let home = try #require(environment("HOME"))
        #expect(
            try LaunchCommand(settings).environment.suffix(2)
                == ["HOME=\(home)", "POPOVERD_PLUGIN=zoo"])
    }

    @Test("a sandbox that cannot be made is a lasting error with its reason")
    func missingGrant() throws {
        let fault = try fault { stage in
            var settings = try stage.python("serve(lambda m: None)")
            settings.isTrusted = false
            settings.grants = Sandbox(readPaths: ["/nowhere"])
            return settings
        }
        #expect(fault == .cannotStart("cannot grant /nowhere: No such file or directory"))
    }

    @Test("an untrusted program reads its folder and writes where it may")
    func sandboxed() throws {
        try ProgramStage.with { stage in
            let given = TemporaryFolder()
            try Files.write("data", to: "\(stage.folder.path)/beside")
            var settings = try stage.write(
                """
                #!/usr/bin/python3
                import os, socket, sys
                def outcome(action):
                    try: action(); return "done"
                    except OSError as error: return error.strerror
                for action in (
                    lambda: open("\(stage.folder.path)/beside").read(),
                    lambda: open("\(given.path)/new", "w"),
                    lambda: open("\(stage.folder.path)/new", "w"),
                    lambda: socket.socket(socket.AF_UNIX)):
                    print(outcome(action), file=sys.stderr)
                """, as: "zoo")
            settings.isTrusted = false
            settings.grants = Sandbox(writePaths: [given.path])
            stage.host.start(settings)
            try stage.run { stage.said.count == 4 }
            #expect(
                stage.said == [
                    "done", "done", "Permission denied", "Address family not supported by protocol",
                ])
        }
    }

    /// Whether a trusted program with these needs may make a Unix socket, and read its environment.
    private func outcome(ofNeeds needs: String, grants: Sandbox = Sandbox()) throws -> [String] {
        var said: [String] = []
        try ProgramStage.with { stage in
            unsafe setenv("POPOVER_TEST_NEED", "it", 1)
            var settings = try stage.python(
                """
                import socket
                def outcome():
                    try: socket.socket(socket.AF_UNIX); return "made"
                    except OSError as error: return error.strerror
                log(outcome() + " " + os.environ.get("POPOVER_TEST_NEED", "none"))
                serve(lambda m: None, lambda: {**manifest(), \(needs)})
                """)
            settings.grants = grants
            stage.host.start(settings)
            try stage.runUntilStarted()
            let descriptions = stage.events.count {
                if case .described = $0.event { true } else { false }
            }
            #expect(descriptions == 1)
            #expect(stage.host.state(of: "zoo")?.statistics.restarts == 0)
            #expect(stage.faults == [])
            said = stage.said
        }
        return said
    }

    @Test("a trusted program that says what it needs is started anew in a sandbox with that")
    func needs() throws {
        let refused = "Address family not supported by protocol"
        #expect(try outcome(ofNeeds: "") == ["made none"])
        #expect(try outcome(ofNeeds: #""needs": {}"#) == ["made none", "\(refused) none"])
        #expect(
            try outcome(ofNeeds: #""needs": {"unixSockets": True, "readPaths": ["/nowhere"]}"#)
                == ["made none", "made none"])
        #expect(
            try outcome(ofNeeds: #""needs": {"environment": ["POPOVER_TEST_NEED"]}"#)
                == ["made none", "\(refused) it"])
        #expect(
            try outcome(ofNeeds: #""needs": {}"#, grants: Sandbox(unixSockets: true))
                == ["made none", "made none"])
    }

    @Test("a path that a program needs may begin with a variable of the daemon's")
    func variables() throws {
        try ProgramStage.with { stage in
            let home = TemporaryFolder()
            try Files.write("secret", to: "\(home.path)/cookie")
            unsafe setenv("POPOVER_TEST_HOME", home.path, 1)
            let settings = try stage.python(
                """
                try: log(open("\(home.path)/cookie").read())
                except OSError as error: log(error.strerror)
                serve(lambda m: None, lambda: {**manifest(), "needs": {"readPaths": [
                    "$POPOVER_TEST_HOME/cookie", "$POPOVER_TEST_NOTHING", "$", "/nowhere"]}})
                """)
            stage.host.start(settings)
            try stage.runUntilStarted()
            #expect(stage.said == ["secret", "secret"])
            #expect(stage.faults == [])
        }
    }

    @Test("an untrusted program gets nothing by saying that it needs it")
    func needsWithoutTrust() throws {
        try ProgramStage.with { stage in
            var settings = try stage.python(
                """
                import socket
                try: socket.socket(socket.AF_UNIX); log("made")
                except OSError as error: log(error.strerror)
                serve(lambda m: None, lambda: {**manifest(), "needs": {"unixSockets": True}})
                """)
            settings.isTrusted = false
            stage.host.start(settings)
            try stage.runUntilStarted()
            #expect(stage.said == ["Address family not supported by protocol"])
        }
    }

    @Test("what a program says of its work is told once, and holds while it runs")
    func service() throws {
        try ProgramStage.with { stage in
            try stage.start(
                python: """
                    def tell(state, message):
                        say({"jsonrpc": "2.0", "method": "service",
                             "params": {"state": state, "message": message}})
                    def handle(m):
                        tell("connecting", "no bus")
                        tell("connecting", "no bus")
                        tell("serving", "the bus")
                    serve(handle)
                    """)
            try stage.runUntilStarted()
            #expect(stage.host.state(of: "zoo")?.service == nil)
            stage.frozen = Instant(microseconds: 7)
            stage.host.send(Array("{\"method\":\"go\"}\n".utf8), to: "zoo")
            let serving = PluginService(state: .serving, message: "the bus")
            try stage.run { stage.host.state(of: "zoo")?.service?.words == serving.words }
            #expect(stage.host.state(of: "zoo")?.service?.time == Instant(microseconds: 7))
            let told = stage.reports.compactMap { report in
                if case .service(let service) = report { service } else { nil }
            }
            #expect(told == [PluginService(state: .connecting, message: "no bus"), serving])
            #expect(stage.reports.map(\.level) == [.warning, .info])
            #expect(stage.reports.map(\.description) == ["connecting: no bus", "serving: the bus"])
            stage.host.restart("zoo")
            try stage.run { stage.starts() == 2 }
            #expect(stage.host.state(of: "zoo")?.service == nil)
        }
    }

    @Test("a program that reports its service without end is ended")
    func tooManyServices() throws {
        try ProgramStage.with { stage in
            stage.frozen = Instant(microseconds: 0)
            try stage.start(
                python: """
                    def handle(m):
                        for number in range(17):
                            say({"jsonrpc": "2.0", "method": "service",
                                 "params": {"state": "serving", "message": str(number)}})
                    serve(handle)
                    """)
            try stage.runUntilStarted()
            stage.host.send(Array("{\"method\":\"go\"}\n".utf8), to: "zoo")
            try stage.run { !stage.faults.isEmpty }
            #expect(stage.faults == [.tooManyServices])
            let told = stage.events.count {
                if case .changed(let state) = $0.event { state.service != nil } else { false }
            }
            #expect(told == 16)
        }
    }

    @Test("an error in a manifest names its member")
    func wrongManifest() throws {
        let fault = try fault { stage in
            try python(stage, manifest: #"{"name": "zoo", "version": 1}"#)
        }
        #expect(fault?.description == "invalid manifest: version: has to be a string")
    }

    @Test("a program has the name of its settings, unless any is fine")
    func otherName() throws {
        let manifest = #"{"name": "other", "version": "1"}"#
        #expect(
            try fault { stage in try python(stage, manifest: manifest) } == .otherName("other"))
        try ProgramStage.with { stage in
            var settings = try python(stage, manifest: manifest)
            settings.acceptsAnyName = true
            stage.host.start(settings)
            try stage.runUntilStarted()
            #expect(stage.host.state(of: "zoo")?.name == "other")
        }
    }

    @Test("an option that it does not have, or has of another type, is named")
    func wrongOption() throws {
        let manifest =
            #"{"name": "zoo", "version": "1", "options": [{"name": "n", "type": "integer"}]}"#
        let unknown = try fault { stage in
            var settings = try python(stage, manifest: manifest)
            settings.options = [PluginOption(name: "m", value: .integer(1))]
            return settings
        }
        #expect(unknown?.description == "options.m: is not an option of zoo")
        let wrong = try fault { stage in
            var settings = try python(stage, manifest: manifest)
            settings.options = [PluginOption(name: "n", value: .string("1"))]
            return settings
        }
        #expect(wrong?.description == "options.n: has to be a whole number")
    }

    @Test("init carries the options, and the program may decline")
    func declines() throws {
        let fault = try fault { stage in
            try stage.python(
                """
                for m in messages():
                    if m["method"] == "getmanifest":
                        answer("m1", {"name": "zoo", "version": "1", "options": [
                            {"name": "n", "type": "integer", "default": 7}]})
                    else:
                        say({"jsonrpc": "2.0", "id": m["id"],
                             "error": {"code": 1, "message": str(m["params"]["options"])}})
                """)
        }
        #expect(
            fault?.description == "init: it answered with an error: {'n': 7}")
    }

    @Test("a program without a manifest is ended and started again")
    func silent() throws {
        try ProgramStage.with { stage in
            stage.host.start(try stage.write("#!/bin/sh\nexec sleep 1000\n", as: "zoo"))
            try stage.run { !stage.faults.isEmpty }
            #expect(stage.faults == [.noManifest])
            #expect(stage.host.state(of: "zoo")?.state == .suspended)
        }
    }

    @Test("a program can be ended once its manifest is known")
    func refusedPlace() throws {
        try ProgramStage.with { stage in
            stage.onEvent = { name, event in
                if case .described = event { stage.host.stop(name) { stage.loop.stop() } }
            }
            try stage.start(python: "serve(lambda m: None)")
            try stage.run { stage.host.state(of: "zoo") == nil }
            #expect(stage.starts() == 0)
            #expect(stage.faults == [])
        }
    }

    @Test("a restarted program resumes after the events that it has handled")
    func resumes() throws {
        try ProgramStage.with { stage in
            try stage.start(
                python: """
                    def handle(m):
                        if m["method"] == "event" and m["params"]["sequence"] == 4:
                            say({"jsonrpc": "2.0", "method": "seen", "params": {"sequence": 3}})
                        elif m["method"] == "event" and m["params"]["sequence"] == 5:
                            os._exit(1)
                    serve(handle)
                    """)
            try stage.runUntilStarted()
            for sequence in 3...5 as ClosedRange<Int64> {
                let line =
                    #"{"jsonrpc":"2.0","method":"event","params":{"sequence":\#(sequence)}}"# + "\n"
                stage.host.send(Array(line.utf8), sequence: sequence, to: "zoo")
            }
            try stage.run { stage.starts() == 2 }
            #expect(stage.events.contains { $0.event == .started(resumeAfter: nil) })
            #expect(stage.events.last?.event == .started(resumeAfter: 3))
        }
    }

    @Test("an order to restart has it start at once, with a clean record")
    func restarts() throws {
        try ProgramStage.with { stage in
            try stage.start(python: "serve(lambda m: None)")
            try stage.runUntilStarted()
            stage.host.restart("zoo")
            stage.ask(1)
            try stage.run { stage.starts() == 2 && stage.answers.count == 1 }
            #expect(stage.answers == [nil])
            #expect(stage.faults == [])
            #expect(stage.host.state(of: "zoo")?.statistics.restarts == 1)
        }
    }

    @Test("a line that is not a plugin's message is passed on unchanged")
    func clientLine() throws {
        try ProgramStage.with { stage in
            try stage.start(
                python: """
                    serve(lambda m: say({"jsonrpc": "2.0", "id": 1, "method": "status"}))
                    """)
            try stage.runUntilStarted()
            stage.ask(1)
            let line = #"{"jsonrpc": "2.0", "id": 1, "method": "status"}"#
            try stage.run {
                stage.events.last?.event == .received(Array(line.utf8)[...])
            }
            stage.withdraw(1, isLate: false)
            #expect(stage.host.state(of: "zoo")?.statistics.slowAnswers == 0)
        }
    }
}
