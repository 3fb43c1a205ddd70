// SPDX-License-Identifier: MIT

/// The description of the protocol for programs; only its encoder knows the text.
public struct Discovery: Codable, Hashable, Sendable {
    public init() {}
}
