// SPDX-License-Identifier: MIT

import PopoverConfiguration

/// A configuration: taken, and then what is written of it says the same; or refused, with a place
/// in the text for every problem.
///
/// Input: the text.
public final class ConfigurationTarget: FuzzTarget {
    public static let name = "configuration"
    public static let longest = 1024

    /// The written defaults, section by section, as values and with their comments.
    public static var seeds: [[UInt8]] {
        sections(of: Configuration().text) + sections(of: uncommented)
    }

    private static let fileName = "popoverd.toml"
    /// Words, a value of the text's in them, and a guess.
    private static let longestProblem = 4096

    public init() {}

    public func run(_ input: [UInt8]) throws(Broken) {
        let configuration: Configuration
        do throws(InvalidConfiguration) {
            configuration = try Configuration.load(bytes: input, fileName: Self.fileName)
        } catch {
            return try refused(error, lines: input.count { $0 == UInt8(ascii: "\n") } + 1)
        }
        let text = configuration.text
        do throws(InvalidConfiguration) {
            let again = try Configuration.load(text: text, fileName: Self.fileName)
            try equal(configuration, again, text)
        } catch {
            throw Broken("what is written is refused: \(error)\n\(text)")
        }
    }

    private func equal(
        _ configuration: Configuration, _ again: Configuration, _ text: String
    ) throws(InvalidConfiguration) {
        guard configuration != again else { return }
        throw InvalidConfiguration(errors: [
            ConfigurationError(file: Self.fileName, message: "it says something else: \(again)")
        ])
    }

    private func refused(_ refusal: InvalidConfiguration, lines: Int) throws(Broken) {
        try require(!refusal.errors.isEmpty, "refused, and nothing is wrong")
        for problem in refusal.errors {
            try require(!problem.message.isEmpty, "no words: \(problem)")
            guard let line = problem.line, let column = problem.column else {
                throw Broken("nowhere: \(problem)")
            }
            try require((1...lines).contains(line) && column >= 1, "beyond \(lines): \(problem)")
            let length = problem.description.utf8.count
            try require(length <= Self.longestProblem, "words of \(length) bytes: \(problem)")
        }
    }

    private static var uncommented: String {
        Configuration.commentedDefault.split(separator: "\n", omittingEmptySubsequences: false)
            .filter { $0.first == "#" && $0.dropFirst().first != " " }
            .map { String($0.dropFirst()) }.joined(separator: "\n")
    }

    private static func sections(of text: String) -> [[UInt8]] {
        var sections: [[UInt8]] = [[]]
        for line in text.split(separator: "\n") {
            if line.first == "[" { sections.append([]) }
            sections[sections.count - 1] += Array(line.utf8) + [UInt8(ascii: "\n")]
        }
        return sections.filter { !$0.isEmpty }
    }

    /// The keys and sections that there are.
    static var words: [String] {
        uncommented.split(separator: "\n").map { line in
            String(line.prefix { $0 != "=" && $0 != "#" }).trimmed
        }
    }
}

extension String {
    fileprivate var trimmed: String { String(split(separator: " ").first ?? "") }
}
