// SPDX-License-Identifier: MIT

import CLibUV
import Glibc

/// The sockets that systemd bound and handed over (sd_listen_fds(3)).
public enum SystemdActivation {
    /// A descriptor with the name that its unit gives it (`FileDescriptorName=`).
    public struct InheritedDescriptor: Hashable, Sendable {
        public let descriptor: Int32
        /// nil when systemd told no names.
        public let name: String?
    }

    /// The first descriptor that is handed over: SD_LISTEN_FDS_START.
    public static let firstDescriptor: Int32 = 3
    /// A unit of ours has two sockets; more than this is a mistake.
    private static let descriptorLimit: Int32 = 64

    /// Takes the descriptors that are meant for this process; empty when there are none.
    ///
    /// Call it once, before there are other threads: it removes the variables from the environment,
    /// so that child processes do not take the descriptors for theirs.
    ///
    /// - Parameter first: another than systemd's where a process has that one for itself already.
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
        let operation = "take the sockets that systemd hands over"
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
