// SPDX-License-Identifier: MIT

import Glibc
import TrustedFiles

/// The bytes of a library's file that are loaded, as they were at one moment, in anonymous memory.
struct MemoryCopy: ~Copyable {
    /// The file's.
    let path: String
    private let descriptor: OwnedDescriptor
    private let size: Int

    init(_ file: borrowing TrustedFile) throws(PluginError) {
        descriptor = try Self.copy(file)
        path = file.path
        var status = stat()
        size = unsafe fstat(descriptor.number, &status) == 0 ? status.st_size : 0
    }

    var number: CInt { descriptor.number }

    func hasSameBytes(as other: borrowing MemoryCopy) -> Bool {
        guard size == other.size, size > 0 else { return false }
        guard let mine = unsafe map(), let others = unsafe other.map() else { return false }
        defer {
            unsafe munmap(mine, size)
            unsafe munmap(others, size)
        }
        return unsafe memcmp(mine, others, size) == 0
    }

    private func map() -> UnsafeMutableRawPointer? {
        let bytes = unsafe mmap(nil, size, PROT_READ, MAP_PRIVATE, number, 0)
        return unsafe bytes == MAP_FAILED ? nil : bytes
    }

    /// Well below the 249 bytes that Linux takes, whatever the path's characters.
    private static let memoryNameLength = 48

    private static func copy(_ file: borrowing TrustedFile) throws(PluginError) -> OwnedDescriptor {
        let name = String(file.path.suffix(memoryNameLength))
        let copy = OwnedDescriptor(anonymousFile(name))
        let end = LoadedPart.size(ofFileBeginningWith: beginning(of: file)) ?? .max
        var offset: off_t = 0
        while copy.number >= 0 {
            let count = unsafe sendfile(
                copy.number, file.descriptor.number, &offset,
                min(PluginLimits.fileSize, end - offset))
            if count == 0 { return copy }
            if count < 0 { break }
            guard offset <= PluginLimits.fileSize else {
                throw PluginError(file.path, .tooLarge(limit: PluginLimits.fileSize))
            }
        }
        throw PluginError(
            file.path, .distrusted(.unreadable("copying to memory: \(systemMessage(errno))")))
    }

    private static func beginning(of file: borrowing TrustedFile) -> [UInt8] {
        let descriptor = file.descriptor.number
        return unsafe [UInt8](unsafeUninitializedCapacity: LoadedPart.headerSize) { bytes, count in
            count = max(0, unsafe pread(descriptor, bytes.baseAddress, bytes.count, 0))
        }
    }

    private typealias MemoryFileCreate = @convention(c) (UnsafePointer<CChar>, CUnsignedInt) -> CInt

    /// Executable, which since Linux 6.3 has to be asked for and before that may not be.
    /// `memfd_create` is looked up by name: Glibc's header hides it without `_GNU_SOURCE`. A C
    /// library without it means a kernel that is too old.
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
}
