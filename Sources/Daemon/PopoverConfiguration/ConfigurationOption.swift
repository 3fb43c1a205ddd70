// SPDX-License-Identifier: MIT

/// One row of the table of options: a key of a table that is read into a `Root`.
struct ConfigurationOption<Root>: Sendable {
    typealias Path<Value> = any WritableKeyPath<Root, Value> & Sendable

    let key: String
    let documentation: String
    /// Whether every table needs it.
    var isRequired = false
    /// The keys below it, if it is a table. The tables of sections are made when they are used.
    let children: @Sendable () -> [String]
    let read: @Sendable (TOMLMember, inout Root, inout ConfigurationReader, String) -> Void
    let layout: Layout
    /// Its JSON Schema, with the defaults of a root.
    let schema: @Sendable (Root) -> String
    /// A change takes effect at the next start.
    var isForStart = false
    /// Its value, or one value for each option below it. Parameters: the root, the dotted key with
    /// indexes, and the dotted key with names.
    var settings: @Sendable (Root, String, String) -> [ConfigurationSetting]

    enum Layout: Sendable {
        /// `key = value`
        case line(expected: String, value: @Sendable (Root) -> String)
        /// A section with a header of its own, or several.
        case blocks(@Sendable (Root, ConfigurationWriter) -> [String])
    }
}

struct ConfigurationSetting: Hashable, Sendable {
    /// The dotted key, `display[1].width`.
    var path: String
    /// The dotted key with names in place of indexes: `display.side.width`.
    var name: String
    /// In TOML.
    var value: String
    /// A change takes effect at the next start.
    var isForStart = false
    /// Whether the value may be a secret, as plugins' options may.
    var isPrivate = false
}

extension ConfigurationOption {
    static func value<Value>(
        _ key: String, _ path: Path<Value>, _ rule: ValueRule<Value>, _ documentation: String,
        isRequired: Bool = false, isForStart: Bool = false
    ) -> ConfigurationOption {
        let documentation =
            documentation + (isForStart ? " Takes effect at the next start." : "")
        return ConfigurationOption(
            key: key, documentation: documentation, isRequired: isRequired, children: { [] },
            read: { member, root, reader, name in
                if let value = rule.read(member.value) {
                    root[keyPath: path] = value
                } else {
                    reader.report(
                        name, at: member.value.position,
                        "expected \(rule.expected), got \(member.value)",
                        suggestion: rule.suggest(member.value))
                }
            },
            layout: .line(expected: rule.expected, value: { rule.write($0[keyPath: path]) }),
            schema: { root in
                let preset = isRequired ? nil : rule.write(root[keyPath: path])
                return JSONSchema.value(documentation, rule.schema, preset: preset)
            },
            isForStart: isForStart,
            settings: { root, place, name in
                [
                    ConfigurationSetting(
                        path: place, name: name, value: rule.write(root[keyPath: path]),
                        isForStart: isForStart)
                ]
            })
    }

    /// An inline table, `{ top = 0, … }`.
    static func inline<Nested>(
        _ key: String, _ path: Path<Nested>, _ options: [ConfigurationOption<Nested>],
        _ documentation: String
    ) -> ConfigurationOption {
        ConfigurationOption(
            key: key, documentation: documentation, children: { options.map(\.key) },
            read: { member, root, reader, name in
                reader.read(member.value, as: options, into: &root[keyPath: path], at: name)
            },
            layout: .line(
                expected: "a table of " + options.map(\.key).joined(separator: ", "),
                value: { root in
                    let members = options.compactMap { option in
                        option.line(of: root[keyPath: path])
                    }
                    return "{ " + members.joined(separator: ", ") + " }"
                }),
            schema: { JSONSchema.table(documentation, options, of: $0[keyPath: path]) },
            settings: { root, place, name in
                options.flatMap { option in
                    option.settings(
                        root[keyPath: path], "\(place).\(option.key)", "\(name).\(option.key)")
                }
            })
    }

    /// A section, `[key]`.
    static func section<Nested>(
        _ key: String, _ path: Path<Nested>,
        _ options: @escaping @autoclosure @Sendable () -> [ConfigurationOption<Nested>],
        _ documentation: String
    ) -> ConfigurationOption {
        ConfigurationOption(
            key: key, documentation: documentation, children: { options().map(\.key) },
            read: { member, root, reader, name in
                reader.read(member.value, as: options(), into: &root[keyPath: path], at: name)
            },
            layout: .blocks { root, writer in
                writer.note(documentation) + ["[\(key)]"]
                    + writer.lines(for: options(), of: root[keyPath: path])
            },
            schema: { JSONSchema.table(documentation, options(), of: $0[keyPath: path]) },
            settings: { root, place, name in
                options().flatMap { option in
                    option.settings(
                        root[keyPath: path], "\(place).\(option.key)", "\(name).\(option.key)")
                }
            })
    }

    /// A repeatable section, `[[key]]`.
    /// - Parameters:
    ///   - blank: the initial value of each section.
    ///   - example: shown in the default file if there is no section by default.
    static func sections<Nested: Sendable>(
        _ key: String, _ path: Path<[Nested]>,
        _ options: @escaping @autoclosure @Sendable () -> [ConfigurationOption<Nested>],
        blank: Nested, example: Nested, name: (@Sendable (Nested) -> String)? = nil,
        _ documentation: String
    ) -> ConfigurationOption {
        ConfigurationOption(
            key: key, documentation: documentation, children: { options().map(\.key) },
            read: { member, root, reader, name in
                guard case .array(let elements) = member.value.content,
                    elements.allSatisfy(\.isTable)
                else {
                    reader.report(
                        name, at: member.position,
                        "expected sections headed [[\(key)]], got \(member.value)")
                    return
                }
                root[keyPath: path] = elements.enumerated().map { index, element in
                    var nested = blank
                    reader.read(element, as: options(), into: &nested, at: "\(name)[\(index)]")
                    return nested
                }
            },
            layout: .blocks { root, writer in
                var all = root[keyPath: path]
                if all.isEmpty && writer.isCommented { all = [example] }
                var lines = writer.note(documentation)
                for nested in all {
                    lines.append(writer.option("[[\(key)]]"))
                    lines += writer.lines(for: options(), of: nested)
                }
                return lines
            },
            schema: { _ in JSONSchema.tables(documentation, options(), of: blank) },
            settings: { root, place, section in
                root[keyPath: path].enumerated().flatMap { index, nested in
                    options().flatMap { option in
                        option.settings(
                            nested, "\(place)[\(index)].\(option.key)",
                            "\(section).\(name?(nested) ?? "\(index + 1)").\(option.key)")
                    }
                }
            })
    }

    /// `key = value`; nil for a section.
    func line(of root: Root) -> String? {
        guard case .line(_, let value) = layout else { return nil }
        return "\(key) = \(value(root))"
    }
}

extension TOMLValue {
    var isTable: Bool {
        if case .table = content { true } else { false }
    }
}
