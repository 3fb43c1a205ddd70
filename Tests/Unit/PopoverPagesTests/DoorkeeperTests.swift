// SPDX-License-Identifier: MIT

import PopoverModel
import PopoverPages
import Testing

@Suite("Which web pages may come, and what they may ask for")
struct DoorkeeperTests {
    private static let token = "0123456789abcdef"
    private static let shop = "http://127.0.0.1:8080"

    private func doorkeeper(
        methods: [Method] = Doorkeeper.usualMethods, roles: Set<String> = ["app"],
        apps: Set<String> = []
    ) -> Doorkeeper {
        Doorkeeper(
            origins: [Self.shop], token: Self.token, methods: Set(methods.map(\.rawValue)),
            roles: roles, apps: apps)
    }

    private func judge(_ text: String, by doorkeeper: Doorkeeper? = nil) -> Doorkeeper.Verdict {
        (doorkeeper ?? self.doorkeeper()).judge(Array(text.utf8))
    }

    @Test(
        "A page is admitted with a listed origin, spelled the same, and the token",
        arguments: [
            (shop, "popoverd.1, token.\(token)", true), (shop, "token.\(token),popoverd.1", true),
            (shop, "popoverd.1,  token.\(token) ", true), (shop, "token.\(token)", true),
            (shop, "popoverd.1", false), (shop, "", false), (shop, "token.", false),
            (shop, "token.\(token)0", false), (shop, "token.\(token.dropLast())", false),
            (shop, "token.0123456789abcdeF", false), (shop, "Token.\(token)", false),
            (shop, "x.token.\(token)", false), (shop, "token. \(token)", false),
            ("http://127.0.0.1:8081", "token.\(token)", false),
            ("HTTP://127.0.0.1:8080", "token.\(token)", false),
            ("\(shop)/", "token.\(token)", false), ("null", "token.\(token)", false),
            ("", "token.\(token)", false),
        ])
    func admission(origin: String, subprotocols: String, isAdmitted: Bool) {
        #expect(doorkeeper().admits(origin: origin, subprotocols: subprotocols) == isAdmitted)
    }

    @Test("Without a token nobody is admitted, not even with an empty one")
    func noToken() {
        let doorkeeper = Doorkeeper(
            origins: [Self.shop], token: "", methods: [], roles: [], apps: [])
        #expect(!doorkeeper.admits(origin: Self.shop, subprotocols: "token."))
    }

    @Test(
        "A token is 16 to 64 characters that a subprotocol may have",
        arguments: [
            (token, true), (String(repeating: "a", count: 64), true), ("AZaz09-_.AZaz09-", true),
            (String(repeating: "a", count: 15), false), (String(repeating: "a", count: 65), false),
            ("0123456789abcde,", false), ("0123456789abcde ", false), ("0123456789abcdeé", false),
            ("", false),
        ])
    func tokens(text: String, isToken: Bool) {
        #expect(Doorkeeper.isToken(text) == isToken)
    }

    @Test("What pages may ask for passes; answers do", arguments: Doorkeeper.usualMethods)
    func usual(method: Method) {
        #expect(judge(#"{"jsonrpc":"2.0","id":1,"method":"\#(method.rawValue)"}"#) == .passes)
        #expect(judge(#"{"jsonrpc":"2.0","id":"r1","result":{"method":"shutdown"}}"#) == .passes)
    }

