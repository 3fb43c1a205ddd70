// SPDX-License-Identifier: MIT

internal import Glibc
internal import TrustedFiles

/// Reads a whole small file that nobody but root, the daemon's user and the owner of its program can have
/// put there.
enum TextFile {
    struct ReadingError: Error, Hashable, Sendable {
        /// `cannot open the file: No such file or directory`
        var message: String
        /// The message names a file or folder, and what is wrong with it.
        var namesPlace = false

        fileprivate init(message: String) {
            self.message = message
        }

        fileprivate init(_ distrust: Distrust) {
            message =
                switch distrust {
                case .unreadable(let reason): "cannot open the file: \(reason)"
                case .irregular(let kind): "expected a file, got \(kind)"
                default: distrust.description
                }
            namesPlace = message == distrust.description
        }
    }

    /// The account of the installed daemon: somebody else may check its files. -1, which is no user:
    /// there is none.
    private static let daemonAccount: UInt32 = unsafe getpwnam("popoverd")?.pointee.pw_uid ?? .max

    static let trust = TrustedPath { $0 == daemonAccount }

    static func read(path: String, atMost limit: Int) throws(ReadingError) -> [UInt8] {
        let file: OwnedDescriptor
        do throws(Distrust) {
            file = try trust.openFile(path, followsLinks: true)
        } catch {
            throw ReadingError(error)
        }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 16 * 1024)
        while bytes.count <= limit {
            let count = unsafe Glibc.read(file.number, &chunk, chunk.count)
            if count == 0 { return bytes }
            if count > 0 {
                bytes += chunk.prefix(count)
            } else if errno != EINTR {
                throw ReadingError(message: "cannot read the file: \(systemMessage(errno))")
            }
        }
        throw ReadingError(message: "file too large (expected at most \(limit) bytes)")
    }
}
