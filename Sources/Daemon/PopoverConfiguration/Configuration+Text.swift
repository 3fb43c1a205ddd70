// SPDX-License-Identifier: MIT

extension Configuration {
    /// The text of `config/popoverd.toml`: every option as a comment, documented, with its default.
    public static var commentedDefault: String {
        let preface = """
            # Configuration of popoverd in TOML (https://toml.io).
            #
            # Every option is shown with its default. To change one, remove the # before it.
            # Unknown keys are errors. Check a file with `popoverd --check --config FILE`; apply
            # a changed file with `popoverctl config reload` or SIGHUP.

            """
        let writer = ConfigurationWriter(isCommented: true)
        let lines = writer.lines(for: ConfigurationTable.options, of: Configuration())
        return preface + "\n" + lines.joined(separator: "\n") + "\n"
    }

    /// JSON Schema of a configuration file, in the version that editors of TOML know.
    public static var schema: String {
        let members = JSONSchema.members(of: ConfigurationTable.options, of: Configuration())
        return """
            {"$schema": "http://json-schema.org/draft-07/schema#", "title": "popoverd.toml", \(members)}

            """
    }

    /// The configuration as TOML, including defaults; it loads to the same value.
    public var text: String {
        let writer = ConfigurationWriter(isCommented: false)
        let lines = writer.lines(for: ConfigurationTable.options, of: self)
        return lines.joined(separator: "\n") + "\n"
    }
}
