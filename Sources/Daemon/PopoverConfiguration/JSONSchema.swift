// SPDX-License-Identifier: MIT

/// JSON Schema of the options, for editors. The text of a rule is the members of its object.
enum JSONSchema {
    static func range(_ type: String, _ least: String, _ most: String) -> String {
        #""type": "\#(type)", "minimum": \#(least), "maximum": \#(most)"#
    }

    static func choice(among names: [String]) -> String {
        #""enum": ["# + names.map(TOMLValue.quoted).joined(separator: ", ") + "]"
    }

    /// - Parameter preset: the default in TOML, which is JSON too for everything but tables.
    static func value(_ documentation: String, _ rule: String, preset: String? = nil) -> String {
        let preset = preset.map { #", "default": \#($0)"# } ?? ""
        return #"{"description": \#(TOMLValue.quoted(documentation)), \#(rule)\#(preset)}"#
    }

    static func table<Root>(
        _ documentation: String, _ options: [ConfigurationOption<Root>], of root: Root
    ) -> String {
        value(documentation, members(of: options, of: root))
    }

    static func tables<Root>(
        _ documentation: String, _ options: [ConfigurationOption<Root>], of blank: Root
    ) -> String {
        value(
            documentation,
            #""type": "array", "items": {\#(members(of: options, of: blank))}"#)
    }

    /// One line for each option.
    static func members<Root>(of options: [ConfigurationOption<Root>], of root: Root) -> String {
        let properties = options.map { "\"\($0.key)\": \($0.schema(root))" }
        let required = options.filter(\.isRequired).map { TOMLValue.quoted($0.key) }
        let list = required.isEmpty ? "" : ", \"required\": [\(required.joined(separator: ", "))]"
        return #""type": "object", "additionalProperties": false\#(list), "properties": {"#
            + "\n" + properties.joined(separator: ",\n") + "}"
    }
}
