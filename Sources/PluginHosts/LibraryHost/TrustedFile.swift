// SPDX-License-Identifier: MIT

import Glibc
import TrustedFiles

/// A file of a plugin that nobody but root, the daemon's own user and the owner of its program can have
/// put there (`TrustedPath`), open for reading.
struct TrustedFile: ~Copyable {
    /// Absolute, without symbolic links.
    let path: String
    let identity: FileIdentity
    let descriptor: OwnedDescriptor

    /// - Parameter path: as an administrator or a folder's listing gave it.
    init(opening path: String) throws(PluginError) {
        let resolved = try Self.resolve(path).path
        let opened: OwnedDescriptor
        do throws(Distrust) {
            opened = try TrustedPath().openFile(path)
        } catch {
            throw PluginError(resolved, .distrusted(error))
        }
        var status = stat()
        guard unsafe fstat(opened.number, &status) == 0 else {
            throw PluginError(resolved, .distrusted(.unreadable(systemMessage(errno))))
        }
        guard status.st_size <= PluginLimits.fileSize else {
            throw PluginError(resolved, .tooLarge(limit: PluginLimits.fileSize))
        }
        self.path = resolved
        identity = FileIdentity(status)
        descriptor = opened
    }

    /// The absolute form of a path: its folder without symbolic links, and the name in it.
    static func resolve(
        _ path: String
    ) throws(PluginError) -> (path: String, directory: String, name: String) {
        do throws(Distrust) {
            return try TrustedPath.resolve(path)
        } catch {
            throw PluginError(path, .distrusted(error))
        }
    }

    /// Checks a folder, and every one above it, for a plugin's file.
    static func judgeDirectory(_ directory: String, for path: String) throws(PluginError) {
        do throws(Distrust) {
            _ = try TrustedPath().openDirectory(directory)
        } catch {
            throw PluginError(path, .distrusted(error))
        }
    }
}
