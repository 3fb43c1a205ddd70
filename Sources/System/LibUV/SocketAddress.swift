// SPDX-License-Identifier: MIT

import CLibUV
import Glibc

/// The address of a Unix socket: a path, or a name in the abstract name space.
struct SocketAddress {
    /// Bytes of the longest path: `sun_path` less the zero at its end (unix(7)). A longer path is
    /// refused; libuv would cut it and bind to another one.
    static let pathLimitBytes = 107

    private var storage = sockaddr_un()
    private let length: socklen_t

    init(path: String, operation: @autoclosure () -> String) throws(UVError) {
        let bytes = Array(path.utf8)
        guard !bytes.isEmpty, !bytes.contains(0) else {
            throw UVError(
                code: UV_EINVAL.rawValue, operation: operation(), detail: "not a path of a file")
        }
        // The zero at the end is there already: the storage starts as zeros.
        try self.init(bytes, extraBytes: 1, operation: operation())
    }

    /// `name` is without the zero byte that abstract names start with.
    init(abstract name: String, operation: @autoclosure () -> String) throws(UVError) {
        try self.init([0] + Array(name.utf8), extraBytes: 0, operation: operation())
    }

    private init(_ bytes: [UInt8], extraBytes: Int, operation: String) throws(UVError) {
        guard bytes.count <= Self.pathLimitBytes else {
            throw UVError(
                code: UV_ENAMETOOLONG.rawValue, operation: operation,
                detail: "\(bytes.count) bytes; \(Self.pathLimitBytes) are allowed")
        }
        storage.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &storage.sun_path) { unsafe $0.copyBytes(from: bytes) }
        let offset = MemoryLayout<sockaddr_un>.offset(of: \.sun_path) ?? 2
        length = socklen_t(offset + bytes.count + extraBytes)
    }

    /// Calls a system call with the address as C wants it.
    func withAddress(_ call: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        unsafe withUnsafeBytes(of: storage) { bytes in
            guard let base = bytes.baseAddress else { return -1 }
            return unsafe call(base.assumingMemoryBound(to: sockaddr.self), length)
        }
    }
}
