// SPDX-License-Identifier: MIT

internal import PopoverModel

extension Configuration {
    /// The longest file that is read, in bytes.
    public static let maximumBytes = 256 * 1024

    /// Reads a file with its drop-ins (`ConfigurationFiles`). All are taken, or none is.
    public static func load(path: String) throws(InvalidConfiguration) -> Configuration {
        try load(ConfigurationFiles(path: path)).configuration
    }

    /// Reads all of them as one.
    public static func load(
        _ files: ConfigurationFiles
    ) throws(InvalidConfiguration) -> LoadedConfiguration {
        var texts: [ConfigurationText] = []
        var problems = files.problems
        for path in files.paths {
            do {
                texts.append(
                    ConfigurationText(
                        file: path, bytes: try TextFile.read(path: path, atMost: maximumBytes)))
            } catch {
                problems.append(ConfigurationError(file: path, message: error.message))
            }
        }
        guard problems.isEmpty else { throw InvalidConfiguration(problems: problems) }
        return try load(texts: texts)
    }

    /// Reads a text.
    /// - Parameter fileName: what problems name as their file.
    public static func load(
        text: String, fileName: String
    ) throws(InvalidConfiguration) -> Configuration {
        try load(bytes: Array(text.utf8), fileName: fileName)
    }

    /// Reads a text that may not even be UTF-8.
    public static func load(
        bytes: [UInt8], fileName: String
    ) throws(InvalidConfiguration) -> Configuration {
        try load(texts: [ConfigurationText(file: fileName, bytes: bytes)]).configuration
    }

    /// Reads several as one: what a later one says counts.
    public static func load(
        texts: [ConfigurationText]
    ) throws(InvalidConfiguration) -> LoadedConfiguration {
        let names = texts.map(\.file)
        var roots: [TOMLValue] = []
        var problems: [ConfigurationError] = []
        for (index, text) in texts.enumerated() {
            do {
                roots.append(try TOMLParser.parse(text.bytes, file: index))
            } catch {
                problems.append(
                    ConfigurationError(
                        file: text.file, line: error.position.line,
                        column: error.position.column, message: error.message))
            }
        }
        guard problems.isEmpty else { throw InvalidConfiguration(problems: problems) }
        // What a later file replaces may be wrong all the same.
        if roots.count > 1 {
            for root in roots {
                var reader = ConfigurationReader(
                    files: names, isPart: true, names: ConfigurationTable.names)
                var scratch = Configuration()
                reader.read(root, as: ConfigurationTable.options, into: &scratch, at: "")
                problems += reader.problems
            }
        }
        var reader = ConfigurationReader(files: names, names: ConfigurationTable.names)
        var configuration = Configuration()
        if let first = roots.first {
            let root = roots.dropFirst().reduce(first) { $0.merged(with: $1) }
            reader.read(root, as: ConfigurationTable.options, into: &configuration, at: "")
        }
        configuration.adaptDefaults(to: reader)
        configuration.check(with: &reader)
        problems += reader.problems.filter { !problems.contains($0) }
        guard problems.isEmpty else { throw InvalidConfiguration(problems: problems) }
        return LoadedConfiguration(
            configuration: configuration, files: names, origins: reader.origins)
    }

    /// Defaults that depend on other options follow those that were given.
    private mutating func adaptDefaults(to reader: ConfigurationReader) {
        func isGiven(_ name: Limits.Name) -> Bool {
            reader.position(of: "limits.\(name.rawValue)") != nil
        }
        if !isGiven(.content) { limits.content = Limits.contentShare(of: limits.message) }
        if !isGiven(.draft) { limits.draft = limits.content }
        if !isGiven(.draftsTotal) { limits.draftsTotal = max(limits.draftsTotal, limits.draft) }
        if !isGiven(.clientsPerUser) {
            limits.clientsPerUser = min(limits.clientsPerUser, limits.clients)
        }
        if !isGiven(.outputBytes) {
            limits.outputBytes = max(limits.outputBytes, Limits.leastOutput(for: limits.message))
        }
        if reader.position(of: "timing.maximumWaitMs") == nil {
            timing.maximumWait = max(timing.maximumWait, timing.wait)
        }
    }

    /// What no option can judge by itself.
    private func check(with reader: inout ConfigurationReader) {
        checkOrder(with: &reader)
        checkAdvice(with: &reader)
        checkPlugins(with: &reader)
        var names: Set<String> = []
        for (index, display) in displays.enumerated() where !display.name.isEmpty {
            let path = "display[\(index)].name"
            if !names.insert(display.name).inserted, let position = reader.position(of: path) {
                reader.complain(path, at: position, "another display has the same name")
            }
        }
        if displays.isEmpty, let position = reader.position(of: "display") {
            reader.complain("display", at: position, "expected at least one display, got none")
        }
        if displays.count > limits.displays, let position = reader.position(of: "display") {
            reader.complain(
                "display", at: position,
                "expected at most \(limits.displays) (limits.displays), got \(displays.count)")
        }
        for (index, binding) in bindings.enumerated() {
            let path = "bind[\(index)]"
            guard let position = reader.position(of: path) else { continue }
            if [binding.app != nil, binding.role != nil, !binding.methods.isEmpty]
                .count(where: \.self) != 1
            {
                reader.complain(path, at: position, "expected one of app, role and methods")
            }
            if binding.users.isEmpty && binding.groups.isEmpty {
                reader.complain(path, at: position, "expected users, groups, or both")
            }
        }
    }

    /// A rule has one level.
    private func checkAdvice(with reader: inout ConfigurationReader) {
        let lists = [
            ("advice.refuse", advice.refuse), ("advice.advise", advice.advise),
            ("advice.ignore", advice.ignore),
        ]
        for (index, (name, rules)) in lists.enumerated() {
            guard let position = reader.position(of: name) else { continue }
            for (other, others) in lists[..<index] {
                for rule in rules where others.contains(rule) {
                    reader.complain(name, at: position, "\(rule.rawValue) is in \(other) too")
                }
            }
        }
    }

    /// Options whose range depends on another's value.
    private func checkOrder(with reader: inout ConfigurationReader) {
        let contentMost = Limits.contentShare(of: limits.message)
        let outputLeast = Limits.leastOutput(for: limits.message)
        let rows: [(name: String, isRight: Bool, expected: String)] = [
            (
                "limits.content", limits.content <= contentMost,
                "at most \(contentMost), three quarters of limits.message"
            ),
            (
                "limits.draft", limits.draft <= limits.content,
                "at most \(limits.content), limits.content"
            ),
            (
                "limits.draftsTotal", limits.draftsTotal >= limits.draft,
                "at least \(limits.draft), limits.draft"
            ),
            (
                "limits.clientsPerUser", limits.clientsPerUser <= limits.clients,
                "at most \(limits.clients), limits.clients"
            ),
            (
                "limits.outputBytes", limits.outputBytes >= outputLeast,
                "at least \(outputLeast), twice limits.message"
            ),
            (
                "timing.maximumWaitMs", timing.maximumWait >= timing.wait,
                "at least \(timing.wait.milliseconds), timing.waitMs"
            ),
        ]
        for row in rows where !row.isRight {
            guard let position = reader.position(of: row.name) else { continue }
            reader.complain(row.name, at: position, "expected \(row.expected)")
        }
    }
}
