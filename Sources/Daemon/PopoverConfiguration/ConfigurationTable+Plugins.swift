// SPDX-License-Identifier: MIT

internal import PopoverModel

extension ConfigurationTable {
    static let plugins: [ConfigurationOption<Configuration.Plugins>] = [
        .value(
            "directory", \.directory, .optional(.path),
            "Folder with more plugins, in addition to the bundled ones. A file there replaces "
                + "a bundled file of the same name.",
            isForStart: true),
        .value(
            "disabled", \.disabled, .list(of: .name), "Names of plugins not to load."),
    ]

    static let blankPlugin = Configuration.PluginSettings(name: "")

    static let examplePlugin = {
        var example = Configuration.PluginSettings(name: "house-rules")
        example.before = ["quiet"]
        example.options = [
            PluginOption(name: "greeting", value: .string("Welcome")),
            PluginOption(name: "rooms", value: .strings(["lobby", "library"])),
        ]
        return example
    }()

    static let plugin: [ConfigurationOption<Configuration.PluginSettings>] = [
        .value("name", \.name, .plugin, "Name that the plugin declares.", isRequired: true),
        .value("enabled", \.isEnabled, .flag, "Whether to load the plugin."),
        .value(
            "trusted", \.isTrusted, .flag,
            "Whether a program may send requests with the roles that it declares. An untrusted "
                + "program runs in a sandbox; a trusted one, too, if its manifest says what it "
                + "needs. For a library it means nothing."),
        .value(
            "network", \.grants.network, .flag,
            "Whether a program in a sandbox may use IPv4 and IPv6."),
        .value(
            "unixSockets", \.grants.unixSockets, .flag,
            "Whether a program in a sandbox may use Unix sockets, popoverd's own included."),
        .value(
            "readPaths", \.grants.readPaths, .list(of: .path),
            "Files and folders that a program in a sandbox may read and execute, in addition to its "
                + "own folder and the system's programs and libraries."),
        .value(
            "writePaths", \.grants.writePaths, .list(of: .path),
            "Files and folders that a program in a sandbox may read and change."),
        .value(
            "before", \.before, .list(of: .plugin),
            "Plugins whose verdicts count after this plugin's, in addition to those that it "
                + "declares."),
        .value(
            "after", \.after, .list(of: .plugin),
            "Plugins whose verdicts count before this plugin's, in addition to those that it "
                + "declares."),
        .value(
            "deadlineMs", \.deadline, .optional(.milliseconds(5...500)),
            "Timeout for an answer. \"\" selects timing.policyMs."),
        .value(
            "idleAfterMs", \.idleAfter, .optional(.milliseconds(1000...86_400_000)),
            "Time without touches after which the plugin is asked about an idle display, if it "
                + "wants to be. \"\" selects the plugin's own value."),
        .value(
            "fallback", \.fallback, .optional(.choice()),
            "Verdict on an open if the plugin does not answer in time. \"refuse\" refuses it; "
                + "\"abstain\" leaves the decision to the other plugins. \"\" selects the plugin's "
                + "own value."),
        .value(
            "memoryMiB", \.memory, .integer(16...16_384),
            "Memory limit of a plugin program, in MiB."),
        .free(
            "options", \.options,
            "Passed to the plugin. A plugin that rejects an option fails to load. Options may "
                + "also be in a section [plugin.options] directly after this one."),
    ]
}

extension ValueRule where Value == String {
    /// The name of a plugin or behavior.
    fileprivate static var plugin: ValueRule {
        text(
            expected: "a plugin name (1 to 64 of a-z 0-9 -)", pattern: "^[a-z0-9-]{1,64}$"
        ) { text in
            (1...64).contains(text.utf8.count)
                && text.utf8.allSatisfy { byte in
                    switch byte {
                    case UInt8(ascii: "a")...UInt8(ascii: "z"),
                        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
                        true
                    default: false
                    }
                }
        }
    }
}
