// SPDX-License-Identifier: MIT

import Testing

@testable import PopoverFleet

@Suite("Signed tokens")
struct SignedTokenTests {
    /// Of PASETO's own vectors, 4-S-1 to 4-S-3.
    private static let publicKey = "k4.public.Hrnbu7wEfAP9cGBOAHHwmH4Wsot1ciXBHwBBXQ4gsaI"
    private static let secretKey =
        "k4.secret.tMv7Q99M4hByfZU-SnEzB_oZu32fhQQUONnhG5QqN3Qeudu7vAR8A_1wYE4AcfCYfhayi3VyJcEfAEFdDiCxog"
    private static let message =
        #"{"data":"this is a signed message","exp":"2022-01-01T00:00:00+00:00"}"#
    private static let footer = #"{"kid":"zVhMiPBP9fRf2snEcT7gFTioeA9COcNy9DfgL1W60haN"}"#
    private static let body =
        "v4.public.eyJkYXRhIjoidGhpcyBpcyBhIHNpZ25lZCBtZXNzYWdlIiwiZXhwIjoiMjAyMi0wMS0wMVQwMDow"
        + "MDowMCswMDowMCJ9"
    private static let end =
        ".eyJraWQiOiJ6VmhNaVBCUDlmUmYyc25FY1Q3Z0ZUaW9lQTlDT2NOeTlEZmdMMVc2MGhhTiJ9"

    private static let vectors: [(footer: String, assertion: String, token: String)] = [
        (
            "", "",
            body
                + "bg_XBBzds8lTZShVlwwKSgeKpLT3yukTw6JUz3W4h_ExsQV-P0V54zemZDcAxFaSeef1QlXEFtkqxT1ciiQEDA"
        ),
        (
            footer, "",
            body
                + "v3Jt8mx_TdM2ceTGoqwrh4yDFn0XsHvvV_D0DtwQxVrJEBMl0F2caAdgnpKlt4p7xBnx1HcO-SPo8FPp214HDw"
                + end
        ),
        (
            footer, #"{"test-vector":"4-S-3"}"#,
            body
                + "NPWciuD3d0o5eXJXG5pJy-DiVEoyPYWs1YSTwWHNJq6DZD3je5gf-0M4JR9ipdUSJbIovzmBECeaWmaqcaP0DQ"
                + end
        ),
    ]

    @Test("The test vectors of the standard are signed and verified", arguments: 0..<3)
    func vectors(of index: Int) throws {
        let vector = Self.vectors[index]
        let key = try #require(SigningKey(Self.secretKey))
        #expect(key.verifyingKey.text == Self.publicKey)
        #expect(key.text == Self.secretKey)
        let token = SignedToken.sign(
            Array(Self.message.utf8), footer: Array(vector.footer.utf8), by: key,
            assertion: vector.assertion)
        #expect(token == vector.token)
        let parts = try SignedToken.parts(of: Array(vector.token.utf8))
        let verifying = try #require(VerifyingKey(Self.publicKey))
        let message = try SignedToken.message(
            of: parts, by: verifying, assertion: vector.assertion)
        #expect(String(decoding: message, as: UTF8.self) == Self.message)
        #expect(throws: SignedToken.TokenError.wrongSignature) {
            try SignedToken.message(of: parts, by: verifying, assertion: "another use")
        }
    }

    @Test("A token with any bit flipped is refused")
    func flippedBits() throws {
        let key = SigningKey()
        let token = Array(
            SignedToken.sign(Array("{}".utf8), footer: Array("{\"kid\":\"a\"}".utf8), by: key).utf8)
        for index in token.indices {
            for bit in 0..<8 {
                var other = token
                other[index] ^= 1 << UInt8(bit)
                #expect(throws: SignedToken.TokenError.self) {
                    let parts = try SignedToken.parts(of: other)
                    _ = try SignedToken.message(of: parts, by: key.verifyingKey)
                }
            }
        }
    }

    @Test(
        "Text that is no token is malformed",
        arguments: [
            "", "v4.public.", "v4.public.AAAA", "v4.local.AAAA", "v4.public.é", "v4.public..",
            "v4.public.\(String(repeating: "A", count: 88)).", "{}",
        ])
    func garbage(_ text: String) {
        #expect(throws: SignedToken.TokenError.malformed) {
            try SignedToken.parts(of: Array(text.utf8))
        }
    }

    @Test("A token over the limit is not parsed")
    func tooLong() {
        let token = SignedToken.header + String(repeating: "A", count: SignedToken.longest)
        #expect(throws: SignedToken.TokenError.tooLong) {
            try SignedToken.parts(of: Array(token.utf8))
        }
    }

    @Test("A token may be as long as the limit")
    func longest() throws {
        // A body of this length has a canonical spelling.
        let count = SignedToken.longest - SignedToken.header.utf8.count
        let body = String(repeating: "A", count: count - count % 4)
        let footer = String(repeating: "A", count: count % 4 - 1)
        #expect(count % 4 == 2 && footer.count == 1)
        #expect(throws: SignedToken.TokenError.malformed) {
            try SignedToken.parts(of: Array("\(SignedToken.header)\(body).\(footer)".utf8))
        }
    }

    @Test("A secret key with the wrong public half is refused")
    func tornKey() {
        let first = SigningKey().text
        let second = SigningKey().text
        let torn = first.prefix(first.utf8.count - 20) + second.suffix(20)
        #expect(SigningKey(String(torn)) == nil)
    }

    @Test(
        "Only the canonical spelling of Base64 is decoded",
        arguments: [
            "AB", "A", "AA=", "AA==", "A A", "AAF", "AAAAA", "AAAA\n", " AAAA", "AA+A", "AA/A",
            "AAAÄ",
        ])
    func spelling(_ text: String) {
        #expect(Base64URL.decode(Array(text.utf8)[...]) == nil)
    }

    @Test("Only the digits of Base64 are digits")
    func digits() {
        let digits = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
        for place in 0..<4 {
            let taken = (UInt8.min...UInt8.max).filter { byte in
                var text = Array("AAAA".utf8)
                text[place] = byte
                return Base64URL.decode(text[...]) != nil
            }
            #expect(Set(taken) == digits)
        }
    }

    @Test("Bytes of every length are encoded and decoded", arguments: 0..<40)
    func lengths(_ count: Int) {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 200) }
        #expect(Base64URL.decode(Array(Base64URL.encode(bytes).utf8)[...]) == bytes)
    }
}
