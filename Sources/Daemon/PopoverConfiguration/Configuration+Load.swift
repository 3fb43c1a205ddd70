// SPDX-License-Identifier: MIT

internal import PopoverModel

extension Configuration {
    /// The limit for one file, in bytes.
    public static let maximumBytes = 256 * 1024

    /// Reads a file with its drop-ins (`ConfigurationFiles`). One error rejects all files.
    public static func load(path: String) throws(InvalidConfiguration) -> Configuration {
        try load(ConfigurationFiles(path: path)).configuration
    }

    /// Reads several files as one configuration.
    public static func load(
        _ files: ConfigurationFiles
    ) throws(InvalidConfiguration) -> LoadedConfiguration {
        var texts: [ConfigurationText] = []
        var errors = files.errors
        for path in files.paths {
            do {
                texts.append(
                    ConfigurationText(
                        file: path, bytes: try TextFile.read(path: path, atMost: maximumBytes)))
            } catch {
                // A folder that is not trusted is one error, not one of each file in it.
                let isKnown = errors.contains { $0.message == error.message }
                if error.namesPlace, isKnown { continue }
                errors.append(ConfigurationError(file: path, message: error.message))
            }
        }
        guard errors.isEmpty else { throw InvalidConfiguration(errors: errors) }
        return try load(texts: texts)
    }

    /// - Parameter fileName: the file name in errors.
    public static func load(
        text: String, fileName: String
    ) throws(InvalidConfiguration) -> Configuration {
        try load(bytes: Array(text.utf8), fileName: fileName)
    }

    /// Reads bytes, which may be invalid UTF-8.
    public static func load(
        bytes: [UInt8], fileName: String
    ) throws(InvalidConfiguration) -> Configuration {
        try load(texts: [ConfigurationText(file: fileName, bytes: bytes)]).configuration
    }

    /// Reads several texts as one configuration; later texts override earlier ones.
    public static func load(
        texts: [ConfigurationText]
    ) throws(InvalidConfiguration) -> LoadedConfiguration {
        let names = texts.map(\.file)
        var roots: [TOMLValue] = []
        var errors: [ConfigurationError] = []
        for (index, text) in texts.enumerated() {
            do {
                roots.append(try TOMLParser.parse(text.bytes, file: index))
            } catch {
                errors.append(
                    ConfigurationError(
                        file: text.file, line: error.position.line,
                        column: error.position.column, message: error.message))
            }
        }
        guard errors.isEmpty else { throw InvalidConfiguration(errors: errors) }
        // Check each file alone too: merging hides errors in values that a later file overrides.
        if roots.count > 1 {
            for root in roots {
                var reader = ConfigurationReader(files: names, isPart: true)
                var scratch = Configuration()
                reader.read(root, as: ConfigurationTable.options, into: &scratch, at: "")
                errors += reader.errors
            }
        }
        var reader = ConfigurationReader(files: names)
        var configuration = Configuration()
        if let first = roots.first {
            let root = roots.dropFirst().reduce(first) { $0.merged(with: $1) }
            reader.read(root, as: ConfigurationTable.options, into: &configuration, at: "")
        }
        configuration.adaptDefaults(to: reader)
        configuration.check(with: &reader)
        errors += reader.errors.filter { !errors.contains($0) }
        guard errors.isEmpty else { throw InvalidConfiguration(errors: errors) }
        return LoadedConfiguration(
            configuration: configuration, files: names, origins: reader.origins)
    }

    /// Adapts defaults that depend on other options.
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

    /// Checks that need more than one option.
    private func check(with reader: inout ConfigurationReader) {
        checkOrder(with: &reader)
        checkAdvice(with: &reader)
        checkPlugins(with: &reader)
        var names: Set<Name> = []
        for (index, display) in displays.enumerated() where !display.name.isEmpty {
            let path = "display[\(index)].name"
            if !names.insert(Name(display.name)).inserted, let position = reader.position(of: path)
            {
                reader.report(
                    path, at: position,
                    "another display is already named \(TOMLValue.quoted(display.name))")
            }
        }
        for (index, display) in displays.enumerated() {
            let path = "display[\(index)].insets"
            guard let position = reader.position(of: path),
                !reader.hasError(below: "display[\(index)]"),
                case .badParameter(_, let message)? = display.misfit
            else { continue }
            reader.report(path, at: position, message)
        }
        if displays.isEmpty, let position = reader.position(of: "display") {
            reader.report("display", at: position, "expected at least one display, got none")
        }
        if displays.count > limits.displays, let position = reader.position(of: "display") {
            reader.report(
                "display", at: position,
                "expected at most \(limits.displays) (limits.displays), got \(displays.count)")
        }
        for (index, binding) in bindings.enumerated() {
            let path = "bind[\(index)]"
            guard let position = reader.position(of: path) else { continue }
            // A value with an error is not in `binding`.
            if reader.hasError(below: path) { continue }
            let subjects = [
                binding.app.map { _ in "app" }, binding.role.map { _ in "role" },
                binding.right.map { _ in "right" }, binding.methods.isEmpty ? nil : "methods",
            ].compactMap(\.self)
            if subjects.count != 1 {
                let got = subjects.isEmpty ? "none" : subjects.joined(separator: " and ")
                reader.report(
                    path, at: position,
                    "expected exactly one of app, role, right and methods, got \(got)")
            }
            if binding.users.isEmpty && binding.groups.isEmpty {
                reader.report(path, at: position, "expected users, groups, or both, got neither")
            }
        }
    }

    /// A rule may be in one list only.
    private func checkAdvice(with reader: inout ConfigurationReader) {
        let lists = [
            ("advice.refuse", advice.refuse), ("advice.advise", advice.advise),
            ("advice.ignore", advice.ignore),
        ]
        for (index, (name, rules)) in lists.enumerated() {
            guard let position = reader.position(of: name) else { continue }
            for (other, others) in lists[..<index] {
                for rule in rules where others.contains(rule) {
                    reader.report(
                        name, at: position,
                        "\"\(rule.rawValue)\" is also in \(other) (expected in one list only)")
                }
            }
        }
    }

    /// Checks options whose range depends on another option.
    private func checkOrder(with reader: inout ConfigurationReader) {
        let contentMost = Limits.contentShare(of: limits.message)
        let outputLeast = Limits.leastOutput(for: limits.message)
        let rows: [(name: String, isValid: Bool, expected: String, value: Int64)] = [
            (
                "limits.content", limits.content <= contentMost,
                "at most \(contentMost) (three quarters of limits.message)", Int64(limits.content)
            ),
            (
                "limits.draft", limits.draft <= limits.content,
                "at most \(limits.content) (limits.content)", Int64(limits.draft)
            ),
            (
                "limits.draftsTotal", limits.draftsTotal >= limits.draft,
                "at least \(limits.draft) (limits.draft)", Int64(limits.draftsTotal)
            ),
            (
                "limits.clientsPerUser", limits.clientsPerUser <= limits.clients,
                "at most \(limits.clients) (limits.clients)", Int64(limits.clientsPerUser)
            ),
            (
                "limits.outputBytes", limits.outputBytes >= outputLeast,
                "at least \(outputLeast) (twice limits.message)", Int64(limits.outputBytes)
            ),
            (
                "timing.maximumWaitMs", timing.maximumWait >= timing.wait,
                "at least \(timing.wait.milliseconds) (timing.waitMs)",
                timing.maximumWait.milliseconds
            ),
        ]
        for row in rows where !row.isValid {
            guard let position = reader.position(of: row.name) else { continue }
            reader.report(
                row.name, at: position, "expected \(row.expected), got \(row.value)")
        }
    }
}
