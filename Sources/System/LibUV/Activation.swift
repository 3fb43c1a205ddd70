// SPDX-License-Identifier: MIT

import CLibUV
import Glibc

/// Sockets passed by systemd (sd_listen_fds(3)).
public enum SystemdActivation {
    /// A descriptor and its name in the unit (`FileDescriptorName=`).
    public struct InheritedDescriptor: Hashable, Sendable {
        public let descriptor: Int32
        /// nil if systemd has passed no names.
        public let name: String?
    }

    /// The first passed descriptor (SD_LISTEN_FDS_START).
    public static let firstDescriptor: Int32 = 3
    /// The shipped units have two sockets; more than this is a mistake.
    private static let descriptorLimit: Int32 = 64

    /// The descriptors passed to this process. Call it once, before other threads exist: it removes
    /// the variables from the environment, so that child processes do not use the descriptors.
    /// - Parameter first: a number other than systemd's, for tests.
    public static func listenDescriptors(
        from first: Int32 = firstDescriptor
    ) throws(UVError) -> [InheritedDescriptor] {
        let process = environment("LISTEN_PID")
        let count = environment("LISTEN_FDS")
        let names = environment("LISTEN_FDNAMES")
        for variable in ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"] {
            unsafe unsetenv(variable)
        }
        guard let process, let count, Int32(process) == getpid() else { return [] }
        let operation = "use the sockets passed by systemd"
        guard let count = Int32(count), (0...descriptorLimit).contains(count) else {
            throw UVError(
                code: UV_EINVAL.rawValue, operation: operation, detail: "LISTEN_FDS=\(count)")
        }
        let list = names?.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        var descriptors: [InheritedDescriptor] = []
        for index in 0..<count {
            let descriptor = first + index
            guard fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0 else {
                throw UVError.last(operation, detail: "descriptor \(descriptor)")
            }
            let name = list.flatMap { Int(index) < $0.count ? $0[Int(index)] : nil }
            descriptors.append(InheritedDescriptor(descriptor: descriptor, name: name))
        }
        return descriptors
    }
}
