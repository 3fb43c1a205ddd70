// SPDX-License-Identifier: MIT

/// Who may read the inspector: a page that the person opened with the link in the terminal.
///
/// Every program of the machine can connect to the port, and every web page can send requests to it.
/// So a request has to name this machine as its host (against DNS rebinding), must not come from
/// another origin, and, but for the page's own files, needs the session. The link's token stands in
/// the fragment, which browsers send nowhere; the page exchanges it once for the session.
struct InspectAccess {
    /// Of the link; nil once it was used.
    private(set) var token: String?
    let session: String
    private var failures = 0

    init() {
        var random = SystemRandomNumberGenerator()
        self.init(using: &random)
    }

    init(using random: inout some RandomNumberGenerator) {
        session = Self.secret(&random)
        token = Self.secret(&random)
    }

    /// 192 random bits, in hexadecimal digits.
    private static func secret(_ random: inout some RandomNumberGenerator) -> String {
        (0..<3).map { _ in
            let digits = String(UInt64.random(in: .min ... .max, using: &random), radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }

    /// Makes a new link valid, and the old one void.
    mutating func renewToken() -> String {
        var random = SystemRandomNumberGenerator()
        let new = Self.secret(&random)
        token = new
        failures = 0
        return new
    }

    /// The session for the link's token, once; nil for another token.
    mutating func exchange(_ given: String) -> String? {
        guard let token, Self.isEqual(given, token) else {
            failures += 1
            if failures >= InspectLimits.wrongTokens { token = nil }
            return nil
        }
        self.token = nil
        return session
    }

    /// Whether the request names this machine, and comes from the page itself or from no page.
    static func isLocal(_ request: HTTPRequest) -> Bool {
        guard let host = request.headers["host"], isOwnHost(host) else { return false }
        guard let origin = request.headers["origin"] else {
            // A link may be opened from anywhere; only the page itself may fetch.
            let site = request.headers["sec-fetch-site"] ?? "none"
            return site == "none" || site == "same-origin"
                || request.headers["sec-fetch-mode"] == "navigate"
        }
        return origin == "http://\(host)"
    }

    func isAuthorized(_ request: HTTPRequest) -> Bool {
        guard let given = request.headers["authorization"] else { return false }
        return Self.isEqual(given, "Bearer \(session)")
    }

    /// Any port: it may be forwarded from another machine.
    private static func isOwnHost(_ host: String) -> Bool {
        let parts = host.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts[0] == "127.0.0.1" || parts[0] == "localhost" else { return false }
        return parts.count == 1 || UInt16(parts[1]) != nil
    }

    /// Compares in a time that depends on the lengths only.
    static func isEqual(_ given: String, _ secret: String) -> Bool {
        let (given, secret) = (Array(given.utf8), Array(secret.utf8))
        guard given.count == secret.count else { return false }
        return zip(given, secret).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
