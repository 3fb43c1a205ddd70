// SPDX-License-Identifier: MIT

public import CPopoverPlugin

/// The descriptor of a plugin that is a table. The daemon asks for it once. Its memory is never freed.
public func descriptor<Plugin: BehaviorPlugin>(
    of plugin: Plugin.Type
) -> UnsafePointer<popover_plugin>? {
    unsafe UnsafePointer(table(of: plugin))
}

/// The descriptor of a plugin that answers questions.
public func descriptor<Plugin: AnsweringPlugin>(
    of plugin: Plugin.Type
) -> UnsafePointer<popover_plugin>? {
    unsafe UnsafePointer(answeringTable(of: plugin))
}

/// The descriptor of a policy.
public func descriptor<Plugin: PolicyPlugin>(
    of plugin: Plugin.Type
) -> UnsafePointer<popover_plugin>? {
    let table = unsafe answeringTable(of: plugin)
    unsafe table.pointee.kind = POPOVER_PLUGIN_POLICY
    unsafe table.pointee.hooks = plugin.hooks.rawValue
    unsafe table.pointee.idle_ms = plugin.idleAfter
    unsafe table.pointee.fallback = plugin.fallback.rawValue
    unsafe (table.pointee.before, table.pointee.before_count) = immortal(plugin.before)
    unsafe (table.pointee.after, table.pointee.after_count) = immortal(plugin.after)
    unsafe table.pointee.export_state = { instance, buffer, capacity, length in
        guard let instance = unsafe instance, let buffer = unsafe buffer,
            let length = unsafe length,
            let state = unsafe Instance.from(instance).policy?.exportState(),
            state.count <= capacity
        else { return 1 }
        unsafe UnsafeMutableRawBufferPointer(start: buffer, count: Int(capacity))
            .copyBytes(from: state)
        unsafe length.pointee = UInt64(state.count)
        return 0
    }
    unsafe table.pointee.import_state = { instance, bytes, length in
        guard let instance = unsafe instance else { return 1 }
        let state = unsafe Array(UnsafeRawBufferPointer(start: bytes, count: Int(length)))
        return unsafe Instance.from(instance).policy?.importState(state) == true ? 0 : 1
    }
    return unsafe UnsafePointer(table)
}

private func answeringTable<Plugin: AnsweringPlugin>(
    of plugin: Plugin.Type
) -> UnsafeMutablePointer<popover_plugin> {
    let table = unsafe table(of: plugin)
    let options = plugin.options
    unsafe table.pointee.options = unsafe immortal(list: options.map { unsafe $0.raw })
    unsafe table.pointee.option_count = UInt32(options.count)
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
    return unsafe table
}

/// Creates the plugin. C functions cannot be generic, so the type is captured here.
private final class Factory {
    let make: (Host) -> (any AnsweringPlugin)?

    init(_ make: @escaping (Host) -> (any AnsweringPlugin)?) {
        self.make = make
    }
}

/// A plugin's instance behind a C pointer; retained from `create` to `destroy`.
private final class Instance {
    let plugin: any AnsweringPlugin
    /// The same, where it is one.
    let policy: (any PolicyPlugin)?

    init(_ plugin: any AnsweringPlugin) {
        self.plugin = plugin
        policy = plugin as? any PolicyPlugin
    }

    static func from(_ pointer: UnsafeMutableRawPointer) -> Instance {
        unsafe Unmanaged<Instance>.fromOpaque(pointer).takeUnretainedValue()
    }
}
