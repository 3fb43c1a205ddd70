// SPDX-License-Identifier: MIT

internal import Glibc
internal import PopoverClient

/// A place where clients look for the daemon's socket, and what is there.
struct SocketPlace: Hashable {
    enum Origin: String {
        case option = "--socket"
        case variable = "$POPOVERD_SOCKET"
        case session = "$XDG_RUNTIME_DIR"
        case system
    }

    enum State: Hashable {
        /// The variable that names it is not set.
        case unset
        /// The path does not exist, or cannot be looked at.
        case failed(FileError)
        case otherFile(FileFacts)
        /// This user cannot connect.
        case forbidden(FileFacts)
        /// The process that listened has ended.
        case stale(FileFacts)
        case served(FileFacts)
    }

    let origin: Origin
    let path: String
    let state: State

    /// Looks at the place. Nothing changes, and no service starts.
    init(_ origin: Origin, path: String?) {
        self.origin = origin
        self.path = path ?? ""
        state = path.map(Self.look) ?? .unset
    }

    private static func look(at path: String) -> State {
        let facts: FileFacts
        do throws(FileError) { facts = try FileFacts(path) } catch { return .failed(error) }
        guard facts.isSocket else { return .otherFile(facts) }
        switch SocketStream.probe(path) {
        case EPROTOTYPE: return .served(facts)
        case ECONNREFUSED: return .stale(facts)
        case EACCES: return .forbidden(facts)
        case let code: return .failed(FileError(path: path, code: code))
        }
    }

    var isServed: Bool {
        guard case .served = state else { return false }
        return true
    }

    /// A daemon may be there that this user cannot ask.
    var isForbidden: Bool {
        guard case .forbidden = state else { return false }
        return true
    }

    /// - Parameter listener: the process that listens, if it is known.
    func words(listener: String? = nil) -> String {
        switch state {
        case .unset: "not set"
        case .failed(let error): "\(error)"
        case .otherFile: "\(path) is not a socket"
        case .forbidden(let facts):
            "\(FileFacts.user(geteuid())) cannot connect to \(path) (\(facts.words))"
        case .stale(let facts): "no process listens at \(path) (\(facts.words))"
        case .served(let facts): "\(path) (\(facts.words)), \(listener ?? "a process") listens"
        }
    }
}
