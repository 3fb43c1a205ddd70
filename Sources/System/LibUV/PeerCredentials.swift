// SPDX-License-Identifier: MIT

import Glibc

/// The process at the other end of a Unix socket, as the kernel recorded it when the peer connected,
/// or, for a client, when the server began to listen.
public struct PeerProcess: Hashable, Sendable {
    public let pid: Int32
    public let uid: UInt32
    public let gid: UInt32

    init(descriptor: Int32) throws(UVError) {
        // struct ucred: pid, uid and gid, four bytes each (unix(7)). Swift cannot see its name.
        var numbers: (Int32, UInt32, UInt32) = (0, 0, 0)
        var size = socklen_t(MemoryLayout.size(ofValue: numbers))
        guard unsafe getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &numbers, &size) == 0 else {
            throw UVError.last("read the credentials of a peer")
        }
        (pid, uid, gid) = numbers
    }
}

/// A peer process and all its groups.
public struct PeerCredentials: Hashable, Sendable {
    public let process: PeerProcess
    /// Supplementary groups, in the kernel's order.
    public let groups: [UInt32]

    public var pid: Int32 { process.pid }
    public var uid: UInt32 { process.uid }
    public var gid: UInt32 { process.gid }

    /// Whether the group is the peer's own or a supplementary one.
    public func isMember(of group: UInt32) -> Bool {
        gid == group || groups.contains(group)
    }

    init(descriptor: Int32) throws(UVError) {
        let operation = "read the groups of a peer"
        process = try PeerProcess(descriptor: descriptor)
        // 32 groups suffice for most; otherwise ERANGE reports the needed size.
        var groups = [UInt32](repeating: 0, count: 32)
        var size = socklen_t(groups.count * MemoryLayout<UInt32>.size)
        if unsafe getsockopt(descriptor, SOL_SOCKET, Self.peerGroups, &groups, &size) != 0 {
            guard errno == ERANGE else { throw UVError.last(operation) }
            groups = [UInt32](repeating: 0, count: Int(size) / MemoryLayout<UInt32>.size)
            guard unsafe getsockopt(descriptor, SOL_SOCKET, Self.peerGroups, &groups, &size) == 0
            else { throw UVError.last(operation) }
        }
        self.groups = Array(groups.prefix(Int(size) / MemoryLayout<UInt32>.size))
    }

    /// SO_PEERGROUPS of asm-generic/socket.h, since Linux 4.13.
    private static let peerGroups: Int32 = 59
}
