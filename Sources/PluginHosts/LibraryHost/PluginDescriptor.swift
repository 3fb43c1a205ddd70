// SPDX-License-Identifier: MIT

import CPopoverPlugin
import PopoverModel

/// A plugin's descriptor, copied and checked: only its functions and its context are read again.
@safe
struct PluginDescriptor {
    let name: String
    let version: String
    let kind: PluginState.Kind
    let behaviors: [Behavior]
    /// Where it is asked as a policy.
    let hooks: [Hook]
    let idleAfter: Interval?
    let fallback: Policy.Fallback
    let before: [String]
    let after: [String]
    let options: [DeclaredOption]
    /// The copy, cut or filled with zeros to this host's version of the interface.
    let functions: popover_plugin

    /// - Parameter table: as the plugin's entry point returned it.
    init(reading table: UnsafePointer<popover_plugin>) throws(PluginError.Cause) {
        let magic = unsafe table.pointee.magic
        guard magic == POPOVER_PLUGIN_MAGIC else { throw .wrongMagic(magic) }
        let major = unsafe table.pointee.abi_major
        guard major == POPOVER_PLUGIN_ABI_MAJOR else {
            throw .otherMajor(major)
        }
        do {
            try unsafe self.init(copying: table)
        } catch {
            switch error {
            case .malformed(let table): throw .malformed(table.reason)
            case .unknownKind(let kind): throw .unknownKind(kind)
            }
        }
    }

    private enum DescriptorError: Error {
        case malformed(MalformedTable)
        case unknownKind(UInt32)
    }

    private init(copying table: UnsafePointer<popover_plugin>) throws(DescriptorError) {
        let minor = unsafe table.pointee.abi_minor
        do throws(MalformedTable) {
            let plugin = unsafe try copyTable(
                at: table, size: table.pointee.struct_size, into: popover_plugin(),
                mandatory: MemoryLayout<popover_plugin>.offset(of: \.create),
                largest: Self.largestTable(ofMinor: minor))
            unsafe functions = plugin
            name = unsafe try readName(plugin.name, of: "the plugin")
            version = unsafe try readText(
                plugin.version, upTo: Int(POPOVER_VERSION_CAPACITY), of: "the version")
        } catch { throw .malformed(error) }
        fallback = unsafe functions.fallback == POPOVER_FALLBACK_REFUSE ? .refuse : .abstain
        switch unsafe functions.kind {
        case POPOVER_PLUGIN_BEHAVIORS: kind = .behaviors
        case POPOVER_PLUGIN_POLICY: kind = .policy
        default: throw .unknownKind(unsafe functions.kind)
        }
        do throws(MalformedTable) {
            let reader = unsafe DescriptorReader(
                functions, isNewer: minor > POPOVER_PLUGIN_ABI_MINOR)
            behaviors = try reader.behaviors(atLeast: kind == .behaviors ? 1 : 0)
            hooks = try reader.hooks(isPolicy: kind == .policy)
            idleAfter = try reader.idleAfter(hooks)
            before = unsafe try reader.names(
                functions.before, functions.before_count, upTo: POPOVER_ORDER_CAPACITY,
                of: "before")
            after = unsafe try reader.names(
                functions.after, functions.after_count, upTo: POPOVER_ORDER_CAPACITY, of: "after")
            options = try reader.options()
        } catch { throw .malformed(error) }
    }

    /// What a descriptor may say its size is: a plugin of this version or an earlier one knows no
    /// more than that version's members.
    private static func largestTable(ofMinor minor: UInt32) -> UInt32 {
        if minor > POPOVER_PLUGIN_ABI_MINOR { return PluginLimits.descriptorSize }
        return UInt32(unsafe MemoryLayout<popover_plugin>.size)
    }

    /// The values of its options as it reads them, the defaults included.
    func optionReadings(
        _ settings: PluginSettings
    ) throws(PluginError.Cause) -> [String: OptionReading] {
        var readings: [String: OptionReading] = [:]
        for option in options { readings[option.name] = option.defaultText.map { .same($0) } }
        for option in settings.options {
            guard let declared = options.first(where: { $0.name == option.name }) else {
                throw .undeclaredOption(option.name, declared: options.map(\.name))
            }
            guard let reading = declared.reading(option.value) else {
                throw .wrongOption(
                    option.name, expected: declared.type.name,
                    got: option.value.describedForErrors)
            }
            readings[option.name] = reading
        }
        return readings
    }
}
