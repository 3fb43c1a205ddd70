// SPDX-License-Identifier: MIT

extension Array<UInt8> {
    /// Appends a copy of a span's bytes.
    public mutating func append(copying bytes: Span<UInt8>) {
        unsafe bytes.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
    }
}
