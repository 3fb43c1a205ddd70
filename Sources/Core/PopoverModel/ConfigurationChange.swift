// SPDX-License-Identifier: MIT

/// What a new configuration says otherwise than the one before.
public struct ConfigurationChange: Codable, Hashable, Sendable {
    public enum Effect: String, CaseIterable, Codable, Hashable, Sendable {
        case now
        case atStart = "at-start"
    }

    /// `limits.message`, or with names in place of numbers `plugin.quiet.enabled`.
    public var option: String
    /// As TOML writes them. Nil where there is none: its section is new, or gone; and of a plugin's
    /// options, which may hold its secrets.
    public var old: String?
    public var new: String?
    public var takesEffect: Effect

    public init(option: String, old: String?, new: String?, takesEffect: Effect) {
        self.option = option
        self.old = old
        self.new = new
        self.takesEffect = takesEffect
    }
}

extension ConfigurationChange: CustomStringConvertible {
    /// `limits.message: 65536 → 131072`
    public var description: String {
        let change =
            switch (old, new) {
            case (let old?, let new?): "\(option): \(old) → \(new)"
            case (nil, let new?): "\(option): \(new)"
            case (.some, nil): "\(option): gone"
            case (nil, nil): "\(option): changed"
            }
        return takesEffect == .atStart ? "\(change) (at the next start)" : change
    }
}
