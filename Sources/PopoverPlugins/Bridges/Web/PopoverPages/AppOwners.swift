// SPDX-License-Identifier: MIT

/// Which origin's pages may use which app's name, and so read its drafts: those that the configuration
/// names, else those of the origin that used it first.
public struct AppOwners: Hashable, Sendable {
    /// A configured app, `shop` or `shop=http://127.0.0.1:8080`.
    public struct Rule: Hashable, Sendable {
        public let app: String
        /// Nil: the origin that uses it first.
        public let origin: String?

        /// Nil where the text names no app.
        public init?(_ text: String) {
            let parts = text.split(
                separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard AppOwners.isApp(parts[0]) else { return nil }
            app = String(parts[0])
            guard parts.count > 1 else {
                origin = nil
                return
            }
            guard let owner = Origin.normalized(String(parts[1])) else { return nil }
            origin = owner
        }
    }

    /// Apps that are remembered. Each origin can take an equal share of them, and its pages can use no others
    /// then.
    public static let capacity = 256

    private let rules: [Rule]
    /// The most apps that an origin can take.
    private let share: Int
    /// By app.
    private var owners: [String: String] = [:]

    /// - Parameters:
    ///   - rules: empty: any app.
    ///   - text: the lines that were remembered; apps of other origins than these are free again. An origin
    ///     keeps what it took before it had to share.
    public init(rules: [Rule], origins: [String], remembered text: String = "") {
        self.rules = rules
        share = max(1, Self.capacity / max(1, Set(origins).count))
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
            guard parts.count == 2, Self.isApp(parts[0][...]), origins.contains(parts[1]),
                owners[parts[0]] != nil || owners.count < Self.capacity
            else { continue }
            owners[parts[0]] = parts[1]
        }
    }

    /// What to remember of an app that has become an origin's. A later line of an app counts.
    static func line(_ app: String, _ origin: String) -> String { "\(app) \(origin)\n" }

    /// Whether a page may use an app's name. From its first use on the name is the origin's.
    mutating func admits(_ app: String, from origin: String) -> Bool {
        if !rules.isEmpty {
            let rules = rules.filter { $0.app == app }
            guard rules.contains(where: { $0.origin == nil }) else {
                return rules.contains { $0.origin == origin }
            }
        }
        // The daemon refuses it.
        guard Self.isApp(app[...]) else { return true }
        if let owner = owners[app] { return owner == origin }
        guard owners.count(where: { $0.value == origin }) < share else { return false }
        owners[app] = origin
        return true
    }

    private static func isApp(_ text: Substring) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                    UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"):
                    true
                default: false
                }
            }
    }
}
