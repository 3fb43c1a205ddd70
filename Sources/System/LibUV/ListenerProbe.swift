// SPDX-License-Identifier: MIT

import CLibUV
import Glibc

/// A connection of a listener to itself. The listener recognizes it by its name, which the kernel
/// assigns; clients have no name (unix(7), autobind).
final class ListenerProbe {
    let handler: () -> Void
    private let descriptor: OwnedDescriptor
    private let name: [UInt8]

    /// - Parameter listener: the descriptor of a listening socket.
    init(of listener: Int32, handler: @escaping () -> Void) throws(UVError) {
        let operation = "connect to the socket on descriptor \(listener)"
        self.handler = handler
        descriptor = try OwnedDescriptor.streamSocket(operation)
        var family = sockaddr()
        family.sa_family = sa_family_t(AF_UNIX)
        let familySize = socklen_t(MemoryLayout<sa_family_t>.size)
        guard unsafe bind(descriptor.rawValue, &family, familySize) == 0,
            let name = unsafe Self.name(of: descriptor.rawValue, getsockname),
            let target = unsafe Self.name(of: listener, getsockname)
        else { throw UVError.last(operation) }
        self.name = name
        let status = unsafe target.withUnsafeBytes { bytes -> Int32 in
            guard let base = bytes.baseAddress else { return -1 }
            return unsafe connect(
                descriptor.rawValue, base.assumingMemoryBound(to: sockaddr.self),
                socklen_t(bytes.count))
        }
        guard status == 0 else { throw UVError.last(operation) }
    }

    /// Whether an accepted connection is this one.
    func isPeer(of client: Int32) -> Bool {
        unsafe Self.name(of: client, getpeername) == name
    }

    /// The bytes of a socket's address, its family first; nil after an error.
    private static func name(
        of descriptor: Int32,
        _ ask: (Int32, UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
    ) -> [UInt8]? {
        var size = socklen_t(MemoryLayout<sockaddr_un>.size)
        var address = sockaddr_un()
        return unsafe withUnsafeMutableBytes(of: &address) { bytes -> [UInt8]? in
            guard let base = bytes.baseAddress,
                unsafe ask(descriptor, base.assumingMemoryBound(to: sockaddr.self), &size) == 0
            else { return nil }
            return unsafe Array(bytes.prefix(Int(size)))
        }
    }
}
