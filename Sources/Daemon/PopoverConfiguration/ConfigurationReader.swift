// SPDX-License-Identifier: MIT

/// Reads tables by their options and collects whatever is wrong.
struct ConfigurationReader {
    /// By the place that positions name.
    let files: [String]
    /// It reads one file of several: what is missing may stand in another.
    let isPart: Bool
    /// Every dotted key that there is, for suggestions across sections.
    let names: [String]
    private var found: [(position: TOMLPosition, problem: ConfigurationError)] = []
    private var positions: [String: TOMLPosition] = [:]

    init(files: [String], isPart: Bool = false, names: [String]) {
        self.files = files
        self.isPart = isPart
        self.names = names
    }

    /// In the order of the file.
    var problems: [ConfigurationError] {
        found.sorted { $0.position < $1.position }.map(\.problem)
    }

    /// Where each option that is given stands.
    var origins: [String: ConfigurationOrigin] {
        positions.mapValues {
            ConfigurationOrigin(file: files[$0.file], line: $0.line)
        }
    }

    /// Where a dotted key was given; nil when it was not.
    func position(of name: String) -> TOMLPosition? { positions[name] }

    mutating func complain(
        _ key: String, at position: TOMLPosition, _ message: String, suggestion: String? = nil
    ) {
        let problem = ConfigurationError(
            file: files[position.file], line: position.line, column: position.column, key: key,
            message: message, suggestion: suggestion)
        found.append((position, problem))
    }

    /// Reads a table; `path` is its dotted key, empty for the root.
    mutating func read<Root>(
        _ table: TOMLValue, as options: [ConfigurationOption<Root>], into root: inout Root,
        at path: String
    ) {
        positions[path] = table.position
        guard case .table(let members) = table.content else {
            complain(path, at: table.position, "expected a table, got \(table)")
            return
        }
        for member in members {
            let name = path.isEmpty ? member.key : "\(path).\(member.key)"
            positions[name] = member.position
            if let option = options.first(where: { $0.key == member.key }) {
                option.read(member, &root, &self, name)
            } else {
                refuse(member, name: name, isSection: path.isEmpty, known: options.map(\.key))
            }
        }
        for option in options where option.isRequired && !isPart {
            if !members.contains(where: { $0.key == option.key }) {
                complain(path, at: table.position, "\(option.key) is missing")
            }
        }
    }

    private mutating func refuse(
        _ member: TOMLMember, name: String, isSection: Bool, known: [String]
    ) {
        let word = isSection && member.value.isTable ? "section" : "key"
        let elsewhere = names.first { $0.hasSuffix(".\(member.key)") }
        complain(
            name, at: member.position, "there is no such \(word)",
            suggestion: Spelling.nearest(to: member.key, among: known) ?? elsewhere)
    }
}
