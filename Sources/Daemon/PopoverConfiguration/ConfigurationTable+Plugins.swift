// SPDX-License-Identifier: MIT

internal import PopoverModel

extension ConfigurationTable {
    static let plugins: [ConfigurationOption<Configuration.Plugins>] = [
        .value(
            "directory", \.directory, .optional(.path),
            "Where plugins are looked for; \"\" is where popoverd was installed.",
            isForStart: true),
        .value(
            "disabled", \.disabled, .list(of: .name), "Names of plugins that are not loaded."),
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
        .value("name", \.name, .plugin, "What it calls itself; names differ.", isRequired: true),
        .value("enabled", \.isEnabled, .flag, "Otherwise it is not loaded."),
        .value(
            "trusted", \.isTrusted, .flag,
            "Whether it may send requests, as a client with the roles that it names, and, as a library, "
                + "use the daemon's loop."),
        .value(
            "before", \.before, .list(of: .plugin),
            "Plugins whose verdicts count after its own, besides those that it names itself."),
        .value(
            "after", \.after, .list(of: .plugin),
            "Plugins whose verdicts count before its own, besides those that it names itself."),
        .value(
            "deadlineMs", \.deadline, .optional(.milliseconds(5...500)),
            "From a question to its answer; \"\" is timing.policyMs."),
        .value(
            "idleAfterMs", \.idleAfter, .optional(.milliseconds(1000...86_400_000)),
            "How long nobody has touched a display before it is asked what to do, where it wants to "
                + "be; \"\" is what it says itself."),
        .value(
            "fallback", \.fallback, .choice(),
            "What counts without an answer in time: no opinion, or that an open is refused."),
        .value(
            "memoryMiB", \.memory, .integer(16...16_384),
            "The most memory that a program may have."),
        .free(
            "options", \.options,
            "What it makes of them is its own; what it does not take is an error of loading it. "
                + "They may also stand in a section [plugin.options] right after this one."),
    ]
}

extension ValueRule where Value == String {
    /// What a plugin or a behaviour is called.
    fileprivate static var plugin: ValueRule {
        text(expected: "a plugin's name (1 to 64 of a-z 0-9 -)") { text in
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
