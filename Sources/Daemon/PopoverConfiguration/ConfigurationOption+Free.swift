// SPDX-License-Identifier: MIT

internal import PopoverModel

extension ConfigurationOption {
    /// A table whose keys are a plugin's to choose, in one line or as a section of its own.
    static func free(
        _ key: String, _ path: Path<[PluginOption]>, _ documentation: String
    ) -> ConfigurationOption {
        ConfigurationOption(
            key: key, documentation: documentation, children: [],
            read: { member, root, reader, name in
                root[keyPath: path] = options(in: member.value, &reader, at: name)
            },
            layout: .line(
                expected: "a table of at most \(PluginOption.most), each \(OptionValue.expected)",
                value: { root in
                    let members = root[keyPath: path].map { option in
                        "\(TOMLValue.key(option.name)) = \(option.value.toml)"
                    }
                    return members.isEmpty ? "{}" : "{ " + members.joined(separator: ", ") + " }"
                }),
            settings: { root, place, name in
                root[keyPath: path].map { option in
                    ConfigurationSetting(
                        path: "\(place).\(option.name)", name: "\(name).\(option.name)",
                        value: option.value.toml, isPrivate: true)
                }
            })
    }

    private static func options(
        in table: TOMLValue, _ reader: inout ConfigurationReader, at name: String
    ) -> [PluginOption] {
        guard case .table(let members) = table.content else {
            reader.complain(name, at: table.position, "expected a table, got \(table)")
            return []
        }
        if members.count > PluginOption.most {
            reader.complain(
                name, at: table.position,
                "expected at most \(PluginOption.most) options, got \(members.count)")
        }
        var options: [PluginOption] = []
        // The parser sorts a table's keys; who reads the options again wants them as written.
        for member in members.sorted(by: { $0.position < $1.position }) {
            let path = "\(name).\(member.key)"
            guard (1...PluginOption.longestName).contains(member.key.utf8.count) else {
                reader.complain(
                    path, at: member.position,
                    "expected a name of 1 to \(PluginOption.longestName) bytes")
                continue
            }
            guard let value = OptionValue(member.value) else {
                reader.complain(
                    path, at: member.value.position,
                    "expected \(OptionValue.expected), got \(member.value)")
                continue
            }
            let option = PluginOption(
                name: member.key, value: value, line: member.position.line)
            options.append(option)
        }
        return options
    }
}

extension OptionValue {
    fileprivate static let expected =
        "a string, a number, true or false, or a list of strings (at most \(mostStrings); strings "
        + "at most \(longestString) bytes; whole numbers at most 2^53)"

    fileprivate init?(_ value: TOMLValue) {
        switch value.content {
        case .string(let text): self = .string(text)
        case .integer(let number): self = .integer(number)
        case .number(let number): self = .number(number)
        case .boolean(let flag): self = .boolean(flag)
        case .array(let elements):
            let texts: [String] = elements.compactMap { element in
                guard case .string(let text) = element.content else { return nil }
                return text
            }
            guard texts.count == elements.count else { return nil }
            self = .strings(texts)
        case .table, .date: return nil
        }
        guard isValid else { return nil }
    }

    /// As TOML writes it.
    fileprivate var toml: String {
        switch self {
        case .string(let text): TOMLValue.quoted(text)
        case .integer(let number): "\(number)"
        case .number(let number): "\(number)"
        case .boolean(let flag): "\(flag)"
        case .strings(let texts):
            "[" + texts.map(TOMLValue.quoted).joined(separator: ", ") + "]"
        }
    }
}
