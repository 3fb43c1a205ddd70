// SPDX-License-Identifier: MIT

internal import PopoverModel

extension ConfigurationOption {
    /// A table whose keys a plugin defines, inline or as a section.
    static func free(
        _ key: String, _ path: Path<[PluginOption]>, _ documentation: String
    ) -> ConfigurationOption {
        ConfigurationOption(
            key: key, documentation: documentation, children: { [] },
            read: { member, root, reader, name in
                root[keyPath: path] = options(in: member.value, &reader, at: name)
            },
            layout: .line(
                expected:
                    "a table of at most \(PluginOption.most) options, each \(OptionValue.expected)",
                value: { root in
                    let members = root[keyPath: path].map { option in
                        "\(TOMLValue.key(option.name)) = \(option.value.toml)"
                    }
                    return members.isEmpty ? "{}" : "{ " + members.joined(separator: ", ") + " }"
                }),
            schema: { _ in
                JSONSchema.value(
                    documentation,
                    #""type": "object", "maxProperties": \#(PluginOption.most), "#
                        + #""additionalProperties": {"#
                        + #""type": ["string", "number", "boolean", "array", "object"], "#
                        + #""items": {"type": "string"}, "minProperties": 1, "#
                        + #""maxProperties": \#(Translations.most), "#
                        + #""propertyNames": {"pattern": "\#(ValueRule<String>.languagePattern)"}, "#
                        + #""additionalProperties": {"type": "string", "minLength": 1}}"#)
            },
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
            reader.report(name, at: table.position, "expected a table, got \(table)")
            return []
        }
        if members.count > PluginOption.most {
            reader.report(
                name, at: table.position,
                "expected at most \(PluginOption.most) options, got \(members.count)")
        }
        var options: [PluginOption] = []
        // The parser sorts keys; plugins get their options in the order of the file.
        for member in members.sorted(by: { $0.position < $1.position }) {
            let path = "\(name).\(member.key)"
            reader.note(path, at: member.position)
            guard (1...PluginOption.longestName).contains(member.key.utf8.count) else {
                reader.report(
                    path, at: member.position,
                    "expected a name of 1 to \(PluginOption.longestName) bytes, got "
                        + TOMLValue.quoted(member.key))
                continue
            }
            if case .table(let texts) = member.value.content, !texts.isEmpty {
                if let value = translations(in: texts, &reader, at: path) {
                    options.append(
                        PluginOption(name: member.key, value: value, line: member.position.line))
                }
                continue
            }
            guard let value = OptionValue(member.value) else {
                reader.report(
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

    /// A text for people, by language; reports each mistake in it.
    private static func translations(
        in members: [TOMLMember], _ reader: inout ConfigurationReader, at name: String
    ) -> OptionValue? {
        var entries: [Translations.Entry] = []
        for member in members.sorted(by: { $0.position < $1.position }) {
            let path = "\(name).\(member.key)"
            reader.note(path, at: member.position)
            guard Translations.isTag(member.key) else {
                reader.report(
                    path, at: member.position,
                    "expected \(ValueRule<String>.languageWords), got \(TOMLValue.quoted(member.key))"
                )
                continue
            }
            let tag = member.key.lowercased()
            guard !entries.contains(where: { $0.language.lowercased() == tag }) else {
                reader.report(path, at: member.position, "this language already has a text")
                continue
            }
            guard case .string(let text) = member.value.content,
                (1...OptionValue.longestString).contains(text.utf8.count)
            else {
                reader.report(
                    path, at: member.value.position,
                    "expected a string of 1 to \(OptionValue.longestString) bytes, got \(member.value)"
                )
                continue
            }
            entries.append(Translations.Entry(language: member.key, text: text))
        }
        guard entries.count == members.count else { return nil }
        if entries.count > Translations.most {
            reader.report(
                name, at: members[0].position,
                "expected at most \(Translations.most) languages, got \(entries.count)")
        }
        return Translations(entries).map(OptionValue.translations)
    }
}

extension OptionValue {
    fileprivate static let expected =
        "a string (at most \(longestString) bytes), a number (integers at most 2^53), true, "
        + "false, a list of at most \(mostStrings) strings, or a table of strings by language"

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

    /// In TOML.
    var toml: String {
        switch self {
        case .string(let text): TOMLValue.quoted(text)
        case .integer(let number): "\(number)"
        case .number(let number): "\(number)"
        case .boolean(let flag): "\(flag)"
        case .strings(let texts):
            "[" + texts.map(TOMLValue.quoted).joined(separator: ", ") + "]"
        case .translations(let translations):
            "{ "
                + translations.entries.map { entry in
                    "\(TOMLValue.key(entry.language)) = \(TOMLValue.quoted(entry.text))"
                }.joined(separator: ", ") + " }"
        }
    }
}
