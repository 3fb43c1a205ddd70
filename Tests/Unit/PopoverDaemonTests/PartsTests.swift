// SPDX-License-Identifier: MIT

import LibUV
import PopoverModel
import PopoverSessions
import PopoverTestSupport
import Testing

@testable import PopoverDaemon

@Suite struct ClockTests {
    @Test(
        "A timestamp is an ISO 8601 date",
        arguments: [
            (UInt64(0), "1970-01-01T00:00:00.000Z"),
            (951_782_400_000_000, "2000-02-29T00:00:00.000Z"),
            (1_795_248_553_042_999, "2026-11-21T08:09:13.042Z"),
            (4_107_542_399_999_999, "2100-02-28T23:59:59.999Z"),
            (4_107_542_400_000_000, "2100-03-01T00:00:00.000Z"),
        ])
    func timestamp(microseconds: UInt64, text: String) {
        #expect(Clock.timestamp(realtimeMicroseconds: microseconds) == text)
    }
}

@Suite struct LogTests {
    @Test("The journal gets priorities, other outputs the time and the level")
    func formats() {
        #expect(StandardErrorLog(isJournal: true).text(.error, "a", 0) == "<3>a\n")
        #expect(
            StandardErrorLog(isJournal: false).text(.notice, "a", 0)
                == "1970-01-01T00:00:00.000Z notice a\n")
    }

    @Test("A message cannot forge another line")
    func forgery() {
        let line = StandardErrorLog(isJournal: true).text(.info, "a\n<0>b\u{1b}[2J\u{7f}", 0)
        #expect(line == "<6>a?<0>b?[2J?\n")
        let turned = StandardErrorLog(isJournal: true).text(.info, "\u{9B}2J\u{202E}\u{2066}é", 0)
        #expect(turned == "<6>?2J??é\n")
    }

    @Test("A reader that is stuck loses lines, and is told how many", arguments: [false, true])
    func stuckReader(isSocket: Bool) throws {
        let pipe = try StuckReader(isSocket: isSocket)
        let log = StandardErrorLog(isJournal: true, output: UnwaitingOutput(to: pipe.writing))
        let long = String(repeating: "x", count: 1000)
        // More than a pipe or a socket holds.
        for _ in 0..<1000 { log.write(LogLine(level: .info, message: long)) }
        #expect(pipe.isBlocking, "others may share the description")
        var lines = pipe.read().split(separator: "\n")
        log.write(LogLine(level: .info, message: "later"))
        lines += pipe.read().split(separator: "\n")
        #expect(lines.last == "<6>later")
        let written = lines.filter { $0.hasSuffix(long) }.count
        #expect((1..<1000).contains(written))
        // A short line may fit in where a long one does not.
        let counts = lines.compactMap { line in
            line.hasPrefix("<4>log lines dropped: count=")
                ? Int(line.drop { $0 != "=" }.dropFirst()) : nil
        }
        #expect(written + counts.reduce(0, +) == 1000)
    }

    @Test("Lines that peers cause are limited and then counted")
    func limited() {
        let lines = LoggedLines()
        var now = Instant(microseconds: 0)
        let log = Log(RecordingLog(lines: lines), clock: { now })
        for number in 1...100 { log.limited(.warning, cause: "storm", "line \(number)") }
        #expect(lines.all == (1...Log.linesPerCause).map { "warning line \($0)" })
        now = now + Log.limitWindow
        log.limited(.warning, cause: "storm", "later")
        #expect(
            lines.all.suffix(2)
                == [#"warning log lines suppressed: cause="storm" count=95"#, "warning later"])
    }

    @Test("A line below the log level is neither written nor formatted")
    func level() {
        let lines = LoggedLines()
        let log = Log(RecordingLog(lines: lines), clock: { Instant(microseconds: 0) })
        log.level = .error
        var made = 0
        func message() -> String {
            made += 1
            return "x"
        }
        log.write(.warning, message())
        log.limited(.warning, cause: "x", message())
        #expect(made == 0)
        log.write(.critical, message())
        #expect(lines.all == ["critical x"])
    }
}

@Suite struct PathTests {
    private func paths(_ variables: [String: String] = [:], userID: UInt32 = 1000) -> Paths {
        Paths(variable: { variables[$0] }, userID: userID, programDirectory: "/opt/popoverd/bin")
    }

    @Test("The socket path comes from the option, the environment, the configuration or the system")
    func socket() {
        let environment = ["POPOVERD_SOCKET": "/env", "XDG_RUNTIME_DIR": "/run/user/7"]
        #expect(paths(environment).socket(option: "/option", configured: "/file") == "/option")
        #expect(paths(environment).socket(option: nil, configured: "/file") == "/env")
        #expect(paths().socket(option: nil, configured: "/file") == "/file")
        #expect(
            paths(["XDG_RUNTIME_DIR": "/run/user/7"]).socket(option: nil, configured: nil)
                == "/run/user/7/popoverd/popoverd.sock")
        for empty in [[:], ["POPOVERD_SOCKET": "", "XDG_RUNTIME_DIR": ""]] {
            #expect(
                paths(empty).socket(option: nil, configured: nil) == "/run/popoverd/popoverd.sock")
        }
    }

    @Test("The state folder comes from the option, the configuration, systemd or the home folder")
    func state() {
        let environment = [
            "STATE_DIRECTORY": "/var/lib/one:/var/lib/two", "XDG_STATE_HOME": "/xdg",
            "HOME": "/home/me",
        ]
        #expect(paths(environment).state(option: "/option", configured: "/file") == "/option")
        #expect(paths(environment).state(option: nil, configured: "/file") == "/file")
        #expect(paths(environment).state(option: nil, configured: nil) == "/var/lib/one")
        #expect(
            paths(["XDG_STATE_HOME": "/xdg"]).state(option: nil, configured: nil)
                == "/xdg/popoverd")
        #expect(
            paths(["HOME": "/home/me"]).state(option: nil, configured: nil)
                == "/home/me/.local/state/popoverd")
        #expect(
            paths(["HOME": "/root"], userID: 0).state(option: nil, configured: nil)
                == "/var/lib/popoverd")
        #expect(paths().state(option: nil, configured: nil) == nil)
    }

    @Test("Only a socket folder named popoverd is created")
    func folder() throws {
        let folder = TemporaryFolder()
        try paths().makeFolder(ofSocket: folder.path + "/popoverd/popoverd.sock")
        #expect(Files.mode(folder.path + "/popoverd")?.permissions == 0o700)
        try paths().makeFolder(ofSocket: folder.path + "/other/popoverd.sock")
        #expect(!folder.contains("other"))
    }
}
