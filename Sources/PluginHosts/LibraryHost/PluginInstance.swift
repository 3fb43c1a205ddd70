// SPDX-License-Identifier: MIT

import CPopoverPlugin
import PopoverModel

/// One running instance of a plugin: between its `create` and its `destroy`.
@safe
final class PluginInstance {
    let descriptor: PluginDescriptor
    /// What the administrator had decided when it was started.
    let settings: PluginSettings
    let services: HostServices
    let name: CallerName
    /// Where it is asked as a policy, as the header's bits.
    let policyHooks: UInt32
    /// Kept by the host, which calls.
    var statistics = PluginStatistics()
    var strikes = Strikes()
    /// It was slow of late: whose doing it was is looked at more closely.
    var isSuspect = false
    private let calls: NativeCalls
    /// The plugin's own; what its `create` stored.
    private let instance: UnsafeMutableRawPointer?
    private var isOver = false

    /// Creates and tests it.
    /// - Throws: what it answered when it would not start; then it is destroyed already.
    init(
        _ descriptor: PluginDescriptor, settings: PluginSettings, services: HostServices,
        calls: NativeCalls
    ) throws(PluginError.Cause) {
        self.descriptor = descriptor
        self.settings = settings
        self.services = services
        self.calls = calls
        let name = CallerName(descriptor.name)
        self.name = name
        policyHooks = descriptor.hooks.reduce(0) { $0 | $1.bit }
        var instance: UnsafeMutableRawPointer?
        let functions = unsafe descriptor.functions
        if let create = unsafe functions.create {
            let status = calls.run(.create, of: name) {
                unsafe create(functions.context, services.table, &instance)
            }
            guard status == 0 else { throw .refusedToStart(status) }
        }
        unsafe self.instance = unsafe instance
        if let selfTest = unsafe functions.self_test {
            let status = calls.run(.selfTest, of: name) { unsafe selfTest(instance) }
            guard status == 0 else { throw .failedSelfTest(status) }
        }
    }

    deinit {
        end()
    }

    /// Ends it; nothing is called any more.
    func end() {
        if isOver { return }
        isOver = true
        guard let destroy = unsafe descriptor.functions.destroy else { return }
        calls.run(.destroy, of: name) { unsafe destroy(instance) }
    }

    /// Asks; the answer is on the buffer, as the plugin wrote it.
    @inline(__always)
    func answer(
        _ question: Question, _ call: NativeCall, asPolicy: Bool, on buffer: QuestionBuffer
    ) {
        unsafe buffer.write(question, asPolicy: asPolicy) { question, verdict in
            guard let answer = unsafe descriptor.functions.answer else { return }
            calls.run(call, of: name) { unsafe answer(instance, question, verdict) }
        }
    }

    /// What it hands over to its successor; nil: nothing.
    func exportState() throws(PluginError.Cause) -> [UInt8]? {
        guard let export = unsafe descriptor.functions.export_state else { return nil }
        let capacity = Int(POPOVER_STATE_CAPACITY)
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: capacity, alignment: 16)
        defer { unsafe buffer.deallocate() }
        var length: UInt64 = 0
        let status = calls.run(.exportState, of: name) {
            unsafe export(instance, buffer.baseAddress, UInt64(capacity), &length)
        }
        guard status == 0 else { return nil }
        guard length <= UInt64(capacity) else { throw .tooMuchState(length) }
        return unsafe Array(buffer[..<Int(length)])
    }

    func importState(_ state: [UInt8]) throws(PluginError.Cause) {
        guard let importState = unsafe descriptor.functions.import_state else { return }
        let status = unsafe state.withUnsafeBytes { bytes in
            calls.run(.importState, of: name) {
                unsafe importState(instance, bytes.baseAddress, UInt64(bytes.count))
            }
        }
        guard status == 0 else { throw .refusedState(status) }
    }
}
