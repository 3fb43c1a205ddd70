// SPDX-License-Identifier: MIT

import CPopoverPlugin
import Glibc

/// A library in the process, loaded from a private copy of its file and never unloaded.
///
/// The copy lives in anonymous memory. A file that is overwritten in place would change, or on
/// truncation tear out, the pages of a running library; and the dynamic linker would take a later
/// load of the same inode for the library it already has. With a copy every load is a new image.
///
/// The bytes that are loaded tell it from others: a file that has the same needs no second image.
///
/// Never unloaded, because the Swift runtime, thread-local destructors and exit handlers keep
/// pointers into it; nor is the copy's descriptor closed, because glibc tells images apart by name
/// first, and the name is the descriptor's number.
final class PluginImage {
    /// What it says of itself, or why that cannot be used.
    let descriptor: Result<PluginDescriptor, PluginError.Cause>
    private let copy: MemoryCopy

    /// - Throws: when the copy could not be mapped; then nothing of it stays in the process.
    init(_ copy: consuming MemoryCopy, name: CallerName, calls: NativeCalls) throws(PluginError) {
        let library: UnsafeMutableRawPointer
        do throws(PluginError.Cause) {
            unsafe library = try Self.load(copy.number, name, calls)
        } catch {
            throw PluginError(copy.path, error)
        }
        self.copy = copy
        descriptor = unsafe Self.descriptor(of: library, name: name, calls: calls)
        // It lives as long as the process, whoever forgets it: see above.
        _ = unsafe Unmanaged.passRetained(self)
    }

    /// Whether it was loaded from the same bytes.
    func isLoaded(from other: borrowing MemoryCopy) -> Bool { copy.hasSameBytes(as: other) }

    private static func load(
        _ file: CInt, _ name: CallerName, _ calls: NativeCalls
    ) throws(PluginError.Cause) -> UnsafeMutableRawPointer {
        let load = {
            unsafe calls.run(.load, of: name) {
                unsafe dlopen("/proc/self/fd/\(file)", RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE)
            }
        }
        if let library = unsafe load() { return unsafe library }
        let message = linkerMessage(file)
        if message.hasPrefix("libswift"), SwiftRuntime.isLoaded, let library = unsafe load() {
            return unsafe library
        }
        throw .notLoadable(message)
    }

    private typealias EntryPoint = @convention(c) () -> UnsafePointer<popover_plugin>?

    private static func descriptor(
        of library: UnsafeMutableRawPointer, name: CallerName, calls: NativeCalls
    ) -> Result<PluginDescriptor, PluginError.Cause> {
        guard let symbol = unsafe dlsym(library, "popoverd_plugin_abi_2") else {
            let isOld = unsafe dlsym(library, "popoverd_plugin_abi_1") != nil
            return .failure(isOld ? .otherMajor(1) : .noEntryPoint)
        }
        let entryPoint = unsafe unsafeBitCast(symbol, to: EntryPoint.self)
        guard let table = unsafe calls.run(.describe, of: name, { unsafe entryPoint() }) else {
            return .failure(.malformed("there is none"))
        }
        return Result { () throws(PluginError.Cause) in
            try unsafe PluginDescriptor(reading: table)
        }
    }

    private static func linkerMessage(_ number: CInt) -> String {
        guard let text = unsafe dlerror() else { return "the dynamic linker refuses it" }
        let message = unsafe String(cString: text)
        let prefix = "/proc/self/fd/\(number): "
        return message.hasPrefix(prefix) ? String(message.dropFirst(prefix.count)) : message
    }
}
