// SPDX-License-Identifier: MIT

public import PopoverModel

extension Configuration {
    /// The differences to another configuration, in the order of the table.
    public func changes(to new: Configuration) -> [ConfigurationChange] {
        let before = ConfigurationTable.settings(of: self)
        let after = ConfigurationTable.settings(of: new)
        let old = Dictionary(before.map { (Name($0.name), $0) }, uniquingKeysWith: { $1 })
        let names = Set(after.map { Name($0.name) })
        var changes: [ConfigurationChange] = []
        for setting in before where !names.contains(Name(setting.name)) {
            changes.append(change(setting, from: setting.value, to: nil))
        }
        for setting in after where old[Name(setting.name)]?.value !== setting.value {
            changes.append(change(setting, from: old[Name(setting.name)]?.value, to: setting.value))
        }
        return changes
    }

    private func change(
        _ setting: ConfigurationSetting, from old: String?, to new: String?
    ) -> ConfigurationChange {
        // A display stays until a client removes it or the daemon restarts.
        let isRemovedDisplay = new == nil && setting.path.hasPrefix("display[")
        return ConfigurationChange(
            option: setting.name, old: setting.isPrivate ? nil : old,
            new: setting.isPrivate ? nil : new,
            takesEffect: setting.isForStart || isRemovedDisplay ? .atStart : .now)
    }
}
