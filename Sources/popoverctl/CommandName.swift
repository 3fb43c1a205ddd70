// SPDX-License-Identifier: MIT

internal import ArgumentParser
internal import PopoverConfiguration

/// The word of a command line that says which command is meant. The parser calls one that it does
/// not know an unexpected argument, and knows none that is near.
enum CommandName {
    /// What may come before a command. Of these all but the flag take the next word for their value.
    private static let valued = ["--socket", "--timeout", "--app"]
    private static let flag = "--json"

    static func check(_ arguments: some Sequence<String>) throws {
        let known = Popoverctl.configuration.subcommands.compactMap {
            $0.configuration.commandName
        }
        guard let name = name(in: arguments), !known.contains(name) else { return }
        let nearest = Spelling.nearest(to: name, among: known)
        let hint = nearest.map { ": did you mean \($0)?" } ?? ""
        throw ValidationError("there is no command \(name)\(hint)")
    }

    /// Nil where there is none, or one cannot tell: what other options mean the parser alone knows. Of
    /// `help` it is the command that is asked about.
    private static func name(in arguments: some Sequence<String>) -> String? {
        var isValue = false
        for word in arguments {
            if isValue {
                isValue = false
            } else if valued.contains(word) {
                isValue = true
            } else if word.hasPrefix("-") {
                guard word == flag || valued.contains(where: { word.hasPrefix("\($0)=") }) else {
                    return nil
                }
            } else if word != "help" {
                return word
            }
        }
        return nil
    }
}
