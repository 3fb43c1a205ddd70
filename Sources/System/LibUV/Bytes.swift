// SPDX-License-Identifier: MIT

extension Array<UInt8> {
    /// Copies the bytes of a span, which its owner will soon reuse, to the end.
    public mutating func append(copying bytes: Span<UInt8>) {
        unsafe bytes.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
    }
}
