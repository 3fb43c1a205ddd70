// SPDX-License-Identifier: MIT

import CPopoverPlugin
import PopoverModel

/// A table of the plugin's that says something that cannot be.
struct MalformedTable: Error {
    let reason: String

    init(_ reason: String) {
        self.reason = reason
    }
}

/// Reads the lists that a descriptor points to.
@safe
struct DescriptorReader {
    private let plugin: popover_plugin
    /// The plugin was built for a later version, so that its tables may be longer.
    private let isNewer: Bool

    init(_ plugin: popover_plugin, isNewer: Bool) {
        unsafe self.plugin = plugin
        self.isNewer = isNewer
    }

    func behaviors(atLeast least: UInt32) throws(MalformedTable) -> [Behavior] {
        let count = unsafe plugin.behavior_count
        guard (least...UInt32(POPOVER_BEHAVIORS_CAPACITY)).contains(count) else {
            throw MalformedTable("it has \(count) behaviors")
        }
        var behaviors: [Behavior] = []
        for index in 0..<Int(count) {
            guard let list = unsafe plugin.behaviors, let pointer = unsafe list[index] else {
                throw MalformedTable("behavior \(index) is NULL")
            }
            let table = unsafe try copyTable(
                at: pointer, size: pointer.pointee.struct_size, into: popover_behavior(),
                mandatory: MemoryLayout<popover_behavior>.offset(of: \.questions),
                largest: largest(popover_behavior.self))
            var behavior = unsafe try Behavior(reading: table)
            if unsafe plugin.answer == nil { behavior.hooks = [] }
            behaviors.append(behavior)
        }
        return behaviors
    }

    func hooks(isPolicy: Bool) throws(MalformedTable) -> [Hook] {
        let bits = unsafe plugin.hooks
        guard isPolicy || bits == 0 else { throw MalformedTable("only a policy has hooks") }
        if unsafe plugin.answer == nil { return [] }
        return Hook.allCases.filter { bits & $0.bit != 0 }
    }

    func idleAfter(_ hooks: [Hook]) throws(MalformedTable) -> Interval? {
        guard hooks.contains(.idle) else { return nil }
        let milliseconds = unsafe plugin.idle_ms
        guard
            (Int64(POPOVER_IDLE_SHORTEST_MS)...Int64(POPOVER_IDLE_LONGEST_MS)).contains(
                milliseconds)
        else { throw MalformedTable("its idle_ms is \(milliseconds)") }
        return .milliseconds(milliseconds)
    }

    func names(
        _ first: UnsafePointer<popover_string>?, _ count: UInt32, upTo capacity: Int32,
        of what: String
    ) throws(MalformedTable) -> [String] {
        if count == 0 { return [] }
        guard count <= UInt32(capacity), let first = unsafe first else {
            throw MalformedTable("its list \(what) has \(count) elements, or is NULL")
        }
        var names: [String] = []
        for index in 0..<Int(count) {
            unsafe try names.append(readName(first[index], of: "one in its list \(what)"))
        }
        return names
    }

    func options() throws(MalformedTable) -> [DeclaredOption] {
        let count = unsafe plugin.option_count
        guard count <= UInt32(POPOVER_OPTIONS_CAPACITY) else {
            throw MalformedTable("it has \(count) options")
        }
        var options: [DeclaredOption] = []
        for index in 0..<Int(count) {
            guard let list = unsafe plugin.options, let pointer = unsafe list[index] else {
                throw MalformedTable("option \(index) is NULL")
            }
            let table = unsafe try copyTable(
                at: pointer, size: pointer.pointee.struct_size, into: popover_option(),
                mandatory: MemoryLayout<popover_option>.offset(of: \.default_value),
                largest: largest(popover_option.self))
            let option = unsafe try DeclaredOption(reading: table)
            guard !options.contains(where: { $0.name == option.name }) else {
                throw MalformedTable("it has two options named \(option.name)")
            }
            options.append(option)
        }
        return options
    }

    private func largest<Table>(_ table: Table.Type) -> UInt32 {
        isNewer ? PluginLimits.descriptorSize : UInt32(MemoryLayout<Table>.size)
    }
}

extension Hook {
    /// Its bit among the questions that a behavior or a policy asks for.
    var bit: UInt32 {
        switch self {
        case .open: POPOVER_ASKS_OPEN
        case .choice: POPOVER_ASKS_CHOICE
        case .outsideTap: POPOVER_ASKS_OUTSIDE_TAP
        case .detach: POPOVER_ASKS_DETACH
        case .disposition: POPOVER_ASKS_DISPOSITION
        case .alert: POPOVER_ASKS_ALERT
        case .idle: POPOVER_ASKS_IDLE
        }
    }

    /// Those that behaviors are asked at; the others are policies' alone.
    static let ofBehaviors: [Hook] = [.open, .choice, .outsideTap, .detach, .disposition]
}

extension Behavior {
    fileprivate init(reading table: popover_behavior) throws(MalformedTable) {
        self.init(name: try unsafe readName(table.name, of: "a behavior"))
        let flags = unsafe table.flags
        choiceCloses = flags & POPOVER_BEHAVIOR_CHOICE_CLOSES != 0
        outsideTapCloses = flags & POPOVER_BEHAVIOR_OUTSIDE_TAP_STAYS == 0
        isDetachable = flags & POPOVER_BEHAVIOR_DETACHABLE != 0
        avoidsScrolling = flags & POPOVER_BEHAVIOR_AVOIDS_SCROLLING != 0
        needsTitle = flags & POPOVER_BEHAVIOR_NEEDS_TITLE != 0
        isPortraitOnly = flags & POPOVER_BEHAVIOR_PORTRAIT_ONLY != 0
        isHint = flags & POPOVER_BEHAVIOR_HINT != 0
        let disposition = unsafe table.outside_tap_disposition
        outsideTapDisposition =
            try readDisposition(disposition, of: name) ?? outsideTapDisposition
        let compact = unsafe table.compact_adaptation
        compactAdaptation = try readCompactAdaptation(compact, of: name) ?? compactAdaptation
        sides = try unsafe readSides(table.sides, of: name) ?? sides
        widthRange =
            try unsafe readWidths(table.minimum_width, table.maximum_width, of: name) ?? widthRange
        let asked = unsafe table.questions
        for hook in Hook.ofBehaviors where asked & hook.bit != 0 { hooks[hook] = Hooks.Terms() }
    }
}
