// SPDX-License-Identifier: MIT

import Testing

@testable import PopoverFleet

@Suite("Authorization of commands")
struct CommandAuthorizerTests {
    private static let now: Int64 = 1_800_000_000
    private let key = SigningKey()

    private func authorizer(_ rights: String = "*") throws -> CommandAuthorizer {
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

    private func error(
        _ payload: [UInt8], by authorizer: CommandAuthorizer, at now: Int64 = now
    ) -> CommandError? {
        do throws(CommandError) {
            _ = try authorizer.authorize(payload, at: now)
            return nil
        } catch {
            return error
        }
    }

    @Test("Every command is decoded as it was signed")
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
                try authorizer().authorize(token, at: Self.now)
                    == AuthorizedCommand(key: "ops", command: command))
        }
    }

    @Test(
        "A command has to address the kiosk, one of its groups or all",
        arguments: [
            (["hall-3"], true), (["@lobby"], true), (["@all"], true), (["hall-4", "@lobby"], true),
            (["hall-4"], false), (["@cellar"], false), (["lobby"], false), (["@hall-3"], false),
        ])
    func audiences(_ audience: [String], _ isMeant: Bool) throws {
        let token = Array(command(to: audience).signed(by: key, named: "ops").utf8)
        let reason = error(token, by: try authorizer())?.reason
        #expect(reason == (isMeant ? nil : .notAddressed))
    }

    @Test("A command is valid from a minute before iat until exp")
    func times() throws {
        let token = Array(command(life: 60).signed(by: key, named: "ops").utf8)
        let authorizer = try authorizer()
        let reasons = [-61, -60, 0, 59, 60].map {
            error(token, by: authorizer, at: Self.now + $0)?.reason
        }
        #expect(reasons == [.notYetValid, nil, nil, nil, .expired])
        for life in [0, -5, CommandAuthorizer.longestLife + 1] {
            let token = Array(command(life: life).signed(by: key, named: "ops").utf8)
            let expected: CommandError.Reason = life <= 0 ? .expired : .livesTooLong
            #expect(error(token, by: authorizer)?.reason == expected)
        }
    }

    @Test("A command that expires when it is issued, in the future, lives too short")
    func noLife() throws {
        let command = command(issued: Self.now + 30, life: 0)
        let token = Array(command.signed(by: key, named: "ops").utf8)
        #expect(error(token, by: try authorizer())?.reason == .livesTooLong)
    }

    @Test("A command may be as long as the limit, and no byte longer")
    func longest() throws {
        let authorizer = try authorizer()
        func reason(_ count: Int) -> CommandError.Reason? {
            let header = Array(SignedToken.header.utf8)
            let body = [UInt8](repeating: 0x41, count: count - header.count)
            return error(header + body, by: authorizer)?.reason
        }
        #expect(reason(SignedToken.longest) == .malformed)
        #expect(reason(SignedToken.longest + 1) == .tooBig)
        // The ends of lines do not count.
        let token = Array(command().signed(by: key, named: "ops").utf8)
        #expect(error(token + Array("\r\n".utf8), by: authorizer) == nil)
    }

    @Test("A right is a command or a prefix")
    func rights() throws {
        let token = Array(command(.endSession(display: nil)).signed(by: key, named: "ops").utf8)
        #expect(error(token, by: try authorizer("session.end"))?.reason == nil)
        #expect(error(token, by: try authorizer("ping,session.*"))?.reason == nil)
        let found = try #require(error(token, by: try authorizer("ping,session.lock")))
        #expect(found.reason == .noRight)
        #expect(found.key == "ops")
        #expect(found.command == "session.end")
    }

    @Test("An error about an unverified command repeats nothing of it")
    func unsigned() throws {
        let stranger = SigningKey()
        let token = Array(command().signed(by: stranger, named: "ops").utf8)
        let found = try #require(error(token, by: try authorizer()))
        #expect(found.reason == .wrongSignature)
        #expect(found.key == nil && found.nonce == nil && found.command == nil)
    }

    @Test(
        "An error names the malformed claim",
        arguments: [
            ("[]", CommandError.Reason.malformed, "the signed message is not a JSON object"),
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
        let found = try #require(error(signed(json), by: try authorizer()))
        #expect(found.reason == reason)
        #expect(found.message.hasPrefix(message), "\(found.message)")
    }

    @Test(
        "An error names the invalid argument",
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
        let found = try #require(error(signed(json), by: try authorizer()))
        #expect(found.reason == .badArguments)
        #expect(found.message.hasPrefix(message), "\(found.message)")
        #expect(found.key == "ops")
    }

    @Test("An unknown command is refused")
    func unknownCommand() throws {
        let json =
            #"{"jti":"12345678","aud":"@all","iat":"2027-01-15T08:00:00Z","#
            + #""exp":"2027-01-15T08:05:00Z","command":"machine.reboot"}"#
        let found = try #require(error(signed(json), by: try authorizer()))
        #expect(found.reason == .unknownCommand)
        // An unknown name is not repeated.
        #expect(found.command == nil)
    }

    @Test("A footer that names no key is malformed", arguments: ["", "{}", "[", #"{"kid":"a b"}"#])
    func footers(_ footer: String) throws {
        #expect(error(signed("{}", footer: footer), by: try authorizer())?.reason == .malformed)
    }

    @Test("The log line of a command has its key, its reason and its message")
    func logLine() throws {
        let authorized = AuthorizedCommand(key: "ops", command: command())
        let done = AuditEntry(authorized, kiosk: "hall-3", time: 0, verdict: .done)
        #expect(done.logLine == "command done: ping key=ops")
        let token = Array(command().signed(by: SigningKey(), named: "ops").utf8)
        let found = try #require(error(token, by: try authorizer()))
        #expect(
            AuditEntry(found, kiosk: "hall-3", time: 0).logLine
                == "command refused: unknown reason=wrong-signature "
                + "(the signature does not match the named key)")
    }

    @Test("Random bytes are refused", arguments: 0..<64)
    func anyBytes(_ seed: Int) throws {
        var chance = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1
        let authorizer = try authorizer()
        for count in [0, 1, 9, 10, 80, 400] {
            let bytes = (0..<count).map { _ -> UInt8 in
                chance ^= chance << 13
                chance ^= chance >> 7
                chance ^= chance << 17
                return UInt8(truncatingIfNeeded: chance)
            }
            #expect(error(bytes, by: authorizer) != nil)
            #expect(error(Array(SignedToken.header.utf8) + bytes, by: authorizer) != nil)
        }
    }
}
