// SPDX-License-Identifier: MIT

/// The arbiter at one moment, to be kept and handed on: only a reference is copied.
public final class Checkpoint: Codable, Sendable {
    public let arbiter: Arbiter

    public init(_ arbiter: consuming Arbiter) { self.arbiter = arbiter }

    public init(from decoder: any Decoder) throws { arbiter = try Arbiter(from: decoder) }

    public func encode(to encoder: any Encoder) throws { try arbiter.encode(to: encoder) }
}

/// Printing one prints all of the state, so that tests can look for what must not be in it.
extension Checkpoint: CustomReflectable {
    public var customMirror: Mirror {
        Mirror(self, children: arbiter.children.map { ($0.name, $0.value) }, displayStyle: .struct)
    }
}
