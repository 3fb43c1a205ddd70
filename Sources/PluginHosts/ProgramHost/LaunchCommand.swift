// SPDX-License-Identifier: MIT

internal import LibUV
internal import PopoverModel

/// How a program is started: by the launcher, which sets limits, makes the sandbox and then becomes the
/// program, and with an environment that holds nothing of the daemon's.
struct LaunchCommand: Equatable {
    var program: String
    var arguments: [String]
    var environment: [String]

    /// Where the launcher is: beside this program as it was built, or as it was installed.
    static let launchers = ["", "/../lib/popoverd"].map {
        "\(System.programDirectory)\($0)/popoverd-launcher"
    }
    /// What it is given of the daemon's environment, beside `PATH`.
    private static let passedOn = ["LANG", "TZ"]
    private static let usualPath = "/usr/local/bin:/usr/bin:/bin"

    /// Throws when the launcher or the program is missing, or cannot be executed.
    init(
        _ settings: ProgramSettings, launchers: [String] = Self.launchers
    ) throws(ProgramError) {
        guard let launcher = launchers.first(where: System.isExecutable) else {
            throw .cannotStart("popoverd-launcher is missing, which comes with popoverd")
        }
        guard System.isExecutable(settings.path) else {
            throw .cannotStart("\(settings.path) is missing, or cannot be executed")
        }
        program = launcher
        arguments = [
            "--memory=\(settings.memory * 1024 * 1024)",
            "--descriptors=\(ProgramLimits.descriptors)",
        ]
        let sandbox = settings.sandbox
        if let sandbox {
            arguments += ["--sandbox"] + (settings.isTrusted ? ["--trusted"] : [])
            arguments += sandbox.arguments
        }
        arguments += ["--", settings.path]
        // In a sandbox only the system's programs can be executed; others must not be found first.
        let path = sandbox == nil ? LibUV.environment("PATH") : nil
        environment = ["PATH=\(path ?? Self.usualPath)"]
        for name in Self.passedOn + (sandbox?.environment ?? []) {
            if let value = settings.variable(name) { environment.append("\(name)=\(value)") }
        }
        if !environment.contains(where: { $0.hasPrefix("HOME=") }) { environment.append("HOME=/") }
        environment.append("POPOVERD_PLUGIN=\(settings.name)")
    }

    /// With streams to this process, in a session and a process group of its own.
    var options: ChildProcess.Options {
        var options = ChildProcess.Options(program: program)
        options.arguments = arguments
        options.environment = environment
        options.workingDirectory = "/"
        options.standardInput = .piped
        options.standardOutput = .piped
        options.standardError = .piped
        options.isGroupLeader = true
        options.inheritsNothing = true
        return options
    }
}

extension Sandbox {
    fileprivate var arguments: [String] {
        (network ? ["--network"] : []) + (unixSockets ? ["--unix-sockets"] : [])
            + readPaths.map { "--read=\($0)" } + writePaths.map { "--write=\($0)" }
    }
}
