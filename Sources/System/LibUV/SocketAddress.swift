// SPDX-License-Identifier: MIT

import CLibUV
import Glibc

/// The address of a Unix socket: a path, or an abstract name.
struct SocketAddress {
    /// The most bytes of a path: `sun_path` without its final zero (unix(7)). A longer path is an error;
    /// libuv would truncate it and bind to another one.
    static let pathLimitBytes = 107

    private var storage = sockaddr_un()
    private let length: socklen_t

    init(path: String, operation: @autoclosure () -> String) throws(UVError) {
        let bytes = Array(path.utf8)
        guard !bytes.isEmpty, !bytes.contains(0) else {
            throw UVError(
                code: UV_EINVAL.rawValue, operation: operation(),
                detail: "a path must not be empty or contain a zero byte")
        }
        // The storage is zeroed, so the final zero exists.
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
                detail: "it has \(bytes.count) bytes, the limit is \(Self.pathLimitBytes)")
        }
        storage.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &storage.sun_path) { unsafe $0.copyBytes(from: bytes) }
        let offset = MemoryLayout<sockaddr_un>.offset(of: \.sun_path) ?? 2
        length = socklen_t(offset + bytes.count + extraBytes)
    }

    /// The path to which a socket is bound; nil after an error, and for an abstract or no name.
    static func path(boundTo descriptor: Int32) -> String? {
        var address = sockaddr_un()
        var size = socklen_t(MemoryLayout<sockaddr_un>.size)
        return unsafe withUnsafeMutableBytes(of: &address) { bytes -> String? in
            guard let base = bytes.baseAddress,
                unsafe getsockname(
                    descriptor, base.assumingMemoryBound(to: sockaddr.self), &size) == 0
            else { return nil }
            let offset = MemoryLayout<sockaddr_un>.offset(of: \.sun_path) ?? 2
            let path = unsafe Array(bytes.prefix(Int(size)).dropFirst(offset).prefix { $0 != 0 })
            return path.isEmpty ? nil : String(decoding: path, as: UTF8.self)
        }
    }

    func withAddress(_ call: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        unsafe withUnsafeBytes(of: storage) { bytes in
            guard let base = bytes.baseAddress else { return -1 }
            return unsafe call(base.assumingMemoryBound(to: sockaddr.self), length)
        }
    }
}
