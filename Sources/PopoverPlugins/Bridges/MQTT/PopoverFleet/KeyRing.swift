// SPDX-License-Identifier: MIT

/// The keys that may sign commands, and their rights. Each line is a name, a key and rights:
///
///     # the people on call
///     ops-1  k4.public.…  ping,alert.*,session.end
///
/// A right is a command's name, or a prefix of one and `*`.
public struct KeyRing: Hashable, Sendable {
    public static let mostKeys = 256
    /// Of the file, in bytes.
    public static let mostBytes = 65_536

    private let holders: [String: Holder]

    private struct Holder: Hashable, Sendable {
        let key: VerifyingKey
        let rights: Set<FleetCommand.Name>
    }

    public struct ParsingError: Error, Hashable, Sendable, CustomStringConvertible {
        public let line: Int
        public let message: String

        public var description: String { "line \(line): \(message)" }
    }

    public init() {
        holders = [:]
    }

    public init(_ text: String) throws(ParsingError) {
        var holders: [String: Holder] = [:]
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            let code = line.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
            let words = (code.first ?? "").split { $0 == " " || $0 == "\t" || $0 == "\r" }
            guard !words.isEmpty else { continue }
            func error(_ message: String) -> ParsingError {
                ParsingError(line: index + 1, message: message)
            }
            guard words.count == 3 else {
                throw error("expected a name, a key and rights, separated by spaces")
            }
            let name = String(words[0])
            guard KioskTopics.isName(name) else {
                throw error(
                    "name \"\(name)\" is not 1 to \(KioskTopics.longestName) of a-z A-Z 0-9 . _ -")
            }
            guard holders[name] == nil else { throw error("name \"\(name)\" is used twice") }
            guard let key = VerifyingKey(String(words[1])) else {
                throw error(
                    words[1].hasPrefix(SigningKey.header)
                        ? "the key is secret; only the public key belongs here"
                        : "the key is not a k4.public key as popoverctl fleet keygen prints it")
            }
            guard holders.count < Self.mostKeys else {
                throw error("more than \(Self.mostKeys) keys")
            }
            var rights: Set<FleetCommand.Name> = []
            for right in words[2].split(separator: ",", omittingEmptySubsequences: false) {
                let meant = FleetCommand.Name.allCases.filter { Self.names(right, $0) }
                guard !meant.isEmpty else { throw error("right \"\(right)\" matches no command") }
                rights.formUnion(meant)
            }
            holders[name] = Holder(key: key, rights: rights)
        }
        self.holders = holders
    }

    private static func names(_ right: Substring, _ command: FleetCommand.Name) -> Bool {
        right.hasSuffix("*")
            ? command.rawValue.hasPrefix(right.dropLast()) : command.rawValue == right
    }

    public var count: Int { holders.count }

    func key(_ name: String) -> VerifyingKey? { holders[name]?.key }

    func gives(_ command: FleetCommand.Name, to name: String) -> Bool {
        holders[name]?.rights.contains(command) == true
    }
}
