// SPDX-License-Identifier: MIT

import Testing

@testable import PopoverFleet

@Suite("Which commands a kiosk takes")
struct CommandDoorTests {
    private static let now: Int64 = 1_800_000_000
    private let key = SigningKey()

    private func door(_ rights: String = "*") throws -> CommandAuthorizer {
        CommandAuthorizer(
            topics: try KioskTopics(prefix: "popoverd", kiosk: "hall-3", groups: ["lobby"]),
            keys: try KeyRing("ops \(key.verifyingKey.text) \(rights)"))
    }

    private func command(
        _ order: FleetCommand.Order = .ping, to audience: [String] = ["hall-3"],
        issued: Int64 = now, life: Int64 = 60
    ) -> FleetCommand {
        FleetCommand(
            audience: audience, issued: issued, expiry: issued + life, nonce: randomNonce(),
            order: order)
    }

    private func signed(_ json: String, footer: String = #"{"kid":"ops"}"#) -> [UInt8] {
        Array(
            SignedToken.sign(Array(json.utf8), footer: Array(footer.utf8), by: key).utf8)
    }

    private func refusal(
        _ payload: [UInt8], by door: CommandAuthorizer, at now: Int64 = now
    ) -> CommandError? {
        do throws(CommandError) {
            _ = try door.judge(payload, at: now)
            return nil
        } catch {
            return error
        }
    }

