// SPDX-License-Identifier: MIT

internal import ArgumentParser
internal import PopoverModel
internal import PopoverWire

/// `hour=13`: an option of a plugin. `true`, `false` and numbers have their type; `"13"`,
/// `["checkout"]` and `{"de": "Ja"}` are JSON, and everything else is a string.
struct OptionArgument: ExpressibleByArgument {
    /// The argument as given on the command line.
    let text: String
    let name: String
    let value: OptionValue
    /// The value as an element of a list.
    let element: String

    static let help = ArgumentHelp(
        "Set an option of the plugin. Repeatable; repeat a name to make a list.",
        valueName: "name=value")

    init?(argument: String) {
        let parts = argument.split(
            separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty,
            let value = OptionValue(spelling: String(parts[1]))
        else { return nil }
        text = argument
        name = String(parts[0])
        self.value = value
        if case .string(let string) = value { element = string } else { element = String(parts[1]) }
    }

    /// Combines the arguments: each name once, in order.
    static func options(_ arguments: [OptionArgument]) -> [PluginOption] {
        var names: [String] = []
        for argument in arguments where !names.contains(argument.name) {
            names.append(argument.name)
        }
        return names.map { name in
            let same = arguments.filter { $0.name == name }
            let value = same.count == 1 ? same[0].value : .strings(same.map(\.element))
            return PluginOption(name: name, value: value)
        }
    }

    /// Checks options by the rules of the configuration file.
    static func check(_ options: [PluginOption]) throws(PluginTestError) {
        guard options.count <= PluginOption.most else {
            throw PluginTestError(
                "--option: expected at most \(PluginOption.most) options, got \(options.count)")
        }
        for option in options {
            guard option.name.utf8.count <= PluginOption.longestName else {
                throw PluginTestError(
                    "--option: expected a name of 1 to \(PluginOption.longestName) bytes")
            }
            guard option.value.isValid else {
                throw PluginTestError("--option \(option.name): the value is out of bounds")
            }
        }
    }
}

extension OptionValue {
    /// nil for what begins as JSON and is neither a string nor strings in a list or by language.
    fileprivate init?(spelling: String) {
        switch spelling {
        case "true": self = .boolean(true)
        case "false": self = .boolean(false)
        case _ where spelling.first.map { "\"[{".contains($0) } == true:
            self.init(json: spelling)
        default: self = Self.number(spelling) ?? .string(spelling)
        }
    }

    private init?(json: String) {
        let reader = JSONReader()
        guard let node = try? reader.parse(Array(json.utf8), depthLimit: 2) else { return nil }
        if let string = node.string {
            self = .string(string)
            return
        }
        guard let elements = node.elements else {
            self.init(translations: node)
            return
        }
        let strings = elements.map(\.string)
        guard !strings.contains(nil) else { return nil }
        self = .strings(strings.compactMap { $0 })
    }

    private static func number(_ text: String) -> OptionValue? {
        if let number = Int64(text) { return .integer(number) }
        // Not `inf`, `nan` or hexadecimal: these are words.
        let isDecimal = text.utf8.allSatisfy { "0123456789+-.eE".utf8.contains($0) }
        return isDecimal ? Double(text).map { .number($0) } : nil
    }
}
