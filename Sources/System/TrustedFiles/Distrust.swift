// SPDX-License-Identifier: MIT

/// Why a file is not trusted. The words go on after the file's path.
public enum Distrust: Error, Hashable, Sendable, CustomStringConvertible {
    /// The system would not open or read it, in the system's words.
    case unreadable(String)
    case symbolicLink
    /// What it is instead: `a pipe`.
    case irregular(String)
    /// It, or the folder `of` on the way to it, belongs to neither root nor the daemon's user.
    case foreignOwner(of: String)
    /// Others than its owner can write to it, or to the folder `of` on the way to it.
    case writableByOthers(of: String)

    public var description: String {
        switch self {
        case .unreadable(let reason): reason
        case .symbolicLink: "is a symbolic link"
        case .irregular: "is not a regular file"
        case .foreignOwner(let path):
            "\(path) belongs to neither root nor the daemon's user (chown root)"
        case .writableByOthers(let path):
            "\(path) can be written to by others than its owner (chmod go-w)"
        }
    }
}
