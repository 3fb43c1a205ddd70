// SPDX-License-Identifier: MIT

import PopoverModel
import PopoverSessions
import Testing

@testable import PopoverDaemon

@Suite("A plugin as a client")
struct PluginClientTests {
    /// Lines that the plugin got.
    private final class Received {
        var lines: [String] = []
    }

    private let test: TestDaemon
    private let received = Received()

    init() throws {
        test = try TestDaemon()
    }

    private func plugin(isTrusted: Bool) -> PluginClient {
        let plugin = PluginClient(
            name: "plugin", isTrusted: isTrusted, engine: test.daemon.engine, log: test.daemon.log
        ) { [received] line, _ in
            received.lines.append(String(decoding: line, as: UTF8.self))
        }
        plugin.connect(roles: [.shell], topics: [], since: nil)
        return plugin
    }

    private func list(for plugin: PluginClient) -> String? {
        let line = #"{"jsonrpc":"2.0","id":1,"method":"draft.list"}"#
        received.lines = []
        plugin.receive(Array(line.utf8)[...])
        return received.lines.first
    }

    @Test(
        "Only a trusted plugin has rights, roles and the daemon's user", arguments: [true, false])
    func rights(isTrusted: Bool) throws {
        let plugin = plugin(isTrusted: isTrusted)
        let status = try test.client("shop").ask("status")
        let roles = isTrusted ? #""shell","observer""# : #""observer""#
        #expect(status.contains(#""app":"plugin","roles":[\#(roles)],"#))
        #expect(status.contains(#""uid":65534,"#) == !isTrusted)
        #expect(list(for: plugin)?.contains(isTrusted ? #""drafts":[]"# : #""code":3,"#) == true)
        plugin.disconnect()
        test.end()
    }

    @Test("A plugin that has ended is no client, and is not heard")
    func ended() throws {
        let plugin = plugin(isTrusted: false)
        let client = try test.client("shop")
        #expect(try client.ask("status").contains(#""app":"plugin""#))
        plugin.disconnect()
        #expect(try !client.ask("status").contains(#""app":"plugin""#))
        #expect(list(for: plugin) == nil)
        test.end()
    }
}
