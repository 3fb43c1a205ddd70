// SPDX-License-Identifier: MIT

/// How much of a library's file the dynamic linker maps: all up to the end of its last segment.
/// What follows, names for debuggers mostly, can be several times as large. It knows 64-bit
/// little-endian ELF (elf(5)), as small boards have it too. It checks nothing: what it does not
/// understand is left for the linker, whole, to complain about.
enum LoadedPart {
    /// What has to be read of a file: its header and, right behind it, those of its segments.
    static let headerSize = 4096

    /// The number of bytes from the file's beginning; nil where that is unknown.
    /// - Parameter bytes: the file's first ones.
    static func size(ofFileBeginningWith bytes: [UInt8]) -> Int? {
        let header = Fields(bytes: bytes)
        guard bytes.starts(with: identification), let table = header.number(at: 32, size: 8),
            let entrySize = header.number(at: 54, size: 2), entrySize >= 56,
            let entries = header.number(at: 56, size: 2)
        else { return nil }
        var end: Int?
        for index in 0..<entries {
            let (entry, isTooFar) = table.addingReportingOverflow(index * entrySize)
            guard !isTooFar, let type = header.number(at: entry, size: 4),
                let offset = header.number(at: entry, plus: 8, size: 8),
                let size = header.number(at: entry, plus: 32, size: 8)
            else { return nil }
            guard type == loadable else { continue }
            let (segmentEnd, isTooLong) = offset.addingReportingOverflow(size)
            guard !isTooLong else { return nil }
            end = max(end ?? 0, segmentEnd)
        }
        return end
    }

    /// ELF, 64 bits, little end first.
    private static let identification: [UInt8] = [0x7f, 0x45, 0x4c, 0x46, 2, 1]
    /// PT_LOAD.
    private static let loadable = 1

    private struct Fields {
        let bytes: [UInt8]

        /// nil where it is not among the bytes, or is more than an `Int` holds.
        func number(at offset: Int, plus distance: Int = 0, size: Int) -> Int? {
            let (start, isTooFar) = offset.addingReportingOverflow(distance)
            guard !isTooFar, start >= 0, start <= bytes.count - size else { return nil }
            let value = bytes[start..<start + size].reversed().reduce(UInt64(0)) {
                $0 << 8 | UInt64($1)
            }
            return Int(exactly: value)
        }
    }
}
