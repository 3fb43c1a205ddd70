// SPDX-License-Identifier: MIT

/// Who may read the inspector: a page that the person opened with the link in the terminal.
///
/// Every program of the machine can connect to the port, and every web page can send requests to it.
/// So a request has to name the host of this run, must not come from another origin, and, but for the
/// page's own files, needs the session. The link's token stands in the fragment, which browsers send
/// nowhere; the page exchanges it once for the session.
///
/// Each run has a host of its own, since others may have served pages on the same port before, and a
/// browser keeps what they left in their origin, such as a service worker. Nobody can guess the next one.
struct InspectAccess {
    /// A name below `localhost`, which browsers find on this machine.
    let host: String
    /// Of the link; nil once it was used.
    private(set) var token: String?
    let session: String
    private var failures = 0

    init() {
        var random = SystemRandomNumberGenerator()
        self.init(using: &random)
    }

    init(using random: inout some RandomNumberGenerator) {
        host = Self.secret(&random, words: 2) + ".localhost"
        session = Self.secret(&random)
        token = Self.secret(&random)
    }

    /// Random bits, 64 in a word, in hexadecimal digits.
    private static func secret(
        _ random: inout some RandomNumberGenerator, words: Int = 3
    ) -> String {
        (0..<words).map { _ in
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

    /// Whether the request names the host of this run, and comes from the page itself or from no page.
    func isLocal(_ request: HTTPRequest) -> Bool {
        guard let given = request.headers["host"], isOwnHost(given) else { return false }
        guard let origin = request.headers["origin"] else {
            // A link may be opened from anywhere; only the page itself may fetch.
            let site = request.headers["sec-fetch-site"] ?? "none"
            return site == "none" || site == "same-origin"
                || request.headers["sec-fetch-mode"] == "navigate"
        }
        return origin == "http://\(given)"
    }

    func isAuthorized(_ request: HTTPRequest) -> Bool {
        guard let given = request.headers["authorization"] else { return false }
        return Self.isEqual(given, "Bearer \(session)")
    }

    /// Any port: it may be forwarded from another machine.
    private func isOwnHost(_ given: String) -> Bool {
        let parts = given.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard Self.isEqual(String(parts[0]), host) else { return false }
        return parts.count == 1 || UInt16(parts[1]) != nil
    }

    /// Compares in a time that depends on the lengths only.
    static func isEqual(_ given: String, _ secret: String) -> Bool {
        let (given, secret) = (Array(given.utf8), Array(secret.utf8))
        guard given.count == secret.count else { return false }
        return zip(given, secret).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
