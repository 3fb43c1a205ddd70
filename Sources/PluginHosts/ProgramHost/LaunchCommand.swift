// SPDX-License-Identifier: MIT

internal import LibUV

/// How a program is started: limited by the system's own tools, and with an environment that holds
/// nothing of the daemon's. `prlimit` limits it, `setpriv` keeps it from more rights and ends it
/// with the daemon. Both are util-linux's, which no Debian is without, and both become the program:
/// it has the process id of the first.
struct LaunchCommand: Equatable {
    var program: String
    var arguments: [String]
    var environment: [String]

    /// Where the tools are looked for.
    static let toolFolders = ["/usr/bin", "/bin"]
    /// What it is given of the daemon's environment.
    private static let passedOn = ["PATH", "LANG", "TZ"]
    private static let usualPath = "PATH=/usr/local/bin:/usr/bin:/bin"

    /// Throws when a tool or the program is missing, or cannot be executed.
    init(
        _ settings: ProgramSettings, toolFolders: [String] = Self.toolFolders
    ) throws(ProgramError) {
        program = try Self.tool("prlimit", in: toolFolders)
        let setpriv = try Self.tool("setpriv", in: toolFolders)
        guard System.isExecutable(settings.path) else {
            throw .cannotStart("\(settings.path) is missing, or cannot be executed")
        }
        arguments = [
            "--as=\(settings.memory * 1024 * 1024)", "--nofile=\(ProgramLimits.descriptors)",
            "--core=0", "--", setpriv, "--no-new-privs", "--pdeathsig", "KILL", "--",
            settings.path,
        ]
        self.environment = Self.passedOn.compactMap { name in
            LibUV.environment(name).map { "\(name)=\($0)" }
        }
        if LibUV.environment("PATH") == nil { environment.append(Self.usualPath) }
        environment += ["HOME=/", "POPOVERD_PLUGIN=\(settings.name)"]
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

    private static func tool(
        _ name: String, in folders: [String]
    ) throws(ProgramError) -> String {
        guard let folder = folders.first(where: { System.isExecutable("\($0)/\(name)") }) else {
            throw .cannotStart("\(name) is missing, which comes with the package util-linux")
        }
        return "\(folder)/\(name)"
    }
}
