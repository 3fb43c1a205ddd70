// SPDX-License-Identifier: MIT

import CPopoverPlugin

/// A plugin's name at a fixed address, for the crash marker and the guard: filled up with NULs.
@safe
final class CallerName {
    /// What the crashMarker copies.
    static let length = Int(POPOVER_NAME_CAPACITY)
    let text: String
    /// `length` bytes and a NUL.
    let bytes: UnsafeMutablePointer<CChar>

    /// - Parameter text: a plugin's name, or its file's where it could not be asked yet.
    init(_ text: String) {
        let text = Self.cleaned(text)
        self.text = text
        unsafe bytes = .allocate(capacity: Self.length + 1)
        unsafe bytes.initialize(repeating: 0, count: Self.length + 1)
        for (index, byte) in text.utf8.enumerated() {
            unsafe bytes[index] = CChar(bitPattern: byte)
        }
    }

    /// At most `length` bytes, all of them printable: what is true of plugins' names anyway.
    static func cleaned(_ text: String) -> String {
        let bytes = text.utf8.prefix(length).map { isPrintable($0) ? $0 : UInt8(ascii: "_") }
        return String(decoding: bytes, as: UTF8.self)
    }

    static func isPrintable(_ byte: UInt8) -> Bool {
        (0x21...0x7e).contains(byte)
    }

    deinit {
        unsafe bytes.deallocate()
    }
}
