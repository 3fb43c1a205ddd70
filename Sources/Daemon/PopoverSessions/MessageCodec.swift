// SPDX-License-Identifier: MIT

package import PopoverModel
package import PopoverWire

/// The one reader and the one writer of lines; all connections share them, since both keep memory.
package struct MessageCodec {
    package let decoder = MessageDecoder()
    package let encoder: MessageEncoder

    /// - Parameter started: when the daemon did.
    package init(started: Instant) {
        encoder = MessageEncoder(started: started)
    }
}
