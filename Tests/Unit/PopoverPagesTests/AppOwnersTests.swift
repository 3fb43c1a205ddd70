// SPDX-License-Identifier: MIT

import Testing

@testable import PopoverPages

@Suite("Apps of origins")
struct AppOwnersTests {
    private static let shop = "http://127.0.0.1:8080"
    private static let game = "http://127.0.0.1:9090"
    private static let origins = [shop, game]

    private func owners(_ rules: [String] = [], remembered: String = "") -> AppOwners {
        AppOwners(
            rules: rules.compactMap { AppOwners.Rule($0) }, origins: Self.origins,
            remembered: remembered)
    }

    @Test("an app is the origin's that uses it first, also after a restart")
    func firstUse() {
        var owners = owners()
        let first = owners.admits("shop", from: Self.shop)
        let other = owners.admits("shop", from: Self.game)
        let own = owners.admits("game", from: Self.game)
        #expect([first, other, own] == [true, false, true])
        var later = self.owners(remembered: AppOwners.line("shop", Self.shop))
        let stolen = later.admits("shop", from: Self.game)
        #expect(!stolen)
    }

    @Test("an app is free again when its origin is not configured any more")
    func goneOrigin() {
        var owners = owners(remembered: "shop http://127.0.0.1:1\nnothing\n\n x\n")
        let isFree = owners.admits("shop", from: Self.game)
        #expect(isFree)
    }

    @Test("what was remembered last of an app counts")
    func laterLine() {
        let lines = [Self.shop, Self.game].map { AppOwners.line("shop", $0) }
        var owners = owners(remembered: lines.joined())
        let (earlier, later) = (
            owners.admits("shop", from: Self.shop), owners.admits("shop", from: Self.game)
        )
        #expect([earlier, later] == [false, true])
    }

    @Test("the configuration gives an app to an origin, or to several")
    func configured() {
        let rules = ["shop=\(Self.shop)", "both=\(Self.shop)", "both=\(Self.game)", "free"]
        var owners = owners(rules, remembered: "shop \(Self.game)\n")
        func admits(_ app: String) -> [Bool] {
            Self.origins.map { owners.admits(app, from: $0) }
        }
        #expect(admits("shop") == [true, false])
        #expect(admits("both") == [true, true])
        #expect(admits("free") == [true, false])
        #expect(admits("other") == [false, false])
    }

    @Test("an origin can take its share of the names, and none of another origin's")
    func shares() {
        var owners = owners()
        func admitted(_ origin: String, _ name: String) -> Int {
            (0...AppOwners.capacity).count { owners.admits("\(name)\($0)", from: origin) }
        }
        #expect(admitted(Self.shop, "app") == AppOwners.capacity / 2)
        #expect(admitted(Self.game, "game") == AppOwners.capacity / 2)
        let own = owners.admits("app0", from: Self.shop)
        let another = owners.admits("app0", from: Self.game)
        #expect([own, another] == [true, false])
    }

    @Test("many origins have a name each")
    func manyOrigins() {
        let many = (0..<2 * AppOwners.capacity).map { "http://127.0.0.1:\($0 + 1)" }
        var owners = AppOwners(rules: [], origins: many)
        for (number, origin) in many.enumerated() {
            let (first, second) = (
                owners.admits("app\(number)", from: origin),
                owners.admits("more\(number)", from: origin)
            )
            #expect([first, second] == [true, false])
        }
    }

    @Test("names that an origin had before it had to share stay, and shut nobody out")
    func formerNames() {
        let lines = (0..<AppOwners.capacity).map { AppOwners.line("app\($0)", Self.shop) }
        var owners = owners(remembered: lines.joined())
        let admitted = [
            owners.admits("app\(AppOwners.capacity - 1)", from: Self.shop),
            owners.admits("more", from: Self.shop), owners.admits("game", from: Self.game),
            owners.admits("app0", from: Self.game),
        ]
        #expect(admitted == [true, false, true, false])
    }

    @Test("a name has at most 64 characters")
    func longestName() {
        let longest = String(repeating: "a", count: 64)
        #expect(AppOwners.Rule(longest)?.app == longest)
        #expect(AppOwners.Rule(longest + "a") == nil)
    }

    @Test(
        "a rule is a name, or a name and an origin", arguments: ["", "=", "a=", "A", "a b", "=x"])
    func noRule(text: String) {
        #expect(AppOwners.Rule(text) == nil)
    }
}
