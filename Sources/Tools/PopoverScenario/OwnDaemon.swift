// SPDX-License-Identifier: MIT

internal import LibUV

/// A daemon for one scenario, with its own socket, state and configuration.
final class OwnDaemon {
    private static let configurationFile = "popoverd.toml"
    private let program: String
    private let loop: Loop
    private let folder: TemporaryDirectory
    private var process: ChildProcess?
    private(set) var isReady = false
    private(set) var exit: ChildProcess.Exit?
    /// Its standard error.
    private(set) var log = ""

    init(program: String, for scenario: Scenario, on loop: Loop) throws(UVError) {
        self.program = program
        self.loop = loop
        folder = try TemporaryDirectory(prefix: "popoverctl")
        try folder.write(scenario.daemonConfiguration, as: Self.configurationFile)
    }

    var socket: String { "\(folder.path)/s" }

    func start() throws(UVError) {
        var options = ChildProcess.Options(program: program)
        options.arguments = [
            "--config", "\(folder.path)/\(Self.configurationFile)", "--socket", socket,
            "--state", "\(folder.path)/state", "--ready-fd", "1", "--log-level", "info",
        ]
        options.standardOutput = .piped
        options.standardError = .piped
        isReady = false
        exit = nil
        close()
        let process = try ChildProcess(loop, options) { [weak self] in self?.exit = $0 }
        self.process = process
        process.output?.onBytes = { [weak self] _ in self?.isReady = true }
        process.errors?.onBytes = { [weak self] bytes in
            var copy: [UInt8] = []
            copy.append(copying: bytes)
            self?.log += String(decoding: copy, as: UTF8.self)
        }
        try process.output?.startReading()
        try process.errors?.startReading()
    }

    /// Whether it has no process.
    var isGone: Bool { process == nil || exit != nil }

    func end(by signal: Signal) {
        // It may have ended already.
        if exit == nil { try? process?.kill(signal) }
    }

    /// Closes its handles after the process has ended.
    func close() {
        process?.output?.close()
        process?.errors?.close()
        process?.close()
        process = nil
    }
}

extension Scenario {
    /// Long timeouts for slow machines; a scenario may override them.
    private static let unhurried: KeyValuePairs<String, Int> = [
        "timing.closeMs": 10_000, "timing.toggleMs": 10_000, "timing.waitMs": 10_000,
        "timing.presentMs": 20_000, "timing.pingMs": 20_000,
        "timing.gestureMs": 20_000, "timing.tapMs": 10_000,
    ]

    /// TOML with the configuration lines and the displays of the scenario.
    var daemonConfiguration: String {
        var lines = configuration
        for (key, value) in Self.unhurried
        where !configuration.contains(where: { $0.hasPrefix("\(key) ") || $0.hasPrefix("\(key)=") })
        {
            lines.append("\(key) = \(value)")
        }
        for display in displays {
            lines.append("[[display]]")
            for member in display.members {
                let key = member.name == "display" ? "name" : member.name
                lines.append("\(key) = \(member.value.toml)")
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }
}

extension JSONValue {
    /// TOML, which equals JSON for all values of displays except tables.
    fileprivate var toml: String {
        guard case .object(let members) = self else { return description }
        let inner = members.map { "\($0.name) = \($0.value.toml)" }
        return "{ \(inner.joined(separator: ", ")) }"
    }
}
