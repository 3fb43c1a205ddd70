// SPDX-License-Identifier: MIT

internal import LibUV
internal import PopoverModel
internal import PopoverWire

/// What a manifest says that the program needs, on this machine: without paths that are not there, since a
/// program can need what is there.
///
/// A path may begin with a variable, as `$HOME/.config`, or be what an option names, as `@keyFile`: a folder,
/// or that of a file, which may be replaced; only the file where the folder holds the drafts. A name without a folder is in the state folder to be written to
/// and a credential of the daemon's to be read.
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
            paths(need, in: variable("CREDENTIALS_DIRECTORY")).map { path in
                let folder = folder(of: path)
                let isAlone = System.isDirectory(path) || holdsState(folder)
                return need.hasPrefix("@") && !isAlone ? folder : path
            }
        }
        sandbox.writePaths = sandbox.writePaths.flatMap { need in
            let paths = paths(need, in: settings.state)
            // What it cannot make is not there, either.
            for path in paths { try? System.makeDirectory(path, mode: 0o700) }
            return paths
        }
        sandbox.readPaths.removeAll { !System.exists($0) }
        sandbox.writePaths.removeAll { !System.exists($0) }
        return sandbox
    }

    private func paths(_ need: String, in folder: String?) -> [String] {
        var paths = [need]
        if need.hasPrefix("@") {
            paths = values(of: String(need.dropFirst())).map { value in
                value.hasPrefix("/") ? value : folder.map { "\($0)/\(value)" } ?? ""
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
        // systemd sets it for who has a unit.
        name == "STATE_DIRECTORY" ? state : LibUV.environment(name)
    }
}
