// SPDX-License-Identifier: MIT

import PopoverWire

/// The one reader and the one writer of lines; all connections share them, since both keep memory.
struct MessageCodec {
    let decoder = MessageDecoder()
    let encoder = MessageEncoder()
}
