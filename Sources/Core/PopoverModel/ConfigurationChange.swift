// SPDX-License-Identifier: MIT

/// An option that a reload of the configuration has changed.
public struct ConfigurationChange: Codable, Hashable, Sendable {

    /// `limits.message`, or with names in place of numbers `plugin.quiet.enabled`.
    public var option: String
    /// In TOML. Nil if the section is new or gone, and for options of plugins, which may be secret.
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
