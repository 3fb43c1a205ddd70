// SPDX-License-Identifier: MIT

import LibUV
import PopoverModel
import PopoverRecording

/// The folder of the recordings, accessible to the daemon's user only.
struct RecordingFolder: Sendable {
    /// The most recordings; the oldest automatic one is removed for a new one.
    static let maxFiles = 16
    static let ending = ".recording"

    let path: String
    /// Marks the files of this process. Not its process ID: a copy of the process writes during a crash.
    private let run = String(UInt32.random(in: .min ... .max), radix: 16)

    /// - Parameter state: the daemon's state folder.
    init(state: String) {
        path = "\(state)/recordings"
    }

    /// Creates an empty file.
    /// - Parameter requested: nil for a new name in the folder.
    func makeFile(
        _ reason: RecordingHeader.Reason, at requested: String?
    ) throws(UVError) -> PrivateFile {
        if let requested, !isWithin(requested) { return try PrivateFile(creating: requested) }
        try System.makeDirectory(path, mode: 0o700)
        let mine = "-\(run)\(Self.ending)"
        if reason == .crash {
            // A process crashes once: a copy of it that hung has left this one unfinished.
            for file in files where isOf(reason, file) && file.name.hasSuffix(mine) {
                PrivateFile.remove("\(path)/\(file.name)")
            }
        }
        try makeRoom()
        let stamp = Clock.timestamp(realtimeMicroseconds: SystemTime.realtimeMicroseconds)
        // Some file systems do not allow colons.
        let time = String(stamp.map { $0 == ":" ? "-" : $0 })
        let name = "\(reason.rawValue)-\(time)\(mine)"
        return try PrivateFile(creating: requested ?? "\(path)/\(name)")
    }

    /// All recordings, oldest first.
    var files: [FolderEntry] {
        System.files(in: path).filter { $0.name.hasSuffix(Self.ending) }
            .sorted { ($0.changed, $0.name) < ($1.changed, $1.name) }
    }

    /// The path of a requested recording. Root and the daemon's own user may name any path, since
    /// they could write there anyway. All others name a file in the folder.
    /// - Parameter requester: the user of the request.
    func destination(
        of wanted: String?, requester: UInt32?
    ) throws(RequestError) -> String? {
        guard let wanted else { return nil }
        if isName(wanted) { return "\(path)/\(named(wanted))" }
        let isTrusted = requester == 0 || requester == Accounts.currentUserID
        if wanted.hasPrefix("/"), isTrusted || isWithin(wanted) {
            return isWithin(wanted) ? named(wanted) : wanted
        }
        let message =
            wanted.hasPrefix("/")
            ? "expected a file name: only root and the daemon's user may give a path"
            : "expected a file name without a slash and without a leading dot"
        throw .badParameter(member: "path", message: message)
    }

    private func named(_ name: String) -> String {
        name.hasSuffix(Self.ending) ? name : name + Self.ending
    }

    private func isName(_ text: String) -> Bool {
        !text.isEmpty && !text.hasPrefix(".") && !text.contains("/")
    }

    private func isWithin(_ file: String) -> Bool {
        file.hasPrefix("\(path)/") && isName(String(file.dropFirst(path.count + 1)))
    }

    private func isOf(_ reason: RecordingHeader.Reason, _ file: FolderEntry) -> Bool {
        file.name.hasPrefix("\(reason.rawValue)-")
    }

    /// Removes all recordings.
    func erase() -> UVError? {
        let names = files.map(\.name)
        guard !names.isEmpty else { return nil }
        do throws(UVError) {
            for name in names { try PrivateFile.erase("\(path)/\(name)") }
            try PrivateFile.synchronize(folder: path)
            return nil
        } catch {
            return error
        }
    }

    /// Removes the oldest automatic recording if there are too many.
    private func makeRoom() throws(UVError) {
        var kept = files
        while kept.count >= Self.maxFiles {
            let oldest = kept.firstIndex { file in
                RecordingHeader.Reason.allCases.contains { $0.isAutomatic && isOf($0, file) }
            }
            guard let oldest else {
                throw UVError(
                    code: UVError.noSpace, operation: "make a recording in \(path)",
                    detail: "there are \(kept.count) requested recordings; remove some")
            }
            PrivateFile.remove("\(path)/\(kept.remove(at: oldest).name)")
        }
    }
}
