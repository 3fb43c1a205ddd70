// SPDX-License-Identifier: MIT

/// Reads tables by their options and collects all errors.
struct ConfigurationReader {
    /// By the file index of positions.
    let files: [String]
    /// Whether it reads one file of several, so that required keys may be in another file.
    let isPart: Bool
    private var found: [(position: TOMLPosition, error: ConfigurationError)] = []
    private var positions: [String: TOMLPosition] = [:]

    init(files: [String], isPart: Bool = false) {
        self.files = files
        self.isPart = isPart
    }

    /// In the order of the file.
    var errors: [ConfigurationError] {
        found.sorted { $0.position < $1.position }.map(\.error)
    }

    /// The position of each option that is given.
    var origins: [String: ConfigurationOrigin] {
        positions.mapValues {
            ConfigurationOrigin(file: files[$0.file], line: $0.line)
        }
    }

    /// The position of a dotted key; nil where it is not given.
    func position(of name: String) -> TOMLPosition? { positions[name] }

    /// Whether a key below `path` has an error.
    func hasError(below path: String) -> Bool {
        found.contains { $0.error.key.hasPrefix("\(path).") }
    }

    /// Notes the position of a key that no option of the table reads.
    mutating func note(_ name: String, at position: TOMLPosition) { positions[name] = position }

    mutating func report(
        _ key: String, at position: TOMLPosition, _ message: String, suggestion: String? = nil
    ) {
        let error = ConfigurationError(
            file: files[position.file], line: position.line, column: position.column, key: key,
            message: message, suggestion: suggestion)
        found.append((position, error))
    }

    /// Reads a table; `path` is its dotted key, empty for the root.
    mutating func read<Root>(
        _ table: TOMLValue, as options: [ConfigurationOption<Root>], into root: inout Root,
        at path: String
    ) {
        positions[path] = table.position
        guard case .table(let members) = table.content else {
            report(path, at: table.position, "expected a table, got \(table)")
            return
        }
        for member in members {
            let name = path.isEmpty ? member.key : "\(path).\(member.key)"
            positions[name] = member.position
            if let option = options.first(where: { $0.key == member.key }) {
                option.read(member, &root, &self, name)
            } else {
                reportUnknown(
                    member, name: name, isSection: path.isEmpty, known: options.map(\.key))
            }
        }
        for option in options where option.isRequired && !isPart {
            if !members.contains(where: { $0.key == option.key }) {
                report(path, at: table.position, "required key \"\(option.key)\" is missing")
            }
        }
    }

    private mutating func reportUnknown(
        _ member: TOMLMember, name: String, isSection: Bool, known: [String]
    ) {
        let kind = isSection && member.value.isTable ? "section" : "key"
        let elsewhere = ConfigurationTable.names.first { $0.hasSuffix(".\(member.key)") }
        report(
            name, at: member.position, "unknown \(kind)",
            suggestion: Spelling.nearest(to: member.key, among: known) ?? elsewhere)
    }
}
