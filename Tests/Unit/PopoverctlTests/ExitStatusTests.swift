// SPDX-License-Identifier: MIT

import FakeDaemon
import Foundation
import Testing

@Suite("Exit statuses of popoverctl")
struct ExitStatusTests {
    @Test("Without a daemon the status is 3, and the error names the socket")
    func noDaemon() throws {
        let run = try Run(["status"], environment: ["POPOVERD_SOCKET": "/tmp/nobody/s"])
        #expect(run.status == 3)
        #expect(run.output.isEmpty)
        #expect(
            run.errors == """
                popoverctl: cannot connect to "/tmp/nobody/s": no such file or directory (is \
                popoverd running? see popoverctl doctor)

                """)
    }

    @Test(
        "A misspelt command gets a suggestion",
        arguments: [
            ["statsu"], ["--timeout", "3", "statsu"], ["help", "statsu"],
            ["--socket=/s", "statsu", "--limits"],
        ])
    func misspelt(arguments: [String]) throws {
        let run = try Run(arguments)
        #expect(run.status == 2)
        #expect(run.output.isEmpty)
        #expect(run.errors.hasPrefix(#"Error: unknown command "statsu"; did you mean "status"?"#))
    }

    @Test("An unknown command gets no suggestion", arguments: [["bogus"], ["help", "bogus"]])
    func unknown(arguments: [String]) throws {
        let run = try Run(arguments)
        #expect(run.status == 2)
        #expect(run.errors.hasPrefix("Error: unknown command \"bogus\"\n"))
    }

    @Test("The value of an unknown option is not taken for a command")
    func completionScript() throws {
        let run = try Run(["--generate-completion-script", "fish"])
        #expect(run.status == 0)
        #expect(run.output.contains("explain"))
    }

    @Test(
        "Wrong usage is 2, with nothing on standard output",
        arguments: [
            ["bogus"], ["tap", "1"], ["tap", "1", "zz"], ["open"], ["dismiss"],
            ["list", "drawings"], ["call", "status", "{"], ["--timeout", "0", "status"],
            ["--socket", "", "status"],
            ["source", "share", "1,2,3"], ["draw", "--png", "--svg"],
            ["call", "status", "@/no/such/file"],
            ["open", "--anchor", "1,2,3x4", "--commands"],
            ["open", "--anchor", "1,2,3x4", "--draft", "1"],
        ])
    func usage(arguments: [String]) throws {
        let run = try Run(arguments)
        #expect(run.status == 2)
        #expect(run.output.isEmpty)
        #expect(!run.errors.isEmpty)
    }

    @Test(
        "Each error of the daemon has its status",
        arguments: [
            (#"{"code":1,"message":"locked","data":{"reason":"locked"}}"#, 1),
            (#"{"code":2,"message":"unknown","data":{"id":"p9"}}"#, 1),
            (#"{"code":3,"message":"needs administrator"}"#, 5),
            (#"{"code":-32601,"message":"no such method"}"#, 1),
        ] as [(String, Int32)])
    func refusals(error: String, status: Int32) throws {
        let daemon = try FakeDaemon([.welcome, .receive("session.end"), .error(error)])
        let run = try Run(daemon, "session", "end")
        #expect(run.status == status)
        #expect(run.errors.hasPrefix("popoverctl: "))
        #expect(daemon.requests() == [#"{"method":"session.end","params":{}}"#])
    }

    @Test("A timeout is 4")
    func timedOut() throws {
        let daemon = try FakeDaemon([.welcome, .drain])
        let run = try Run(daemon, "status", "--timeout", "0.05")
        #expect(run.status == 4)
        #expect(run.errors == "popoverctl: timed out: no response to status\n")
    }

    @Test("A timeout of hello is 4")
    func silent() throws {
        let daemon = try FakeDaemon([.drain])
        #expect(try Run(daemon, "status", "--timeout", "0.05").status == 4)
    }

    @Test("Another protocol version is 6")
    func mismatch() throws {
        let daemon = try FakeDaemon([
            .receive("hello"),
            .error(#"{"code":-32602,"message":"version 9","data":{"member":"protocol"}}"#),
        ])
        #expect(try Run(daemon, "status").status == 6)
    }

    @Test("A closed connection is 3, with the reason of the bye")
    func bye() throws {
        let daemon = try FakeDaemon([
            .welcome, .receive("status"),
            .send(#"{"jsonrpc":"2.0","method":"bye","params":{"reason":"shutdown"}}"#),
        ])
        let run = try Run(daemon, "status")
        #expect(run.status == 3)
        #expect(run.errors.contains("shutdown"))
    }

    @Test("An invalid configuration is 78, with file and line")
    func configuration() throws {
        let run = try Run(["config", "check", "/etc/passwd"])
        #expect(run.status == 78)
        #expect(run.errors.hasPrefix("/etc/passwd:1:"))
    }

    @Test("Unwritable standard output is an error")
    func fullDisk() throws {
        let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
        let run = try Run(["version"], outputFile: full)
        #expect(run.status == 2)
        #expect(run.errors == "popoverctl: standard output: No space left on device\n")
    }

    @Test("A reader that closes the pipe is no error")
    func closedPipe() throws {
        let pipe = Pipe()
        try pipe.fileHandleForReading.close()
        let run = try Run(["version"], outputFile: pipe.fileHandleForWriting)
        #expect(run.status == 0)
        #expect(run.errors.isEmpty)
    }

    @Test("Closed standard output is an error, and results never reach the daemon")
    func closedOutput() throws {
        let daemon = try FakeDaemon([
            .welcome, .receive("popover.open"), .result(ClientTests.grant), .drain,
        ])
        let run = try Run(
            [
                "-c", #"exec "$0" "$@" >&-"#, Run.executable.path, "--socket", daemon.path,
                "open", "--hold", "--anchor", "1,2,3x4",
            ], program: URL(filePath: "/bin/sh"))
        #expect(run.status == 2)
        #expect(run.errors == "popoverctl: standard output: Bad file descriptor\n")
        #expect(daemon.requests().count == 1)
    }

    @Test("Common options may stand before or after the command")
    func optionPlaces() throws {
        for arguments in [["--json", "version"], ["version", "--json"]] {
            let run = try Run(arguments)
            #expect(run.status == 0)
            #expect(run.output == "{\"version\":\"0.1.0\",\"protocol\":1}\n")
        }
    }
}
