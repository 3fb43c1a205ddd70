// SPDX-License-Identifier: MIT

internal import PopoverWire

/// What all programs of a host share to read and write their lines.
final class ProgramCodec {
    let encoder = PluginMessageEncoder()
    let decoder = PluginMessageDecoder()
    /// Clients get the same lines.
    let events = MessageEncoder()
}
