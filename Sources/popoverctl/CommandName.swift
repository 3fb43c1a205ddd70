// SPDX-License-Identifier: MIT

internal import ArgumentParser
internal import PopoverConfiguration

/// The word of a command line that says which command is meant. The parser calls one that it does
/// not know an unexpected argument, and knows none that is near.
enum CommandName {
    /// What takes the next word for its value.
    private static let valued = ["--socket", "--timeout", "--app"]

    static func check(_ arguments: some Sequence<String>) throws {
        let known = Popoverctl.configuration.subcommands.compactMap {
            $0.configuration.commandName
        }
        guard let name = name(in: arguments), !known.contains(name) else { return }
        let nearest = Spelling.nearest(to: name, among: known)
        let hint = nearest.map { ": did you mean \($0)?" } ?? ""
        throw ValidationError("there is no command \(name)\(hint)")
    }

    /// Nil where there is none; of `help` that which is asked about.
    private static func name(in arguments: some Sequence<String>) -> String? {
        var isValue = false
        for word in arguments {
            if isValue {
                isValue = false
            } else if valued.contains(word) {
                isValue = true
            } else if !word.hasPrefix("-"), word != "help" {
                return word
            }
        }
        return nil
    }
}
