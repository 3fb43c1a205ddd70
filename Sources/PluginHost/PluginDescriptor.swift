// SPDX-License-Identifier: MIT

import CPopoverPlugin
import PopoverModel

/// A plugin's descriptor, copied and checked: nothing of the plugin's is read again but its
/// functions and its context.
@safe
struct PluginDescriptor {
    let name: String
    let version: String
    let kind: PluginState.Kind
    let behaviors: [Behavior]
    /// The copy, cut or filled with zeros to this host's version of the interface.
    let functions: popover_plugin

    /// - Parameter table: as the plugin's entry point returned it.
    init(reading table: UnsafePointer<popover_plugin>, of path: String) throws(PluginError) {
        let magic = unsafe table.pointee.magic
        guard magic == POPOVER_PLUGIN_MAGIC else { throw PluginError(path, .wrongMagic(magic)) }
        let major = unsafe table.pointee.abi_major
        guard major == POPOVER_PLUGIN_ABI_MAJOR else {
            throw PluginError(path, .unsupportedMajor(major, supported: POPOVER_PLUGIN_ABI_MAJOR))
        }
        let isNewer = unsafe table.pointee.abi_minor > POPOVER_PLUGIN_ABI_MINOR
        do {
            let plugin = unsafe try copyTable(
                at: table, size: table.pointee.struct_size, into: popover_plugin(),
                mandatory: MemoryLayout<popover_plugin>.offset(of: \.create), isNewer: isNewer)
            unsafe functions = plugin
            name = unsafe try readName(plugin.name, of: "the plugin")
            version = unsafe try readText(
                plugin.version, upTo: Int(POPOVER_VERSION_CAPACITY), of: "the version")
            behaviors = unsafe try Self.behaviors(of: plugin, isNewer: isNewer)
        } catch {
            throw PluginError(path, .malformed(error.reason))
        }
        guard unsafe functions.kind == POPOVER_PLUGIN_BEHAVIORS else {
            throw PluginError(path, .unknownKind(unsafe functions.kind))
        }
        kind = .behaviors
    }

    private static func behaviors(
        of plugin: popover_plugin, isNewer: Bool
    ) throws(MalformedTable) -> [Behavior] {
        let count = unsafe plugin.behavior_count
        guard (1...UInt32(POPOVER_BEHAVIORS_CAPACITY)).contains(count) else {
            throw MalformedTable("it has \(count) behaviours")
        }
        var behaviors: [Behavior] = []
        for index in 0..<Int(count) {
            guard let list = unsafe plugin.behaviors, let pointer = unsafe list[index] else {
                throw MalformedTable("behaviour \(index) is NULL")
            }
            let table = unsafe try copyTable(
                at: pointer, size: pointer.pointee.struct_size, into: popover_behavior(),
                mandatory: MemoryLayout<popover_behavior>.offset(of: \.questions),
                isNewer: isNewer)
            var behavior = unsafe try Behavior(reading: table)
            if unsafe plugin.answer == nil { behavior.hooks = [] }
            behaviors.append(behavior)
        }
        return behaviors
    }
}

/// A table of the plugin's that says something that cannot be.
struct MalformedTable: Error {
    let reason: String

    init(_ reason: String) {
        self.reason = reason
    }
}

extension Behavior {
    fileprivate init(reading table: popover_behavior) throws(MalformedTable) {
        self.init(name: try unsafe readName(table.name, of: "a behaviour"))
        let flags = unsafe table.flags
        choiceCloses = flags & POPOVER_BEHAVIOR_CHOICE_CLOSES != 0
        outsideTapCloses = flags & POPOVER_BEHAVIOR_OUTSIDE_TAP_STAYS == 0
        isDetachable = flags & POPOVER_BEHAVIOR_DETACHABLE != 0
        avoidsScrolling = flags & POPOVER_BEHAVIOR_AVOIDS_SCROLLING != 0
        needsTitle = flags & POPOVER_BEHAVIOR_NEEDS_TITLE != 0
        isPortraitOnly = flags & POPOVER_BEHAVIOR_PORTRAIT_ONLY != 0
        let disposition = unsafe table.outside_tap_disposition
        outsideTapDisposition =
            try readDisposition(disposition, of: name) ?? outsideTapDisposition
        let compact = unsafe table.compact_adaptation
        compactAdaptation = try readCompactAdaptation(compact, of: name) ?? compactAdaptation
        sides = try unsafe readSides(table.sides, of: name) ?? sides
        widthRange =
            try unsafe readWidths(table.minimum_width, table.maximum_width, of: name) ?? widthRange
        let asked = unsafe table.questions
        if asked & POPOVER_ASKS_OPEN != 0 { hooks[.open] = Hooks.Terms() }
        if asked & POPOVER_ASKS_CHOICE != 0 { hooks[.choice] = Hooks.Terms() }
        if asked & POPOVER_ASKS_OUTSIDE_TAP != 0 { hooks[.outsideTap] = Hooks.Terms() }
        if asked & POPOVER_ASKS_DETACH != 0 { hooks[.detach] = Hooks.Terms() }
    }
}
