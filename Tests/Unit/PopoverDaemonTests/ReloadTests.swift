// SPDX-License-Identifier: MIT

import PopoverModel
import PopoverSessions
import PopoverTestSupport
import Testing

@testable import PopoverDaemon

@Suite struct ReloadTests {
    @Test("A new configuration is in force at once")
    func taken() throws {
        let test = try TestDaemon()
        let client = try test.client()
        test.folder.write("[limits]\nmessage = 8192\n", to: "popoverd.toml")
        let answer = try client.ask("config.reload")
        let change = #"{"option":"limits.message","old":"262144","new":"8192","takesEffect":"now"}"#
        #expect(answer.contains(change))
        #expect(test.lines.all.contains("notice limits.message: 262144 → 8192"))
        client.send(String(repeating: " ", count: 9000))
        #expect(try client.answer("null").contains("8192"))
        #expect(try client.ask("config.reload", id: "2").contains(#""result":{}"#))
        #expect(test.daemon.engine.sessions.counters.configurationReloads == 2)
        test.end()
    }

    @Test("An invalid configuration is rejected with file and line, and the old one stays")
    func refused() throws {
        let test = try TestDaemon("[limits]\nmessage = 8192\n")
        let client = try test.client()
        test.folder.write("[limits]\nmessage = 16384\nclients = true\n", to: "popoverd.toml")
        let answer = try client.ask("config.reload")
        #expect(answer.contains("error"))
        #expect(answer.contains("popoverd.toml:3:"))
        client.send(String(repeating: " ", count: 9000))
        #expect(try client.answer("null").contains("8192"))
        #expect(test.lines.all.contains { $0.contains("popoverd.toml:3:") })
        #expect(test.daemon.engine.sessions.counters.configurationReloads == 0)
        test.end()
    }

    @Test("The log level can change at runtime")
    func logLevel() throws {
        let test = try TestDaemon()
        let client = try test.client()
        #expect(!test.lines.all.contains { $0.hasPrefix("debug") })
        #expect(try client.ask("log.level", #"{"level":"debug"}"#).contains(#""result":{}"#))
        try test.connect().close()
        try test.run {
            test.lines.all.contains { $0.hasPrefix("debug client connected: client=c2") }
        }
        test.end()
    }

    @Test("A change that needs a restart is reported")
    func restartNeeded() throws {
        let test = try TestDaemon()
        test.folder.write("socket = \"/run/other.sock\"\n", to: "popoverd.toml")
        let change = ConfigurationChange(
            option: "socket", old: #""""#, new: #""/run/other.sock""#, takesEffect: .atStart)
        #expect(test.daemon.reload() == .reloaded([change]))
        #expect(
            test.lines.all.contains {
                $0 == #"notice socket: "" → "/run/other.sock" (at the next start)"#
            })
        test.end()
    }
}
