// SPDX-License-Identifier: MIT

import CPopoverPlugin
import PopoverModel

/// One running instance of a plugin: between its `create` and its `destroy`.
@safe
final class PluginInstance {
    let descriptor: PluginDescriptor
    /// Kept by the host, which asks.
    var statistics = PluginStatistics()
    private let services: HostServices
    /// The plugin's own; what its `create` stored.
    private let instance: UnsafeMutableRawPointer?

    /// Creates and tests it.
    /// - Throws: what it answered when it would not start; then it is destroyed already.
    init(
        _ descriptor: PluginDescriptor, path: String, services: HostServices
    ) throws(PluginError) {
        self.descriptor = descriptor
        self.services = services
        var instance: UnsafeMutableRawPointer?
        let functions = unsafe descriptor.functions
        if let create = unsafe functions.create {
            let status = unsafe create(functions.context, services.table, &instance)
            guard status == 0 else { throw PluginError(path, .refusedToStart(status)) }
        }
        unsafe self.instance = unsafe instance
        if let selfTest = unsafe functions.self_test {
            let status = unsafe selfTest(instance)
            guard status == 0 else { throw PluginError(path, .failedSelfTest(status)) }
        }
    }

    deinit {
        unsafe descriptor.functions.destroy?(instance)
    }

    /// Asks; the answer is as the plugin wrote it.
    func answer(_ question: Question, of behavior: String) -> popover_verdict {
        var verdict = popover_verdict()
        verdict.struct_size = UInt32(MemoryLayout<popover_verdict>.size)
        guard let answer = unsafe descriptor.functions.answer else { return verdict }
        unsafe question.withRaw(asking: behavior) { raw in
            unsafe answer(instance, raw, &verdict)
        }
        return verdict
    }
}
