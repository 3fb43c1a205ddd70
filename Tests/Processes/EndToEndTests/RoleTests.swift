// SPDX-License-Identifier: MIT

import Glibc
import Testing

/// Roles and rights, by what a client claims and by what the kernel reports.
@Suite("Roles and credentials over the socket")
struct RoleTests {
    @Test("Only apps open popovers", arguments: ["shell", "input", "observer"])
    func opening(role: String) throws {
        let client = try World().actor("client", [role])
        let refusal = try client.refusal(of: client.beginOpen())
        #expect(refusal.code == 3)
        #expect(refusal.data == ["needs": "app"])
    }

    @Test(
        "Only shells and inputs set displays",
        arguments: [("app", false), ("observer", false), ("shell", true), ("input", true)])
    func displays(role: String, allowed: Bool) throws {
        let client = try World().actor("client", [role])
        let answer = try client.answer(
            to: client.begin("display.set", ["display": "d", "width": 10, "height": 10]))
        #expect(answer["error"]["code"] == (allowed ? nil : 3))
    }

    @Test("Anyone reports taps and keys", arguments: ["app", "shell", "input", "observer"])
    func reporting(role: String) throws {
        let client = try World().actor("client", [role])
        let idle = Judgement("idle", delivered: true)
        #expect(try client.judge(Spot.outside) == idle)
        #expect(try client.judge(["key": "Escape"], method: "key") == idle)
    }

    @Test("A client's user is the kernel's answer, not the client's claim")
    func credentials() throws {
        let client = try World().actor("honest")
        let clients = try client.call("status")["clients"].elements
        let own = try #require(clients.first { $0["client"] == client.client })
        #expect(own["pid"].number == Double(client.pid))
        #expect(own["uid"].number == Double(getuid()))
    }

    @Test("Apps and roles can be reserved for users")
    func binding() throws {
        let world = try World(
            """
            [[bind]]
            app = "checkout"
            users = ["4242"]
            [[bind]]
            role = "shell"
            users = ["4242"]
            """)
        for (app, role) in [("checkout", "app"), ("other", "shell")] {
            let client = try world.stranger(app)
            let refusal = try client.refusal(
                "hello", ["protocol": 1, "app": .string(app), "roles": [.string(role)]])
            #expect(refusal.code == 3)
        }
        try world.actor("other").open()
    }

    @Test("Administration is for the daemon's user only")
    func administration() throws {
        let world = try World()
        let methods = ["status", "session.end", "session.lock", "plugin.list", "config.reload"]
        let own = try world.actor()
        for method in methods { try own.call(method) }
        try own.call("session.unlock")
        let nobody = "65534"
        unsafe chmod(world.folder, 0o755)
        unsafe chmod(world.socket, 0o666)
        // Only root can run the client as another user.
        let root = getuid() == 0 ? [] : ["/usr/bin/sudo", "-n"]
        let command =
            root + [
                "/usr/bin/setpriv", "--reuid=\(nobody)", "--clear-groups",
                try Program.actor.path(), world.socket,
            ]
        let other = try Child(command[0], Array(command.dropFirst()))
        let hello: JSON = ["protocol": 1, "app": "other"]
        other.write(Self.order("hello", hello))
        for method in methods + ["shutdown"] { other.write(Self.order(method)) }
        var refused: [JSON] = []
        while refused.count <= methods.count, let line = try other.output.next() {
            let message = try #require(JSON(text: line.utf8))
            if !message["error"].isNull { refused.append(message) }
        }
        #expect(refused.map { $0["id"].string } == methods + ["shutdown"])
        for message in refused {
            #expect(message["error"]["code"] == 3)
            #expect(message["error"]["data"]["needs"] == "administrator")
        }
        try own.fence()
    }

    private static func order(_ method: String, _ params: JSON = [:]) -> String {
        let message: JSON = [
            "jsonrpc": "2.0", "id": .string(method), "method": .string(method), "params": params,
        ]
        return "\(["send": message] as JSON)\n"
    }
}
