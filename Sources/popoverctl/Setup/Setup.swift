// SPDX-License-Identifier: MIT

internal import Glibc
internal import PopoverWire

/// Installs or removes a kind of kiosk. Nothing is remembered: what is installed follows from a comparison of
/// the machine's files with those of the kind.
struct Setup {
    /// One thing to do, and the line that says so.
    enum Step: CustomStringConvertible {
        case install(String)
        case remove(String)
        /// A file that was changed after it was installed.
        case keep(String)
        case run([String])

        var description: String {
            switch self {
            case .install(let file): "install \(file)"
            case .remove(let file): "remove \(file)"
            case .keep(let file): "keep \(file): it was changed"
            case .run(let words): "run \(words.joined(separator: " "))"
            }
        }
    }

    private enum State { case missing, same, different }

    let kind: KioskKind
    /// Empty for the machine itself; else the root of an image, whose units do not run.
    private let root: String
    private let states: [(file: String, state: State)]

    init(_ kind: KioskKind, root: String) throws(FileError) {
        self.kind = kind
        let path = try Terminal.realPath(of: root)
        self.root = path == "/" ? "" : path
        var states: [(String, State)] = []
        for file in kind.files {
            states.append((file, try Self.state(of: self.root + file, as: kind.bytes(of: file))))
        }
        self.states = states
    }

    var isOnMachine: Bool { root.isEmpty }

    private static func state(of path: String, as bytes: [UInt8]) throws(FileError) -> State {
        do throws(FileError) {
            return try Terminal.read(file: path) == bytes ? .same : .different
        } catch {
            switch error.code {
            case ENOENT: return .missing
            case EISDIR, EFBIG: return .different
            default: throw error
            }
        }
    }

    private func files(_ state: State) -> [String] {
        states.filter { $0.state == state }.map { root + $0.file }
    }

    /// What has to be there first.
    var missing: [KioskKind.Need] {
        kind.needs.filter { (try? FileFacts(root + $0.path)) == nil }
    }

    /// Files of somebody else where the kind has its own.
    var inTheWay: [String] { files(.different) }

    var installation: [Step] {
        let files = files(.missing)
        return files.map(Step.install)
            + machine([["systemd-sysusers"], ["systemctl", "daemon-reload"]])
            + (files.isEmpty ? [] : restart) + units("enable")
    }

    /// Empty if nothing of the kind is there.
    var removal: [Step] {
        let files = files(.same)
        let kept = inTheWay.map(Step.keep)
        guard !files.isEmpty else { return kept }
        // The console gets its login prompt back.
        let login = kind.units.isEmpty ? [] : machine([["systemctl", "start", "getty.target"]])
        return units("disable") + files.map(Step.remove) + kept
            + machine([["systemctl", "daemon-reload"]]) + restart + login
    }

    /// A running daemon gets its new configuration and drop-ins.
    private var restart: [Step] { machine([["systemctl", "try-restart", "popoverd.service"]]) }

    private func units(_ verb: String) -> [Step] {
        guard !kind.units.isEmpty else { return [] }
        let how = isOnMachine ? [verb, "--now"] : ["--root=\(root)", verb]
        return [.run(["systemctl"] + how + kind.units)]
    }

    private func machine(_ commands: [[String]]) -> [Step] {
        isOnMachine ? commands.map(Step.run) : []
    }

    func perform(_ step: Step) throws {
        switch step {
        case .install(let path):
            let file = String(path.dropFirst(root.count))
            try makeFolder(of: path)
            // Half a file would be in the way of the next attempt.
            let draft = "\(path).new"
            try Terminal.write(kind.bytes(of: file), toFile: draft)
            try FileOrders.publish(draft, as: path, mode: try kind.mode(of: file))
        case .remove(let path):
            try FileOrders.remove(path)
            removeFolder(of: path)
        case .keep: break
        case .run(let words):
            let status = Command.run(words)
            guard status == 0 else {
                let reason = status.map { "status \($0)" } ?? "it cannot be started"
                throw ErrorReport(.refused, "\(words.joined(separator: " ")): \(reason)")
            }
        }
    }

    private func makeFolder(of path: String) throws(FileError) {
        let folder = Self.folder(of: path)
        guard (try? FileFacts(folder)) == nil else { return }
        try makeFolder(of: folder)
        try Terminal.makeFolder(folder)
    }

    /// Removes empty folders of popoverd's own: one of the system's may be empty for other reasons.
    private func removeFolder(of path: String) {
        let folder = Self.folder(of: path)
        let names = folder.dropFirst(root.count).split(separator: "/")
        guard names.contains(where: { $0.hasPrefix("popover") }), FileOrders.removeFolder(folder)
        else { return }
        removeFolder(of: folder)
    }

    private static func folder(of path: String) -> String {
        path.split(separator: "/").dropLast().map { "/\($0)" }.joined()
    }
}
