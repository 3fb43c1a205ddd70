// SPDX-License-Identifier: MIT

import Glibc
import PopoverModel
import TrustedFiles

/// A file that tells the next daemon in whose call this one died.
///
/// What it is: 4 KiB, mapped and shared, so that what was written survives the process without a
/// system call. Before each call into a plugin its name and the call are written, afterwards they
/// are erased; what is found at the start has ended the daemon before. Two such deaths of a plugin
/// within `PluginLimits.deathWindow` put it into quarantine, which only `clear` ends.
///
/// What it does not do: it says nothing about deaths outside of plugins' calls. A file that is
/// damaged, or somebody else's, is replaced by an empty one.
@safe
public final class CrashMarker {
    /// In whose call the daemon before this one died.
    public struct Death: Hashable, Sendable {
        /// What the plugin calls itself; what its file is called where it could not be asked.
        public let plugin: String
        public let call: NativeCall
        /// Seconds since 1970 of the start that found it.
        public let time: Int64
        /// Its plugin is not loaded any more.
        public let isQuarantined: Bool
    }

    /// What this start found; nil where the daemon before did not die in a plugin.
    public let death: Death?
    private let page: UnsafeMutableRawPointer

    /// - Parameters:
    ///   - path: of the file, in a folder that is the daemon's alone.
    ///   - seconds: CLOCK_REALTIME now.
    /// - Throws: when there can be no such file; nobody is quarantined then.
    public init(path: String, seconds: Int64) throws(PluginError) {
        unsafe page = try Self.map(path)
        if unsafe !CrashMarkerPage.isSound(page) { unsafe CrashMarkerPage.reset(page) }
        death = unsafe CrashMarkerPage.recordDeath(page, seconds: seconds)
    }

    deinit {
        unsafe munmap(page, CrashMarkerPage.size)
    }

    /// Why a plugin must not be loaded; nil where it may.
    func quarantine(of name: String) -> Death? {
        unsafe CrashMarkerPage.entry(of: name, in: page).flatMap { entry in
            let death = unsafe CrashMarkerPage.death(at: entry)
            return death.isQuarantined ? death : nil
        }
    }

    /// Forgets a plugin's deaths; returns whether there were any.
    func clear(_ name: String) -> Bool {
        guard let entry = unsafe CrashMarkerPage.entry(of: name, in: page) else { return false }
        unsafe CrashMarkerPage.erase(entry)
        return true
    }

    @inline(__always)
    func write(_ call: NativeCall, of name: CallerName) {
        unsafe memcpy(page + CrashMarkerPage.callerPlace, name.bytes, CallerName.length)
        unsafe page.storeBytes(
            of: call.rawValue, toByteOffset: CrashMarkerPage.callPlace, as: UInt32.self)
    }

    @inline(__always)
    func erase() {
        unsafe page.storeBytes(of: 0, toByteOffset: CrashMarkerPage.callPlace, as: UInt32.self)
    }

    /// A page of the file at the path, which is replaced where it is not as it should be.
    private static func map(_ path: String) throws(PluginError) -> UnsafeMutableRawPointer {
        var file = OwnedDescriptor(unsafe open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK))
        if !isOurs(file) {
            // Where it cannot be removed it cannot be made anew either, which is reported.
            _ = unsafe unlink(path)
            let flags = O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
            file = OwnedDescriptor(unsafe open(path, flags, 0o600))
            guard file.number >= 0 else {
                throw PluginError(path, .distrusted(.unreadable(systemMessage(errno))))
            }
            // All of it now: a page without room on the disk would end the daemon when written.
            let status = posix_fallocate(file.number, 0, off_t(CrashMarkerPage.size))
            guard status == 0 else {
                throw PluginError(path, .distrusted(.unreadable(systemMessage(status))))
            }
        }
        let page = unsafe mmap(
            nil, CrashMarkerPage.size, PROT_READ | PROT_WRITE, MAP_SHARED, file.number, 0)
        guard let page = unsafe page, unsafe page != MAP_FAILED else {
            throw PluginError(path, .distrusted(.unreadable(systemMessage(errno))))
        }
        return unsafe page
    }

    /// A file of the right size that nobody else can write to or has another name for.
    private static func isOurs(_ file: borrowing OwnedDescriptor) -> Bool {
        var status = stat()
        guard file.number >= 0, unsafe fstat(file.number, &status) == 0 else { return false }
        return status.st_mode & S_IFMT == S_IFREG && status.st_uid == geteuid()
            && status.st_mode & (S_IWGRP | S_IWOTH) == 0 && status.st_nlink == 1
            && status.st_size == off_t(CrashMarkerPage.size)
            // All of its room is there.
            && status.st_blocks * 512 >= off_t(CrashMarkerPage.size)
    }
}
