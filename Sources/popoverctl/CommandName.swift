// SPDX-License-Identifier: MIT

internal import ArgumentParser
internal import PopoverConfiguration

/// Finds the command in the arguments, to suggest the right spelling: the parser reports an unknown
/// command as an unexpected argument, without a suggestion.
enum CommandName {
    /// Options that may stand before the command. The valued ones use the next argument.
    private static let valued = ["--socket", "--timeout", "--app"]
    private static let flag = "--json"

    static func check(_ arguments: some Sequence<String>) throws {
        let known = Popoverctl.configuration.subcommands.compactMap {
            $0.configuration.commandName
        }
        guard let name = name(in: arguments), !known.contains(name) else { return }
        let nearest = Spelling.nearest(to: name, among: known)
        let hint = nearest.map { "; did you mean \"\($0)\"?" } ?? ""
        throw ValidationError("unknown command \"\(name)\"\(hint)")
    }

    /// Nil without a command, or after an option that only the parser knows. After `help`, the command
    /// that help is wanted for.
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
