// SPDX-License-Identifier: MIT

internal import PopoverModel

extension Configuration {
    /// The longest file that is read, in bytes.
    public static let maximumBytes = 256 * 1024

    /// Reads a file. It is taken whole or not at all.
    public static func load(path: String) throws(InvalidConfiguration) -> Configuration {
        let bytes: [UInt8]
        do {
            bytes = try TextFile.read(path: path, atMost: maximumBytes)
        } catch {
            throw InvalidConfiguration(problems: [
                ConfigurationProblem(file: path, message: error.message)
            ])
        }
        return try load(bytes: bytes, fileName: path)
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
        let root: TOMLValue
        do {
            root = try TOMLParser.parse(bytes)
        } catch {
            throw InvalidConfiguration(problems: [
                ConfigurationProblem(
                    file: fileName, line: error.position.line, column: error.position.column,
                    message: error.message)
            ])
        }
        var reader = ConfigurationReader(file: fileName, names: ConfigurationTable.names)
        var configuration = Configuration()
        reader.read(root, as: ConfigurationTable.options, into: &configuration, at: "")
        configuration.adaptDefaults(to: reader)
        configuration.check(with: &reader)
        guard reader.problems.isEmpty else {
            throw InvalidConfiguration(problems: reader.problems)
        }
        return configuration
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
