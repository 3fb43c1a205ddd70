// SPDX-License-Identifier: MIT

public import CPopoverPlugin

/// The descriptor of a plugin that is a table. Its memory lives as long as the process; the daemon
/// asks for it once.
public func descriptor<Plugin: BehaviorPlugin>(
    of plugin: Plugin.Type
) -> UnsafePointer<popover_plugin>? {
    unsafe UnsafePointer(table(of: plugin))
}

/// The descriptor of a plugin that is asked.
public func descriptor<Plugin: AnsweringPlugin>(
    of plugin: Plugin.Type
) -> UnsafePointer<popover_plugin>? {
    let table = unsafe table(of: plugin)
    let factory = Factory { host in Plugin(host: host) }
    unsafe table.pointee.context = unsafe UnsafeRawPointer(
        Unmanaged.passRetained(factory).toOpaque())
    unsafe table.pointee.create = { context, host, instance in
        guard let context = unsafe context, let host = unsafe host,
            let instance = unsafe instance,
            let plugin = unsafe Unmanaged<Factory>.fromOpaque(context).takeUnretainedValue()
                .make(Host(host))
        else { return 1 }
        unsafe instance.pointee = Unmanaged.passRetained(Instance(plugin)).toOpaque()
        return 0
    }
    unsafe table.pointee.destroy = { instance in
        guard let instance = unsafe instance else { return }
        unsafe Unmanaged<Instance>.fromOpaque(instance).release()
    }
    unsafe table.pointee.self_test = { instance in
        guard let instance = unsafe instance else { return 1 }
        return unsafe Instance.from(instance).plugin.selfTest() ? 0 : 1
    }
    unsafe table.pointee.answer = { instance, question, verdict in
        guard let instance = unsafe instance, let question = unsafe question,
            let verdict = unsafe verdict, let question = unsafe Question(question.pointee)
        else { return }
        unsafe Instance.from(instance).plugin.answer(question).write(to: &verdict.pointee)
    }
    return unsafe UnsafePointer(table)
}

/// How to make the plugin: C functions cannot be generic, so that the type hides in here.
private final class Factory {
    let make: (Host) -> (any AnsweringPlugin)?

    init(_ make: @escaping (Host) -> (any AnsweringPlugin)?) {
        self.make = make
    }
}

/// A plugin's instance behind a C pointer; retained from `create` to `destroy`.
private final class Instance {
    let plugin: any AnsweringPlugin

    init(_ plugin: any AnsweringPlugin) {
        self.plugin = plugin
    }

    static func from(_ pointer: UnsafeMutableRawPointer) -> Instance {
        unsafe Unmanaged<Instance>.fromOpaque(pointer).takeUnretainedValue()
    }
}

private func table<Plugin: BehaviorPlugin>(
    of plugin: Plugin.Type
) -> UnsafeMutablePointer<popover_plugin> {
    let behaviors = plugin.behaviors
    let list = UnsafeMutablePointer<UnsafePointer<popover_behavior>?>.allocate(
        capacity: behaviors.count)
    for (index, behavior) in behaviors.enumerated() {
        unsafe (list + index).initialize(to: UnsafePointer(immortal(behavior.raw)))
    }
    let table = unsafe immortal(popover_plugin())
    unsafe table.pointee.magic = POPOVER_PLUGIN_MAGIC
    unsafe table.pointee.struct_size = UInt32(MemoryLayout<popover_plugin>.size)
    unsafe table.pointee.abi_major = POPOVER_PLUGIN_ABI_MAJOR
    unsafe table.pointee.abi_minor = POPOVER_PLUGIN_ABI_MINOR
    unsafe table.pointee.kind = POPOVER_PLUGIN_BEHAVIORS
    unsafe table.pointee.name = unsafe immortal(plugin.name)
    unsafe table.pointee.version = unsafe immortal(plugin.version)
    unsafe table.pointee.behaviors = unsafe UnsafePointer(list)
    unsafe table.pointee.behavior_count = UInt32(behaviors.count)
    return unsafe table
}

extension BehaviorDescription {
    fileprivate var raw: popover_behavior {
        var raw = unsafe popover_behavior()
        unsafe raw.struct_size = UInt32(MemoryLayout<popover_behavior>.size)
        unsafe raw.name = unsafe immortal(name)
        unsafe raw.flags =
            (choiceCloses ? POPOVER_BEHAVIOR_CHOICE_CLOSES : 0)
            | (outsideTapStays ? POPOVER_BEHAVIOR_OUTSIDE_TAP_STAYS : 0)
            | (isDetachable ? POPOVER_BEHAVIOR_DETACHABLE : 0)
            | (avoidsScrolling ? POPOVER_BEHAVIOR_AVOIDS_SCROLLING : 0)
            | (needsTitle ? POPOVER_BEHAVIOR_NEEDS_TITLE : 0)
            | (isPortraitOnly ? POPOVER_BEHAVIOR_PORTRAIT_ONLY : 0)
        unsafe raw.questions = questions.rawValue
        unsafe raw.outside_tap_disposition =
            outsideTapDisposition?.raw ?? POPOVER_DISPOSITION_DEFAULT
        unsafe raw.compact_adaptation = compactAdaptation?.raw ?? POPOVER_COMPACT_DEFAULT
        unsafe raw.sides = rawSides(sides)
        unsafe raw.minimum_width = widthRange?.lowerBound ?? 0
        unsafe raw.maximum_width = widthRange?.upperBound ?? 0
        return unsafe raw
    }
}

private func immortal<Value>(_ value: Value) -> UnsafeMutablePointer<Value> {
    let place = UnsafeMutablePointer<Value>.allocate(capacity: 1)
    unsafe place.initialize(to: value)
    return unsafe place
}

private func immortal(_ text: String) -> popover_string {
    let bytes = text.utf8.map { CChar(bitPattern: $0) }
    let copy = UnsafeMutableBufferPointer<CChar>.allocate(capacity: bytes.count)
    _ = unsafe copy.initialize(from: bytes)
    return unsafe popover_string(
        bytes: UnsafePointer(copy.baseAddress), length: UInt64(bytes.count))
}
