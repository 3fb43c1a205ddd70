// SPDX-License-Identifier: MIT

import FakeDaemon
import Foundation
import PopoverModel
import Testing

@testable import popoverctl

@Suite("popoverctl errors as JSON")
struct ErrorReportTests {
    @Test(
        "An error of the daemon keeps its code, reason and data",
        arguments: [
            (
                #"{"code":1,"message":"locked","data":{"reason":"locked"}}"#,
                #"{"code":1,"reason":"locked","message":"locked","data":{"reason":"locked"}}"#
            ),
            (
                #"{"code":-32603,"message":"no \"x\""}"#,
                #"{"code":-32603,"message":"no \"x\""}"#
            ),
        ])
    func daemon(error: String, expected: String) throws {
        let daemon = try FakeDaemon([.welcome, .receive("session.end"), .error(error)])
        let run = try Run(daemon, "--json", "session", "end")
        #expect(run.status == 1)
        #expect(run.output.isEmpty)
        #expect(run.errors == expected + "\n")
    }

    @Test(
        "An error of popoverctl has a word as its code, and its usual status",
        arguments: [
            (["--json", "statsu"], 2, "usage"), (["tap", "--json", "1"], 2, "usage"),
            (["--timeout", "0", "--json", "status"], 2, "usage"),
            (["--json", "--socket", "/tmp/nobody/s", "status"], 3, "no-daemon"),
            (["--json", "lint", "/no/such/file"], 2, "file"),
            (["--json", "config", "check", "/etc/passwd"], 78, "configuration"),
            (["--json", "replay", "/etc/passwd"], 2, "file"),
        ] as [([String], Int32, String)])
    func local(arguments: [String], status: Int32, code: String) throws {
        let run = try Run(arguments)
        #expect(run.status == status)
        #expect(run.output.isEmpty)
        let lines = run.errors.split(separator: "\n")
        #expect(!lines.isEmpty)
        for line in lines {
            let object = try #require(
                JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            #expect(object["code"] as? String == code)
            #expect((object["message"] as? String)?.isEmpty == false)
        }
    }

    @Test(
        "An error moves no cursor and turns no text around, whatever it quotes",
        arguments: [["replay"], ["config", "check"], ["no-such-command"], ["--no-such-option"]])
    func hostile(arguments: [String]) throws {
        let name = "/nowhere/\u{1B}[2J\u{9B}2J\u{202E}\u{2066}\u{61C}"
        let run = try Run(arguments + [name])
        #expect(run.status != 0 && !run.errors.isEmpty)
        #expect(run.errors.unicodeScalars.allSatisfy { $0 == "\n" || !$0.isTextControl })
        let told = try Run(["--json"] + arguments + [name])
        #expect(told.errors.unicodeScalars.allSatisfy { $0 == "\n" || !$0.isTextControl })
        for line in told.errors.split(separator: "\n") {
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
            #expect(object is [String: Any])
        }
    }

    @Test("A timeout, a lost connection and a foreign protocol have their codes")
    func connection() throws {
        let silent = try FakeDaemon([.welcome, .drain])
        let late = try Run(silent, "--json", "status", "--timeout", "50ms")
        #expect(late.status == 4)
        #expect(
            late.errors
                == #"{"code":"timed-out","message":"timed out: no response to status"}"# + "\n")
        let ending = try FakeDaemon([
            .welcome, .receive("status"),
            .send(#"{"jsonrpc":"2.0","method":"bye","params":{"reason":"shutdown"}}"#),
        ])
        let ended = try Run(ending, "--json", "status")
        #expect(ended.status == 3)
        #expect(ended.errors.hasPrefix(#"{"code":"disconnected","reason":"shutdown","message":"#))
        let foreign = try FakeDaemon([
            .receive("hello"),
            .error(#"{"code":-32602,"message":"version 9","data":{"member":"protocol"}}"#),
        ])
        let mismatch = try Run(foreign, "--json", "status")
        #expect(mismatch.status == 6)
        #expect(mismatch.errors.hasPrefix(#"{"code":"protocol-mismatch","#))
    }

    @Test("Each error of a configuration is an object with file, line and suggestion")
    func configuration() throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(
            "\(UUID().uuidString).toml"
        ).path
        defer { try? FileManager.default.removeItem(atPath: file) }
        try Data("[limits]\nmesage = 1\n[log]\nlevel = 3\n".utf8).write(
            to: URL(filePath: file))
        let run = try Run(["--json", "config", "check", file])
        #expect(run.status == 78)
        let lines = run.errors.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(
            lines.first?.contains(
                #""data":{"file":"\#(file)","line":2,"column":1,"key":"limits.mesage","#
                    + #""suggestion":"message"}"#) == true)
    }

    @Test("--json after -- is no option")
    func separator() throws {
        let run = try Run(["bogus", "--", "--json"])
        #expect(run.status == 2)
        #expect(run.errors.hasPrefix("Error: unknown command"))
    }

    @Test("An unknown method gets a suggestion")
    func method() throws {
        let daemon = try FakeDaemon([
            .welcome, .receive("popover.opne"),
            .error(#"{"code":-32601,"message":"no such method: popover.opne"}"#),
        ])
        let run = try Run(daemon, "call", "popover.opne")
        #expect(run.status == 1)
        #expect(
            run.errors
                == "popoverctl: no such method: popover.opne; did you mean \"popover.open\"?\n")
    }
}
