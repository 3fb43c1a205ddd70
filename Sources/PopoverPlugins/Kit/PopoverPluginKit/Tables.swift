// SPDX-License-Identifier: MIT

import CPopoverPlugin

// Parts of descriptors: copies that are never freed.

func table<Plugin: BehaviorPlugin>(
    of plugin: Plugin.Type
) -> UnsafeMutablePointer<popover_plugin> {
    let behaviors = plugin.behaviors
    let table = unsafe immortal(popover_plugin())
    unsafe table.pointee.magic = POPOVER_PLUGIN_MAGIC
    unsafe table.pointee.struct_size = UInt32(MemoryLayout<popover_plugin>.size)
    unsafe table.pointee.abi_major = POPOVER_PLUGIN_ABI_MAJOR
    unsafe table.pointee.abi_minor = POPOVER_PLUGIN_ABI_MINOR
    unsafe table.pointee.kind = POPOVER_PLUGIN_BEHAVIORS
    unsafe table.pointee.name = unsafe immortal(plugin.name)
    unsafe table.pointee.version = unsafe immortal(plugin.version)
    unsafe table.pointee.behaviors = unsafe immortal(list: behaviors.map { unsafe $0.raw })
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
            | (isHint ? POPOVER_BEHAVIOR_HINT : 0)
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

func immortal<Value>(_ value: Value) -> UnsafeMutablePointer<Value> {
    let copy = UnsafeMutablePointer<Value>.allocate(capacity: 1)
    unsafe copy.initialize(to: value)
    return unsafe copy
}

func immortal(_ text: String) -> popover_string {
    let bytes = text.utf8.map { CChar(bitPattern: $0) }
    let copy = UnsafeMutableBufferPointer<CChar>.allocate(capacity: bytes.count)
    _ = unsafe copy.initialize(from: bytes)
    return unsafe popover_string(
        bytes: UnsafePointer(copy.baseAddress), length: UInt64(bytes.count))
}

/// Pointers to copies of the values.
func immortal<Value>(list values: [Value]) -> UnsafePointer<UnsafePointer<Value>?> {
    let list = UnsafeMutablePointer<UnsafePointer<Value>?>.allocate(capacity: values.count)
    for (index, value) in values.enumerated() {
        unsafe (list + index).initialize(to: UnsafePointer(immortal(value)))
    }
    return unsafe UnsafePointer(list)
}

func immortal(_ texts: [String]) -> (UnsafePointer<popover_string>?, UInt32) {
    let list = UnsafeMutablePointer<popover_string>.allocate(capacity: texts.count)
    for (index, text) in texts.enumerated() {
        unsafe (list + index).initialize(to: immortal(text))
    }
    return unsafe (UnsafePointer(list), UInt32(texts.count))
}

extension OptionDescription {
    var raw: popover_option {
        var raw = unsafe popover_option()
        unsafe raw.struct_size = UInt32(MemoryLayout<popover_option>.size)
        unsafe raw.type = type.rawValue
        unsafe raw.name = unsafe immortal(name)
        if let defaultValue { unsafe raw.default_value = unsafe immortal(defaultValue) }
        if let summary { unsafe raw.description = unsafe immortal(summary) }
        return unsafe raw
    }
}
