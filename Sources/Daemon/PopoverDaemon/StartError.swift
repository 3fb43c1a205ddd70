// SPDX-License-Identifier: MIT

import LibUV
import PopoverStorage

/// The exit status of the process; see sysexits.h.
public enum ExitStatus: Int32, Hashable, Sendable {
    case success = 0
    /// Not everything was closed and stored before the deadline.
    case failure = 1
    /// A system resource is missing, such as descriptors or threads.
    case operatingSystem = 71
    /// The socket or the state directory cannot be used.
    case cannotCreate = 73
    /// Another process serves the socket or uses the drafts.
    case alreadyRunning = 75
    case configuration = 78
}

public struct StartError: Error, Hashable, Sendable, CustomStringConvertible {
    public let status: ExitStatus
    /// One line for each problem.
    public let description: String

    init(_ status: ExitStatus, _ description: String) {
        self.status = status
        self.description = description
    }

    init(socket error: UVError) {
        guard error.isAddressInUse, let detail = error.detail else {
            self.init(.cannotCreate, "cannot create the socket: \(error)")
            return
        }
        self.init(
            .alreadyRunning,
            "cannot create the socket: \(error.operation): \(detail);"
                + " stop that process or choose another path with --socket")
    }

    init(drafts error: StorageError) {
        let advice =
            error.cause == .sealed
            ? "; pass the key as the systemd credential \(Paths.draftKeyName)" : ""
        self.init(
            error.cause == .inUse ? .alreadyRunning : .cannotCreate,
            "cannot open the drafts: \(error)\(advice)")
    }

    static var noStateFolder: StartError {
        StartError(
            .cannotCreate,
            "no folder for drafts: set --state, the option state or the variable HOME")
    }
}
