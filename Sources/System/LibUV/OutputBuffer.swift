// SPDX-License-Identifier: MIT

/// Bytes on their way out, at an address that stays while a write is in flight.
@safe
struct OutputBuffer: ~Copyable {
    /// A buffer that has grown beyond this gives its memory back when it is emptied: only writes
    /// that the kernel did not take at once need any.
    private static let keptCapacity = 4096

    private var memory = unsafe UnsafeMutableRawBufferPointer(start: nil, count: 0)
    private(set) var count = 0

    deinit {
        unsafe memory.deallocate()
    }

    private var capacity: Int { unsafe memory.count }

    /// The bytes; valid until the next change.
    var bytes: UnsafeRawBufferPointer {
        unsafe UnsafeRawBufferPointer(rebasing: memory[..<count])
    }

    mutating func append(_ bytes: UnsafeRawBufferPointer) {
        let newCount = count + bytes.count
        if newCount > capacity {
            let grown = UnsafeMutableRawBufferPointer.allocate(
                byteCount: max(newCount, capacity * 2, Self.keptCapacity), alignment: 16)
            unsafe grown.copyMemory(from: self.bytes)
            unsafe memory.deallocate()
            unsafe memory = unsafe grown
        }
        unsafe UnsafeMutableRawBufferPointer(rebasing: memory[count...]).copyMemory(from: bytes)
        count = newCount
    }

    /// Leaves no byte behind.
    mutating func removeAll() {
        unsafe UnsafeMutableRawBufferPointer(rebasing: memory[..<count])
            .initializeMemory(as: UInt8.self, repeating: 0)
        count = 0
        if capacity > Self.keptCapacity {
            unsafe memory.deallocate()
            unsafe memory = unsafe UnsafeMutableRawBufferPointer(start: nil, count: 0)
        }
    }
}
