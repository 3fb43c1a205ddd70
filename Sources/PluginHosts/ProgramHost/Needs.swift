// SPDX-License-Identifier: MIT

internal import LibUV
internal import PopoverModel
internal import PopoverWire

/// What a manifest says that the program needs, on this machine: without paths that are not there, since a
/// program can need what is there.
///
/// A path may begin with a variable, as `$HOME/.config`, or be what an option names, as `@keyFile`: of what it
/// reads the folder, since a file may be replaced, unless the drafts are in it. An option may have a name
/// instead of a path: of a credential of the daemon's unit where it is read, of a folder in the state folder
/// where it is written to, and of a file where the daemon's user looks for it. The program gets the whole path.
struct Needs {
    private let settings: ProgramSettings
    private let manifest: Manifest
    private let variable: (String) -> String?

    /// - Parameter variable: a variable of the daemon's; tests replace it.
    init(
        _ settings: ProgramSettings, _ manifest: Manifest,
        variable: ((String) -> String?)? = nil
    ) {
        self.settings = settings
        self.manifest = manifest
        self.variable = variable ?? settings.variable
    }

    var sandbox: Sandbox? {
        guard var sandbox = manifest.needs else { return nil }
        sandbox.readPaths = sandbox.readPaths.flatMap { need in
            paths(need).map { path in
                let folder = folder(of: path)
                let isAlone = System.isDirectory(path) || holdsState(folder)
                return need.hasPrefix("@") && !isAlone ? folder : path
            }
        }
        sandbox.writePaths = sandbox.writePaths.flatMap { need in
            let paths = paths(need)
            // What it cannot make is not there, either.
            for path in paths { try? System.makeDirectory(path, mode: 0o700) }
            return paths
        }
        let files = sandbox.writeFiles.flatMap(paths)
        sandbox.writePaths += files.filter { (try? System.makePrivateFile($0)) != nil }
        sandbox.writeFiles = []
        sandbox.readPaths.removeAll { !System.exists($0) }
        sandbox.writePaths.removeAll { !System.exists($0) }
        return sandbox
    }

    /// The options as the program gets them.
    func whole(_ options: [PluginOption]) -> [PluginOption] {
        guard settings.isTrusted else { return options }
        return options.map { option in
            guard let home = home(of: "@\(option.name)"), case .string = option.value,
                let name = values(of: option.name).first, !name.contains("/")
            else { return option }
            return PluginOption(
                name: option.name, value: .string("\(home)/\(name)"), line: option.line)
        }
    }

    /// The folder that a bare name of an option is in, by what the program does with it; nil: a name is no
    /// path.
    private func home(of need: String) -> String? {
        guard let needs = manifest.needs else { return nil }
        if needs.readPaths.contains(need) { return variable("CREDENTIALS_DIRECTORY") }
        if needs.writePaths.contains(need) { return settings.state }
        return needs.writeFiles.contains(need) ? shared : nil
    }

    /// Where others of the daemon's user look for a file: under a unit its state directory, the only one
    /// that it may write to; else the socket's.
    private var shared: String? {
        let state = variable("STATE_DIRECTORY").map { String($0.prefix { $0 != ":" }) }
        return state ?? settings.socket.map(folder(of:))
    }

    private func paths(_ need: String) -> [String] {
        var paths = [need]
        if need.hasPrefix("@") {
            let home = home(of: need)
            paths = values(of: String(need.dropFirst())).map { value in
                value.contains("/") ? value : home.map { "\($0)/\(value)" } ?? ""
            }
        } else if need.hasPrefix("$") {
            let name = need.dropFirst().prefix { $0 != "/" }
            paths = variable(String(name)).map { [$0 + need.dropFirst(name.count + 1)] } ?? []
        }
        return paths.filter { $0.hasPrefix("/") }
    }

    private func values(of name: String) -> [String] {
        let set = settings.options.first { $0.name == name }?.value.texts ?? []
        guard set.isEmpty else { return set }
        return manifest.options.first { $0.name == name }?.usual?.texts ?? []
    }

    private func folder(of path: String) -> String {
        String(path.prefix(upTo: path.lastIndex(of: "/") ?? path.startIndex))
    }

    /// Whether the drafts are in the folder, or below it.
    private func holdsState(_ folder: String) -> Bool {
        folder.isEmpty || settings.state.map { "\($0)/".hasPrefix("\(folder)/") } == true
    }
}

extension OptionValue {
    /// What is not empty.
    fileprivate var texts: [String] {
        switch self {
        case .string(let text): text.isEmpty ? [] : [text]
        case .strings(let texts): texts.filter { !$0.isEmpty }
        case .integer, .number, .boolean, .translations: []
        }
    }
}

extension ProgramSettings {
    /// A variable as the program may get it.
    func variable(_ name: String) -> String? {
        name == "POPOVERD_SOCKET" ? socket : LibUV.environment(name)
    }
}
