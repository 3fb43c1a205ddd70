// SPDX-License-Identifier: MIT

internal import ArgumentParser
internal import PopoverModel

/// A command for a held popover, one line of standard input.
enum OwnerCommand: Hashable, Sendable {
    /// `draft JSON`: sets the draft to hand over.
    case draft(JSONText)
    /// `choose JSON`
    case choose(JSONText)
    /// `done` or `cancel`
    case close(CloseOutcome)

    init(_ line: String) throws {
        let words = line.split(separator: " ", maxSplits: 1).map(String.init)
        switch (words.first, words.dropFirst().first) {
        case ("draft", let json?): self = .draft(try JSONArgument(argument: json).text)
        case ("choose", let json?): self = .choose(try JSONArgument(argument: json).text)
        case (let word?, nil):
            guard let outcome = CloseOutcome(rawValue: word) else { fallthrough }
            self = .close(outcome)
        default:
            throw ValidationError("expected draft JSON, choose JSON, done or cancel")
        }
    }
}
