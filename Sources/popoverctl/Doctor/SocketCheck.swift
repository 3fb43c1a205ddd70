// SPDX-License-Identifier: MIT

internal import Glibc
internal import PopoverClient
internal import PopoverModel

/// Says where clients look for the socket, what is in each place, and which one they use.
struct SocketCheck {
    /// In the order in which clients look.
    let places: [SocketPlace]
    let used: SocketPlace

    /// - Parameter option: the value of `--socket`.
    init(option: String?, search: SocketPath = SocketPath()) {
        let variable = SocketPlace(.variable, path: search.named)
        let session = SocketPlace(.session, path: search.session)
        let system = SocketPlace(.system, path: SocketPath.system)
        if let option {
            used = SocketPlace(.option, path: option)
        } else if search.named != nil {
            used = variable
        } else {
            used = search.current == search.session ? session : system
        }
        places = (option == nil ? [] : [used]) + [variable, session, system]
    }

    /// One result for each place.
    func results(timeout: Interval) -> [CheckResult] {
        let rank = places.firstIndex(of: used) ?? 0
        return places.enumerated().map { index, place in
            if index == rank { return verdict(timeout: timeout) }
            let isSkipped = index > rank && place.state != .unset
            return .note(
                "socket",
                "\(place.origin.rawValue): \(isSkipped ? "not used; " : "")\(place.words())",
                index < rank ? hint(place) : nil)
        }
    }

    /// What is wrong with the place that clients use.
    private func verdict(timeout: Interval) -> CheckResult {
        let message = "\(used.origin.rawValue): \(used.words(listener: listener(timeout)))"
        switch used.state {
        case .served(let facts) where facts.mode & 0o002 != 0:
            return .wrong(
                "socket", "every user can connect: \(message)",
                "chmod o-rwx \(used.path), and set SocketMode=0660 in its unit")
        case .served(let facts) where facts.mode & 0o060 != 0o060 && isRoot:
            return .note(
                "socket",
                "only \(facts.uid == 0 ? "" : "\(FileFacts.user(facts.uid)) and ")root can connect: "
                    + message,
                "set SocketMode=0660 in its unit if other users have programs; popoverctl doctor --as "
                    + "USER looks as one of them")
        case .served: return .ok("socket", message)
        case .forbidden(let facts): return .wrong("socket", message, admission(facts))
        case .unset, .failed, .otherFile, .stale: return .wrong("socket", message, remedy)
        }
    }

    /// Root can connect, whoever else can.
    private var isRoot: Bool { geteuid() == 0 && used.origin != .session }

    /// What to do if no daemon can be reached in the place that clients use.
    private var remedy: String {
        let other = places.first { $0.isServed && $0 != used }
        let found = other.map { " (a process listens at \($0.path))" } ?? ""
        switch used.origin {
        case .option: return "start popoverd --socket \(used.path), or name another path\(found)"
        case .variable:
            return "start popoverd --socket \(used.path), or unset POPOVERD_SOCKET\(found)"
        case .session:
            return "start the session's daemon (systemctl --user start popoverd.socket), or remove "
                + "the file to use \(SocketPath.system)\(found)"
        case .system:
            return "start the system's daemon (systemctl start popoverd.socket) or one of this "
                + "session (systemctl --user start popoverd.socket), or name the daemon's socket "
                + "with --socket or $POPOVERD_SOCKET"
        }
    }

    private func admission(_ facts: FileFacts) -> String {
        let user = FileFacts.user(geteuid())
        guard facts.mode & 0o060 == 0o060 else {
            return "only \(FileFacts.user(facts.uid)) may connect: run popoverctl as that user, or "
                + "name another socket with --socket"
        }
        guard facts.gid != 0 else {
            return "give the socket a group that \(user) is in: SocketGroup= in its unit"
        }
        return "as root: usermod --append --groups \(FileFacts.group(facts.gid)) \(user), and log "
            + "in again"
    }

    /// About a place that clients have passed over.
    private func hint(_ place: SocketPlace) -> String? {
        guard case .failed(let error) = place.state, error.code == EACCES else { return nil }
        return "if this is the folder of another user, unset XDG_RUNTIME_DIR"
    }

    /// The process that listens: the daemon, or systemd on its behalf.
    private func listener(_ timeout: Interval) -> String? {
        guard used.isServed,
            let stream = try? SocketStream(path: used.path, deadline: .now + timeout),
            let process = stream.peerProcess
        else { return nil }
        let name = try? Terminal.read(file: "/proc/\(process)/comm").split(separator: 10).first
        let words = name.map { String(decoding: $0, as: UTF8.self) }
        return words.map { "\($0) (process \(process))" } ?? "process \(process)"
    }
}