    @Test("Every order comes back as it was signed")
    func everyOrder() throws {
        let alert = FleetCommand.AlertOrder(
            title: "Closing \"soon\"", message: "é", severity: "info", key: "k", display: "main",
            timeout: 5, button: "Fine")
        let orders: [FleetCommand.Order] = [
            .ping, .raise(alert), .clear(key: "k"), .endSession(display: nil),
            .endSession(display: "main"), .lockSession(display: nil), .unlockSession(display: nil),
            .reloadConfiguration, .reloadPlugin("quiet"),
        ]
        #expect(Set(orders.map(\.name)) == Set(FleetCommand.Name.allCases))
        for order in orders {
            let command = command(order)
            let token = Array(command.signed(by: key, named: "ops").utf8)
            #expect(
                try door().judge(token, at: Self.now)
                    == AuthorizedCommand(key: "ops", command: command))
        }
    }

    @Test(
        "It is for this kiosk, for its groups, or for all",
        arguments: [
            (["hall-3"], true), (["@lobby"], true), (["@all"], true), (["hall-4", "@lobby"], true),
            (["hall-4"], false), (["@cellar"], false), (["lobby"], false), (["@hall-3"], false),
        ])
    func audiences(_ audience: [String], _ isMeant: Bool) throws {
        let token = Array(command(to: audience).signed(by: key, named: "ops").utf8)
        let reason = refusal(token, by: try door())?.reason
        #expect(reason == (isMeant ? nil : .notAddressed))
    }

    @Test("It holds from when it was signed to its end, give or take a minute before")
    func times() throws {
        let token = Array(command(life: 60).signed(by: key, named: "ops").utf8)
        let door = try door()
        let reasons = [-61, -60, 0, 59, 60].map {
            refusal(token, by: door, at: Self.now + $0)?.reason
        }
        #expect(reasons == [.notYetValid, nil, nil, nil, .expired])
        for life in [0, -5, CommandAuthorizer.longestLife + 1] {
            let token = Array(command(life: life).signed(by: key, named: "ops").utf8)
            let expected: CommandError.Reason = life <= 0 ? .expired : .livesTooLong
            #expect(refusal(token, by: door)?.reason == expected)
        }
    }

    @Test("A right is for a command, or for all that begin so")
    func rights() throws {
        let token = Array(command(.endSession(display: nil)).signed(by: key, named: "ops").utf8)
        #expect(refusal(token, by: try door("session.end"))?.reason == nil)
        #expect(refusal(token, by: try door("ping,session.*"))?.reason == nil)
        let refused = try #require(refusal(token, by: try door("ping,session.lock")))
        #expect(refused.reason == .noRight)
        #expect(refused.key == "ops")
        #expect(refused.command == "session.end")
    }

    @Test("What nobody has signed is repeated to nobody")
    func unsigned() throws {
        let stranger = SigningKey()
        let token = Array(command().signed(by: stranger, named: "ops").utf8)
        let refused = try #require(refusal(token, by: try door()))
        #expect(refused.reason == .wrongSignature)
        #expect(refused.key == nil && refused.nonce == nil && refused.command == nil)
    }

    @Test(
        "What makes no sense has an error that names it",
        arguments: [
            ("[]", CommandError.Reason.malformed, "what is signed is no JSON object"),
            ("{}", .malformed, "jti: "),
            (#"{"jti":"short"}"#, .malformed, "jti: "),
            (#"{"jti":"12345678"}"#, .malformed, "aud: "),
            (#"{"jti":"12345678","aud":[]}"#, .malformed, "aud: "),
            (#"{"jti":"12345678","aud":[1]}"#, .malformed, "aud: "),
            (#"{"jti":"12345678","aud":"@all","iat":"now"}"#, .malformed, "iat: "),
            (
                #"{"jti":"12345678","aud":"@all","iat":"2027-01-15T08:00:00Z"}"#, .malformed,
                "exp: "
            ),
        ])
    func nonsense(_ json: String, _ reason: CommandError.Reason, _ message: String) throws {
        let refused = try #require(refusal(signed(json), by: try door()))
        #expect(refused.reason == reason)
        #expect(refused.message.hasPrefix(message), "\(refused.message)")
    }

    @Test(
        "Arguments that are none are named",
        arguments: [
            ("alert.raise", "{}", "title: is missing"), ("alert.raise", #"{"title":1}"#, "title: "),
            ("alert.raise", #"{"title":"t","severity":"loud"}"#, "severity: "),
            ("alert.raise", #"{"title":"t","timeoutMs":0}"#, "timeoutMs: "),
            ("alert.clear", "{}", "key: is missing"), ("plugin.reload", "{}", "name: is missing"),
            ("session.end", #"{"display":""}"#, "display: "),
        ])
    func arguments(_ command: String, _ arguments: String, _ message: String) throws {
        let json =
            #"{"jti":"12345678","aud":"@all","iat":"2027-01-15T08:00:00Z","#
            + #""exp":"2027-01-15T08:05:00Z","command":"\#(command)","arguments":\#(arguments)}"#
        let refused = try #require(refusal(signed(json), by: try door()))
        #expect(refused.reason == .badArguments)
        #expect(refused.message.hasPrefix(message), "\(refused.message)")
        #expect(refused.key == "ops")
    }

    @Test("A command that only later versions know is refused by its name")
    func unknownCommand() throws {
        let json =
            #"{"jti":"12345678","aud":"@all","iat":"2027-01-15T08:00:00Z","#
            + #""exp":"2027-01-15T08:05:00Z","command":"machine.reboot"}"#
        let refused = try #require(refusal(signed(json), by: try door()))
        #expect(refused.reason == .unknownCommand)
        // What is not ours to know is not repeated.
        #expect(refused.command == nil)
    }

    @Test("A footer has to name a key", arguments: ["", "{}", "[", #"{"kid":"a b"}"#])
    func footers(_ footer: String) throws {
        #expect(refusal(signed("{}", footer: footer), by: try door())?.reason == .malformed)
    }

    @Test("Any bytes are refused", arguments: 0..<64)
    func anyBytes(_ seed: Int) throws {
        var chance = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1
        let door = try door()
        for count in [0, 1, 9, 10, 80, 400] {
            let bytes = (0..<count).map { _ -> UInt8 in
                chance ^= chance << 13
                chance ^= chance >> 7
                chance ^= chance << 17
                return UInt8(truncatingIfNeeded: chance)
            }
            #expect(refusal(bytes, by: door) != nil)
            #expect(refusal(Array(SignedToken.header.utf8) + bytes, by: door) != nil)
        }
    }
}
