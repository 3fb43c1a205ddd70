// SPDX-License-Identifier: MIT

import Glibc

/// Whose process is at the other end of a Unix socket, as the kernel knows it: what the peer was
/// when it connected, or, seen from the client, when the server began to listen.
public struct PeerProcess: Hashable, Sendable {
    public let pid: Int32
    public let uid: UInt32
    public let gid: UInt32

    init(descriptor: Int32) throws(UVError) {
        // struct ucred: pid, uid and gid, four bytes each (unix(7)). Its name is not visible here.
        var numbers: (Int32, UInt32, UInt32) = (0, 0, 0)
        var size = socklen_t(MemoryLayout.size(ofValue: numbers))
        guard unsafe getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &numbers, &size) == 0 else {
            throw UVError.last("read the credentials of a peer")
        }
        (pid, uid, gid) = numbers
    }
}

/// The same with all groups of the process.
public struct PeerCredentials: Hashable, Sendable {
    public let process: PeerProcess
    /// Supplementary groups, in the kernel's order.
    public let groups: [UInt32]

    public var pid: Int32 { process.pid }
    public var uid: UInt32 { process.uid }
    public var gid: UInt32 { process.gid }

    /// Whether the peer is in the group, by its own or by a supplementary one.
    public func isMember(of group: UInt32) -> Bool {
        gid == group || groups.contains(group)
    }

    init(descriptor: Int32) throws(UVError) {
        let operation = "read the groups of a peer"
        process = try PeerProcess(descriptor: descriptor)
        // 32 groups are more than most have; ERANGE tells the size that is needed.
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
