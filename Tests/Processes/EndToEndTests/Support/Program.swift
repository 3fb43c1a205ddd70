// SPDX-License-Identifier: MIT

import Glibc

/// A failure in a test's world, with the transcript so far.
struct ProgramError: Error, CustomStringConvertible {
    var description: String

    init(_ what: String, seen: String = "") {
        description = seen.isEmpty ? what : "\(what); so far:\n\(seen)"
    }
}

/// The tested programs, built beside the tests.
enum Program {
    case daemon
    case control
    case actor

    private var name: String {
        switch self {
        case .daemon: "popoverd"
        case .control: "popoverctl"
        case .actor: "popover-actor"
        }
    }

    /// The folder that everything is built into.
    static var folder: String {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = unsafe readlink("/proc/self/exe", &buffer, buffer.count)
        let path = buffer.prefix(max(0, count)).map { UInt8(bitPattern: $0) }
        let end = path.lastIndex(of: UInt8(ascii: "/")) ?? 0
        return String(decoding: path[..<end], as: UTF8.self)
    }

    func path() throws -> String {
        let path = "\(Self.folder)/\(name)"
        guard unsafe access(path, X_OK) == 0 else {
            throw ProgramError("\(name) is not built: there is no \(path)")
        }
        return path
    }
}

/// The timeout of every wait. Only a failing test waits this long.
let patience = Duration.seconds(30)
