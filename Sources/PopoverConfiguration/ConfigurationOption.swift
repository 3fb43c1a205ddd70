// SPDX-License-Identifier: MIT

/// One row of the table of options: a key of a table that is read into a `Root`.
struct ConfigurationOption<Root>: Sendable {
    typealias Path<Value> = any WritableKeyPath<Root, Value> & Sendable

    let key: String
    let documentation: String
    /// The table makes no sense without it.
    var isRequired = false
    /// The keys below it, where it is a table.
    let children: [String]
    let read: @Sendable (TOMLMember, inout Root, inout ConfigurationReader, String) -> Void
    let layout: Layout

    /// How it is written.
    enum Layout: Sendable {
        /// `key = value`
        case line(expected: String, value: @Sendable (Root) -> String)
        /// A section with a header of its own, or several.
        case blocks(@Sendable (Root, ConfigurationWriter) -> [String])
    }
}

extension ConfigurationOption {
    /// A single value.
    static func value<Value>(
        _ key: String, _ path: Path<Value>, _ rule: ValueRule<Value>, _ documentation: String,
        isRequired: Bool = false
    ) -> ConfigurationOption {
        ConfigurationOption(
            key: key, documentation: documentation, isRequired: isRequired, children: [],
            read: { member, root, reader, name in
                if let value = rule.read(member.value) {
                    root[keyPath: path] = value
                } else {
                    reader.complain(
                        name, at: member.value.position,
                        "expected \(rule.expected), got \(member.value)",
                        suggestion: rule.suggest(member.value))
                }
            },
            layout: .line(expected: rule.expected, value: { rule.write($0[keyPath: path]) }))
    }

    /// A small table in one line, `{ top = 0, … }`.
    static func inline<Nested>(
        _ key: String, _ path: Path<Nested>, _ options: [ConfigurationOption<Nested>],
        _ documentation: String
    ) -> ConfigurationOption {
        ConfigurationOption(
            key: key, documentation: documentation, children: options.map(\.key),
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
                }))
    }

    /// A section, `[key]`.
    static func section<Nested>(
        _ key: String, _ path: Path<Nested>, _ options: [ConfigurationOption<Nested>],
        _ documentation: String
    ) -> ConfigurationOption {
        ConfigurationOption(
            key: key, documentation: documentation, children: options.map(\.key),
            read: { member, root, reader, name in
                reader.read(member.value, as: options, into: &root[keyPath: path], at: name)
            },
            layout: .blocks { root, writer in
                writer.note(documentation) + ["[\(key)]"]
                    + writer.lines(for: options, of: root[keyPath: path])
            })
    }

    /// A section that may come several times, `[[key]]`.
    /// - Parameters:
    ///   - blank: what a new one starts from.
    ///   - example: shown in the documentation where there is none by default.
    static func sections<Nested: Sendable>(
        _ key: String, _ path: Path<[Nested]>, _ options: [ConfigurationOption<Nested>],
        blank: Nested, example: Nested, _ documentation: String
    ) -> ConfigurationOption {
        ConfigurationOption(
            key: key, documentation: documentation, children: options.map(\.key),
            read: { member, root, reader, name in
                guard case .array(let elements) = member.value.content,
                    elements.allSatisfy(\.isTable)
                else {
                    reader.complain(
                        name, at: member.position,
                        "expected sections headed [[\(key)]], got \(member.value)")
                    return
                }
                root[keyPath: path] = elements.enumerated().map { index, element in
                    var nested = blank
                    reader.read(element, as: options, into: &nested, at: "\(name)[\(index)]")
                    return nested
                }
            },
            layout: .blocks { root, writer in
                var all = root[keyPath: path]
                if all.isEmpty && writer.isCommented { all = [example] }
                var lines = writer.note(documentation)
                for nested in all {
                    lines.append(writer.option("[[\(key)]]"))
                    lines += writer.lines(for: options, of: nested)
                }
                return lines
            })
    }

    /// `key = value`; nil where it is no line.
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
