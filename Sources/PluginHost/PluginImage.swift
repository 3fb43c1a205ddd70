// SPDX-License-Identifier: MIT

import CPopoverPlugin
import Glibc

/// A library in the process, loaded from a private copy of its file and never unloaded.
///
/// The copy lives in anonymous memory. A file that is overwritten in place would change, or on
/// truncation tear out, the pages of a running library; and the dynamic linker would take a later
/// load of the same inode for the library it already has. With a copy every load is a new image.
///
/// Never unloaded, because the Swift runtime, thread-local destructors and exit handlers keep
/// pointers into it; nor is the copy's descriptor closed, because glibc tells images apart by name
/// first, and the name is the descriptor's number.
final class PluginImage {
    /// What it says of itself, or why that cannot be used.
    let descriptor: Result<PluginDescriptor, PluginError>

    /// - Throws: when the file could not be mapped; then nothing of it stays in the process.
    init(_ file: borrowing TrustedFile) throws(PluginError) {
        let copy = try Self.copy(file)
        let flags = RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE
        guard let library = unsafe dlopen("/proc/self/fd/\(copy.number)", flags) else {
            throw PluginError(file.path, .notLoadable(Self.linkerMessage(copy.number)))
        }
        copy.leak()
        descriptor = unsafe Self.descriptor(of: library, path: file.path)
    }

    private typealias EntryPoint = @convention(c) () -> UnsafePointer<popover_plugin>?

    private static func descriptor(
        of library: UnsafeMutableRawPointer, path: String
    ) -> Result<PluginDescriptor, PluginError> {
        guard let symbol = unsafe dlsym(library, "popoverd_plugin_abi_1") else {
            return .failure(PluginError(path, .noEntryPoint))
        }
        let entryPoint = unsafe unsafeBitCast(symbol, to: EntryPoint.self)
        guard let table = unsafe entryPoint() else {
            return .failure(PluginError(path, .malformed("there is none")))
        }
        return Result { () throws(PluginError) in
            try unsafe PluginDescriptor(reading: table, of: path)
        }
    }

    /// Well below the 249 bytes that Linux takes, whatever the path's characters.
    private static let memoryNameLength = 48

    private static func copy(_ file: borrowing TrustedFile) throws(PluginError) -> OwnedDescriptor {
        let name = String(file.path.suffix(memoryNameLength))
        let copy = OwnedDescriptor(anonymousFile(name))
        var offset: off_t = 0
        while copy.number >= 0 {
            let count = unsafe sendfile(
                copy.number, file.descriptor.number, &offset, PluginLimits.fileSize)
            if count == 0 { return copy }
            if count < 0 { break }
            guard offset <= PluginLimits.fileSize else {
                throw PluginError(file.path, .tooLarge(limit: PluginLimits.fileSize))
            }
        }
        throw PluginError(file.path, .unreadable("copying to memory: \(systemMessage(errno))"))
    }

    private typealias MemoryFileCreate = @convention(c) (UnsafePointer<CChar>, CUnsignedInt) -> CInt

    /// Executable, which since Linux 6.3 has to be asked for and before that may not be.
    ///
    /// `memfd_create` is looked up by name because the Glibc module does not import it: its header
    /// hides it without `_GNU_SOURCE`. A C library without it means a kernel that is too old.
    private static func anonymousFile(_ name: String) -> CInt {
        guard let symbol = unsafe dlsym(nil, "memfd_create") else {
            errno = ENOSYS
            return -1
        }
        let create = unsafe unsafeBitCast(symbol, to: MemoryFileCreate.self)
        let closeOnExec: CUnsignedInt = 0x1
        let executable: CUnsignedInt = 0x10
        let number = unsafe create(name, closeOnExec | executable)
        guard number < 0 && errno == EINVAL else { return number }
        return unsafe create(name, closeOnExec)
    }

    private static func linkerMessage(_ number: CInt) -> String {
        guard let text = unsafe dlerror() else { return "the dynamic linker refuses it" }
        let message = unsafe String(cString: text)
        let prefix = "/proc/self/fd/\(number): "
        return message.hasPrefix(prefix) ? String(message.dropFirst(prefix.count)) : message
    }
}
