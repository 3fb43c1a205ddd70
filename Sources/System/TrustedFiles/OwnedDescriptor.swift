// SPDX-License-Identifier: MIT

import Glibc

/// A descriptor that is closed with its owner. Negative: there is none.
public struct OwnedDescriptor: ~Copyable {
    public let number: Int32

    public init(_ number: Int32) {
        self.number = number
    }

    deinit {
        if number >= 0 { _ = close(number) }
    }

    /// Leaves it open for as long as the process lives.
    public consuming func leak() {
        discard self
    }
}

public func systemMessage(_ code: Int32) -> String {
    guard let text = unsafe strerror(code) else { return "error \(code)" }
    return unsafe String(cString: text)
}
