// SPDX-License-Identifier: MIT

import LibUV
import PopoverModel
import PopoverRecording

/// Where recordings are: a folder that only the daemon's user may enter.
struct RecordingFolder: Sendable {
    /// Recordings that are kept at once. The oldest that nobody has asked for gives way.
    static let mostFiles = 16
    static let ending = ".recording"

    let path: String

    /// - Parameter state: the folder of the daemon's state.
    init(state: String) {
        path = "\(state)/recordings"
    }

    /// Makes an empty recording.
    ///
    /// - Parameter place: the path that somebody has asked for; nil: a new name in the folder.
    func make(
        _ reason: RecordingHeader.Reason, at place: String?
    ) throws(UVError) -> PrivateFile {
        if let place, !isWithin(place) { return try PrivateFile(creating: place) }
        try System.makeDirectory(path, mode: 0o700)
        try makeRoom()
        let stamp = Clock.timestamp(realtimeMicroseconds: SystemTime.realtimeMicroseconds)
        // Colons are not for every file system.
        let time = String(stamp.map { $0 == ":" ? "-" : $0 })
        let name = "\(reason.rawValue)-\(time)-\(System.processID)\(Self.ending)"
        return try PrivateFile(creating: place ?? "\(path)/\(name)")
    }

    /// All of them, oldest first.
    var files: [FolderEntry] {
        System.files(in: path).filter { $0.name.hasSuffix(Self.ending) }
            .sorted { ($0.changed, $0.name) < ($1.changed, $1.name) }
    }

    /// Where a recording goes that somebody has asked for. Whoever could write a file there without
    /// the daemon may name any path: root, and the daemon's own user. All others name a file in the
    /// folder.
    ///
    /// - Parameter asker: the user who asks.
    func place(
        _ wanted: String?, for asker: UInt32?
    ) throws(RequestError) -> String? {
        guard let wanted else { return nil }
        if isName(wanted) { return "\(path)/\(named(wanted))" }
        let isTrusted = asker == 0 || asker == Accounts.currentUserID
        if wanted.hasPrefix("/"), isTrusted || isWithin(wanted) {
            return isWithin(wanted) ? named(wanted) : wanted
        }
        let message =
            wanted.hasPrefix("/")
            ? "expected a name: only root and the daemon's user say where in the system"
            : "expected a name without a slash and without a dot at its beginning"
        throw .badParameter(member: "path", message: message)
    }

    private func named(_ name: String) -> String {
        name.hasSuffix(Self.ending) ? name : name + Self.ending
    }

    private func isName(_ text: String) -> Bool {
        !text.isEmpty && !text.hasPrefix(".") && !text.contains("/")
    }

    private func isWithin(_ place: String) -> Bool {
        place.hasPrefix("\(path)/") && isName(String(place.dropFirst(path.count + 1)))
    }

    /// Lets the oldest go that nobody has asked for.
    private func makeRoom() throws(UVError) {
        var kept = files
        while kept.count >= Self.mostFiles {
            let oldest = kept.firstIndex { file in
                RecordingHeader.Reason.allCases.contains {
                    $0.isAutomatic && file.name.hasPrefix("\($0.rawValue)-")
                }
            }
            guard let oldest else {
                throw UVError(
                    code: UVError.noSpace, operation: "make a recording in \(path)",
                    detail: "there are \(kept.count), of which all were asked for")
            }
            PrivateFile.remove("\(path)/\(kept.remove(at: oldest).name)")
        }
    }
}