    @Test(
        "Administrators' methods, unknown ones and events are none for pages",
        arguments: [
            "shutdown", "session.end", "plugin.load", "popover.dismiss", "status", "bus.subscribe",
            "nothing", "", "Hello", "hello ",
        ])
    func others(method: String) {
        let replaced = judge(#"{"jsonrpc":"2.0","id":7,"method":"\#(method)","params":{}}"#)
        let line = #"{"jsonrpc":"2.0","id":7,"method":"web:\#(method)"}"#
        #expect(replaced == .replaced(Array(line.utf8)))
        #expect(judge(#"{"jsonrpc":"2.0","method":"\#(method)"}"#) == .replaced([]))
    }

    @Test("No usual or risky method is an administrator's")
    func harmless() {
        let all = Doorkeeper.usualMethods + Doorkeeper.riskyMethods
        #expect(Set(all).count == all.count)
        #expect(!all.contains(.hello))
        for method in [Method.shutdown, .endSession, .status, .dismiss] {
            #expect(!all.contains(method))
        }
    }

    @Test("What the configuration leaves out is turned away, what it adds passes")
    func configured() {
        let narrow = doorkeeper(methods: [.open, .subscribe])
        #expect(judge(#"{"id":1,"method":"popover.open"}"#, by: narrow) == .passes)
        #expect(judge(#"{"id":1,"method":"bus.subscribe"}"#, by: narrow) == .passes)
        #expect(judge(#"{"id":1,"method":"hello","params":{}}"#, by: narrow) == .passes)
        #expect(judge(#"{"id":1,"method":"tap"}"#, by: narrow) != .passes)
    }

    @Test(
        "What the daemon would not take for an object is malformed",
        arguments: [
            "", "1", "[]", "null", "{", #"{"method":1}"#, #"{"method":null}"#,
            #"{"id":1,"id":2,"method":"tap"}"#, #"{"method":"tap","method":"shutdown"}"#,
            #"{"method":"tap"}{"method":"shutdown"}"#, "\u{FEFF}{}",
            String(repeating: #"{"a":"#, count: 33) + "1" + String(repeating: "}", count: 33),
        ])
    func malformed(text: String) {
        #expect(judge(text) == .malformed)
    }

    @Test("A name or an id that is too long to be given back is malformed")
    func longEcho() {
        let long = String(repeating: "x", count: 192)
        #expect(judge(#"{"id":1,"method":"\#(long)"}"#) == .malformed)
        #expect(judge(#"{"id":"\#(long)","method":"x"}"#) == .malformed)
        #expect(judge(#"{"id":"\#(long.dropLast(3))","method":"x"}"#) != .malformed)
    }

    @Test(
        "A hello passes with the roles and names that pages have",
        arguments: [
            (#"{"app":"shop"}"#, true), (#"{"app":"shop","roles":null}"#, true),
            (#"{"app":"shop","roles":["app"]}"#, true),
            (#"{"app":"shop","roles":["observer"]}"#, true),
            (#"{"app":"shop","roles":["app","shell"]}"#, false),
            (#"{"app":"shop","roles":"app"}"#, false), (#"{"app":"shop","roles":[1]}"#, false),
            (#"{"app":"bank"}"#, false), ("{}", false), (#"{"app":7}"#, false), ("[]", false),
        ])
    func hello(params: String, passes: Bool) {
        let strict = doorkeeper(roles: ["app", "observer"], apps: ["shop"])
        let verdict = judge(#"{"id":1,"method":"hello","params":\#(params)}"#, by: strict)
        #expect(verdict == (passes ? .passes : .forbidden))
    }

    @Test("Where no names are listed a page is called as it likes, but no role is given by itself")
    func anyName() {
        #expect(judge(#"{"id":1,"method":"hello","params":{"app":"bank"}}"#) == .passes)
        let nothing = doorkeeper(roles: [])
        #expect(
            judge(#"{"id":1,"method":"hello","params":{"app":"a"}}"#, by: nothing) == .forbidden)
    }

    @Test(
        "How long messages may be is what the answer to a hello says",
        arguments: [
            (#"{"id":1,"result":{"client":"c1","limits":{"message":4096}}}"#, 4096),
            (#"{"id":1,"result":{"limits":{"message":16777216,"key":256}}}"#, 16_777_216),
            (#"{"id":1,"result":{"limits":{"message":0}}}"#, nil),
            (#"{"id":1,"result":{"limits":{"message":-1}}}"#, nil),
            (#"{"id":1,"result":{"limits":{"message":"4096"}}}"#, nil),
            (#"{"id":1,"result":{"limits":{}}}"#, nil), (#"{"id":1,"result":{}}"#, nil),
            (#"{"id":1,"error":{"data":{"limits":{"message":8}}}}"#, nil), ("{", nil), ("", nil),
        ] as [(String, Int?)])
    func limit(line: String, limit: Int?) {
        #expect(doorkeeper().messageLimit(in: Array(line.utf8)) == limit)
    }
}
