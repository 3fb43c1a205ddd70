// SPDX-License-Identifier: MIT

extension [UInt8] {
    /// Overwrites the bytes and removes them; keeps the memory. For buffers that are used again:
    /// memory that is given back is overwritten anyway (`CErasingHeap`).
    public mutating func erase() {
        unsafe withUnsafeMutableBufferPointer { unsafe $0.update(repeating: 0) }
        removeAll(keepingCapacity: true)
    }
}
