// SPDX-License-Identifier: MIT

import PopoverModel
import PopoverPages
import Testing

@Suite("Admission of pages and their messages")
struct DoorkeeperTests {
    private static let token = "0123456789abcdef"
    private static let shop = "http://127.0.0.1:8080"

    private func doorkeeper(
        methods: [Method] = Doorkeeper.usualMethods, roles: Set<String> = ["app"],
        apps: [String] = []
    ) -> Doorkeeper {
        Doorkeeper(
            origins: [Self.shop], token: Self.token, methods: Set(methods.map(\.rawValue)),
            roles: roles,
            apps: AppOwners(
                rules: apps.compactMap { AppOwners.Rule($0) }, origins: [Self.shop]))
    }

    private func check(_ text: String, by doorkeeper: Doorkeeper? = nil) -> Doorkeeper.Verdict {
        (doorkeeper ?? self.doorkeeper()).check(Array(text.utf8), from: 0)
    }

    @Test(
        "A page needs the exact spelling of a configured origin, and the token",
        arguments: [
            (shop, "popoverd.1, token.\(token)", .admitted(origin: 0)),
            (shop, "token.\(token),popoverd.1", .admitted(origin: 0)),
            (shop, "popoverd.1,  token.\(token) ", .admitted(origin: 0)),
            (shop, "token.\(token)", .admitted(origin: 0)),
            (shop, "popoverd.1", .wrongToken), (shop, "", .wrongToken),
            (shop, "token.", .wrongToken),
            (shop, "token.\(token)0", .wrongToken),
            (shop, "token.\(token.dropLast())", .wrongToken),
            (shop, "token.0123456789abcdeF", .wrongToken), (shop, "Token.\(token)", .wrongToken),
            (shop, "x.token.\(token)", .wrongToken), (shop, "token. \(token)", .wrongToken),
            ("http://127.0.0.1:8081", "token.\(token)", .wrongOrigin),
            ("HTTP://127.0.0.1:8080", "token.\(token)", .wrongOrigin),
            ("\(shop)/", "token.\(token)", .wrongOrigin), ("null", "token.\(token)", .wrongOrigin),
            ("", "token.\(token)", .wrongOrigin),
        ] as [(String, String, Doorkeeper.Admission)])
    func admission(origin: String, subprotocols: String, admission: Doorkeeper.Admission) {
        #expect(
            doorkeeper().admission(origin: origin, subprotocols: subprotocols) == admission)
    }

    @Test("An app's first use is remembered once")
    func remembered() {
        var lines: [String] = []
        let doorkeeper = Doorkeeper(
            origins: [Self.shop], token: Self.token, methods: [], roles: ["app"],
            apps: AppOwners(rules: [], origins: [Self.shop]), remember: { lines.append($0) })
        for _ in 1...2 {
            let hello = #"{"jsonrpc":"2.0","id":1,"method":"hello","params":{"app":"shop"}}"#
            #expect(check(hello, by: doorkeeper) == .passes)
        }
        #expect(lines == ["shop \(Self.shop)\n"])
    }

    @Test("Without a configured token no page is admitted")
    func noToken() {
        let doorkeeper = Doorkeeper(
            origins: [Self.shop], token: "", methods: [], roles: [],
            apps: AppOwners(rules: [], origins: []))
        #expect(
            doorkeeper.admission(origin: Self.shop, subprotocols: "token.") == .wrongToken)
    }

    @Test(
        "A token is 16 to 64 characters that are valid in a subprotocol",
        arguments: [
            (token, true), (String(repeating: "a", count: 64), true), ("AZaz09-_.AZaz09-", true),
            (String(repeating: "a", count: 15), false), (String(repeating: "a", count: 65), false),
            ("0123456789abcde,", false), ("0123456789abcde ", false), ("0123456789abcdeé", false),
            ("", false),
        ])
    func tokens(text: String, isToken: Bool) {
        #expect(Doorkeeper.isToken(text) == isToken)
    }

    @Test("The default methods and answers pass", arguments: Doorkeeper.usualMethods)
    func usual(method: Method) {
        #expect(check(#"{"jsonrpc":"2.0","id":1,"method":"\#(method.rawValue)"}"#) == .passes)
        #expect(check(#"{"jsonrpc":"2.0","id":"r1","result":{"method":"shutdown"}}"#) == .passes)
    }

    @Test(
        "Administrators' methods, unknown methods and subscriptions do not pass",
        arguments: [
            "shutdown", "session.end", "plugin.load", "popover.dismiss", "status", "bus.subscribe",
            "nothing", "", "Hello", "hello ",
        ])
    func others(method: String) {
        let replaced = check(#"{"jsonrpc":"2.0","id":7,"method":"\#(method)","params":{}}"#)
        let line = #"{"jsonrpc":"2.0","id":7,"method":"web:\#(method)"}"#
        #expect(replaced == .replaced(Array(line.utf8)))
        #expect(check(#"{"jsonrpc":"2.0","method":"\#(method)"}"#) == .replaced([]))
    }

    @Test("No method of pages is an administrator's")
    func harmless() {
        let all = Doorkeeper.usualMethods + Doorkeeper.riskyMethods
        #expect(Set(all).count == all.count)
        #expect(!all.contains(.hello))
        for method in [Method.shutdown, .endSession, .status, .dismiss] {
            #expect(!all.contains(method))
        }
    }

    @Test("Only configured methods pass")
    func configured() {
        let narrow = doorkeeper(methods: [.open, .subscribe])
        #expect(check(#"{"id":1,"method":"popover.open"}"#, by: narrow) == .passes)
        #expect(check(#"{"id":1,"method":"bus.subscribe"}"#, by: narrow) == .passes)
        #expect(check(#"{"id":1,"method":"hello","params":{}}"#, by: narrow) == .passes)
        #expect(check(#"{"id":1,"method":"tap"}"#, by: narrow) != .passes)
    }

    @Test("Escape passes where popovers may be opened, and no other key does")
    func escape() {
        let escape = #"{"id":1,"method":"key","params":{"key":"Escape"}}"#
        #expect(check(escape, by: doorkeeper(methods: [.open])) == .passes)
        #expect(check(escape, by: doorkeeper(methods: [.subscribe])) != .passes)
        for params in [#"{"key":"Enter"}"#, #"{"key":["Escape"]}"#, #"{"Escape":"key"}"#, "[]"] {
            let other = #"{"id":1,"method":"key","params":\#(params)}"#
            #expect(check(other, by: doorkeeper(methods: [.open])) != .passes)
        }
    }

    @Test(
        "A message that the daemon would not accept is malformed",
        arguments: [
            "", "1", "[]", "null", "{", #"{"method":1}"#, #"{"method":null}"#,
            #"{"id":1,"id":2,"method":"tap"}"#, #"{"method":"tap","method":"shutdown"}"#,
            #"{"method":"tap"}{"method":"shutdown"}"#, "\u{FEFF}{}",
            String(repeating: #"{"a":"#, count: 33) + "1" + String(repeating: "}", count: 33),
        ])
    func malformed(text: String) {
        #expect(check(text) == .malformed)
    }

    @Test("A method or an id that is too long for an error is malformed")
    func longEcho() {
        let long = String(repeating: "x", count: 192)
        #expect(check(#"{"id":1,"method":"\#(long)"}"#) == .malformed)
        #expect(check(#"{"id":"\#(long)","method":"x"}"#) == .malformed)
        #expect(check(#"{"id":"\#(long.dropLast(3))","method":"x"}"#) != .malformed)
    }

    @Test(
        "A hello needs configured roles and a configured name",
        arguments: [
            (#"{"app":"shop"}"#, true), (#"{"app":"shop","roles":null}"#, true),
            (#"{"app":"shop","roles":["app"]}"#, true),
            (#"{"app":"shop","roles":["observer"]}"#, true),
            (#"{"app":"shop","roles":["app","shell"]}"#, false),
            (#"{"app":"shop","roles":"app"}"#, false), (#"{"app":"shop","roles":[1]}"#, false),
            (#"{"app":"shop","onBehalfOf":{"pid":1,"uid":0}}"#, false),
            (#"{"app":"bank"}"#, false), ("{}", false), (#"{"app":7}"#, false), ("[]", false),
        ])
    func hello(params: String, passes: Bool) {
        let strict = doorkeeper(roles: ["app", "observer"], apps: ["shop"])
        let verdict = check(#"{"id":1,"method":"hello","params":\#(params)}"#, by: strict)
        #expect(verdict == (passes ? .passes : .forbidden))
    }

    @Test("Without configured names any name passes, but every role has to be configured")
    func anyName() {
        #expect(check(#"{"id":1,"method":"hello","params":{"app":"bank"}}"#) == .passes)
        let nothing = doorkeeper(roles: [])
        #expect(
            check(#"{"id":1,"method":"hello","params":{"app":"a"}}"#, by: nothing) == .forbidden)
    }

    @Test(
        "The answer to a hello announces the longest message",
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
