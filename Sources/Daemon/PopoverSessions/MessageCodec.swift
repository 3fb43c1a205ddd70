// SPDX-License-Identifier: MIT

package import PopoverModel
package import PopoverWire

/// The decoder and the encoder that all connections share, since both keep buffers.
package struct MessageCodec {
    package let decoder = MessageDecoder()
    package let encoder: MessageEncoder

    /// - Parameter started: the daemon's start time.
    package init(started: Instant) {
        encoder = MessageEncoder(started: started)
    }
}
