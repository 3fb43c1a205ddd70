// SPDX-License-Identifier: MIT

extension Configuration {
    /// Every option as a comment, with its documentation and its default. This is
    /// `config/popoverd.toml`.
    public static var commentedDefault: String {
        let preface = """
            # popoverd's configuration, in TOML (https://toml.io).
            #
            # Every option is shown with its default: remove the # before one to change it. A key
            # that popoverd does not know is an error. `popoverd --check --config FILE` says
            # whether a file is right, and SIGHUP or `popoverctl config reload` takes it over.

            """
        let writer = ConfigurationWriter(isCommented: true)
        let lines = writer.lines(for: ConfigurationTable.options, of: Configuration())
        return preface + "\n" + lines.joined(separator: "\n") + "\n"
    }

    /// The whole configuration as TOML, defaults included; it loads to the same value.
    public var text: String {
        let writer = ConfigurationWriter(isCommented: false)
        let lines = writer.lines(for: ConfigurationTable.options, of: self)
        return lines.joined(separator: "\n") + "\n"
    }
}
