// SPDX-License-Identifier: MIT

import CLibUV
import Glibc

/// An error of the operating system: the operation, its object, and the cause.
///
/// Reads as `bind /run/popoverd/popoverd.sock: address already in use (process 812 serves it and holds
/// /run/popoverd/popoverd.sock.lock)`.
public struct UVError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The negative error number of libuv, which on Linux is the negated `errno`.
    public let code: Int32
    /// The verb and its object, such as `connect /run/popoverd/popoverd.sock`.
    public let operation: String
    public let detail: String?

    public init(code: Int32, operation: String, detail: String? = nil) {
        self.code = code
        self.operation = operation
        self.detail = detail
    }

    /// The error in `errno`; create it before another call changes that.
    static func last(_ operation: String, detail: String? = nil) -> UVError {
        UVError(code: -errno, operation: operation, detail: detail)
    }

    /// No space is left, on a disk or within a limit.
    public static let noSpace = UV_ENOSPC.rawValue

    /// The symbol of the code, such as `EADDRINUSE`.
    public var name: String {
        // The `_r` forms do not leak for codes that libuv does not know.
        unsafe text { unsafe uv_err_name_r(code, $0, $1) }
    }

    /// The code in words, such as `address already in use`.
    public var message: String {
        unsafe text { unsafe uv_strerror_r(code, $0, $1) }
    }

    public var description: String {
        "\(operation): \(message)" + (detail.map { " (\($0))" } ?? "")
    }

    /// The peer has closed the connection: an ordinary end, not worth a warning.
    public var isPeerGone: Bool {
        [UV_EPIPE, UV_ECONNRESET, UV_ECONNABORTED, UV_ENOTCONN, UV_EOF]
            .contains { $0.rawValue == code }
    }

    public var isAddressInUse: Bool { code == UV_EADDRINUSE.rawValue }

    /// A retry may succeed (EAGAIN).
    public var isTemporary: Bool { code == UV_EAGAIN.rawValue }

    private func text(
        _ write: (UnsafeMutablePointer<CChar>, Int) -> UnsafeMutablePointer<CChar>?
    ) -> String {
        unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { buffer in
            guard let base = buffer.baseAddress, let text = unsafe write(base, buffer.count) else {
                return "error \(code)"
            }
            return unsafe String(cString: text)
        }
    }
}

/// Throws if a call of libuv has failed; otherwise returns its result.
@discardableResult
func check(
    _ status: Int32, _ operation: @autoclosure () -> String
) throws(UVError) -> Int32 {
    guard status >= 0 else { throw UVError(code: status, operation: operation()) }
    return status
}
