// SPDX-License-Identifier: MIT

import CPopoverPlugin
public import PopoverModel

extension LibraryHost {
    /// Puts a question to a behavior or a policy. Returns its verdict, `abstain` if it does not
    /// want to be asked, or nil: it is not there, or suspended, or its answer makes no sense.
    public func answer(_ question: Question, by respondent: Respondent) -> Verdict? {
        let isPolicy = if case .policy = respondent { true } else { false }
        let respondent: (instance: Unmanaged<PluginInstance>, hooks: UInt32)? =
            switch respondent {
            case .behavior(let name): unsafe provider(of: name)
            case .policy(let name): unsafe policy(name)
            }
        guard let (instance, hooks) = unsafe respondent else { return nil }
        return unsafe instance._withUnsafeGuaranteedRef { instance in
            ask(instance, question, hooks: hooks, asPolicy: isPolicy)
        }
    }

    /// Gives a plugin a line, as a client gets it but without its line feed: an event of its
    /// topics, or the answer to its request. A plugin that is suspended gets it afterwards, in order.
    /// Returns false if the plugin is not there.
    @discardableResult
    public func deliver(_ line: [UInt8], to plugin: String) -> Bool {
        guard let instance = instances[plugin] else { return false }
        if instance.strikes.isSuspended(by: hostContext.meter)
            || instance.services.resources.holdsLines
        {
            instance.services.resources.hold(line)
            deliverHeldLines(to: instance)
        } else {
            call(instance, .receive) { instance.receive(line) }
        }
        return true
    }

    public func timerFired(_ timer: PluginTimer) {
        switch timer {
        case .own(let plugin, let id):
            guard let instance = instances[plugin] else { return }
            if let rest = suspension(of: instance) {
                instance.services.resources.postponeTimer(id, by: rest)
            } else if instance.services.resources.consumeTimer(id) {
                call(instance, .timer) { instance.timerFired(id) }
            }
        case .resumption(let plugin):
            guard let instance = instances[plugin] else { return }
            instance.services.resources.unpark()
            deliverHeldLines(to: instance)
        }
    }

    public func descriptorReady(_ watch: PluginWatch, _ events: DescriptorEvents) {
        guard let instance = instances[watch.plugin] else { return }
        let resources = instance.services.resources
        let isDisconnected = events.contains(.disconnected)
        if let rest = suspension(of: instance) {
            // The loop has stopped watching what has failed, and finds it so again afterwards.
            resources.park(watch.id, for: rest)
        } else if resources.consumeReadiness(watch.id, isDisconnected: isDisconnected) {
            call(instance, .descriptor) { instance.descriptorReady(watch.id, events) }
        }
    }

    // MARK: Private

    /// Delivers some of what has come while the plugin was suspended, up to a call for which it is suspended
    /// again; the rest later.
    private func deliverHeldLines(to instance: PluginInstance) {
        let resources = instance.services.resources
        for _ in 0..<PluginLimits.heldLinesPerTurn where suspension(of: instance) == nil {
            guard let line = resources.removeHeldLine() else { return }
            call(instance, .receive) { instance.receive(line) }
        }
        guard resources.holdsLines else { return }
        resources.startResumption(after: suspension(of: instance) ?? .milliseconds(0))
    }

    /// Comparing a name is cheaper than hashing it, and mostly the same one is asked again. Neither
    /// this nor `policy` retains what it finds: the host holds it, and changes nothing about its
    /// plugins before it hands out their lines at the end of a question.
    @inline(__always)
    private func provider(of behavior: String) -> (Unmanaged<PluginInstance>, hooks: UInt32)? {
        if let lastProvider, lastProvider.behavior.name == behavior {
            return unsafe (.passUnretained(lastProvider.instance), lastProvider.hooks)
        }
        guard let provider = providers[behavior] else { return nil }
        lastProvider = provider
        return unsafe (.passUnretained(provider.instance), provider.hooks)
    }

    @inline(__always)
    private func policy(_ name: String) -> (Unmanaged<PluginInstance>, hooks: UInt32)? {
        if let lastPolicy, lastPolicy.descriptor.name == name {
            return unsafe (.passUnretained(lastPolicy), lastPolicy.policyHooks)
        }
        guard let instance = instances[name] else { return nil }
        lastPolicy = instance
        return unsafe (.passUnretained(instance), instance.policyHooks)
    }

    @inline(__always)
    private func ask(
        _ instance: PluginInstance, _ question: Question, hooks: UInt32, asPolicy: Bool
    ) -> Verdict? {
        let hook = question.hook
        guard hooks & hook.bit != 0 else { return .abstain }
        if instance.strikes.isSuspended(by: hostContext.meter) { return nil }
        let call = NativeCall(hook)
        let usage = instance.isSuspect ? watch(instance) : nil
        let start = hostContext.meter.ticks
        instance.answer(question, call, asPolicy: asPolicy, on: buffer)
        measure(instance, call, took: hostContext.meter.ticks(since: start), from: usage)
        instance.statistics.questions += 1
        defer { passOnLines() }
        // The commonest by far first, which are read without a second look.
        switch (unsafe buffer.verdict.pointee.kind, hook) {
        case (POPOVER_VERDICT_ABSTAIN, _): return .abstain
        case (POPOVER_VERDICT_STAY, .outsideTap): return .outsideTap(.stay)
        case (POPOVER_VERDICT_STAY, .choice): return .choice(.stay)
        case (POPOVER_VERDICT_ADMIT, .open) where unsafe buffer.verdict.isPlainAdmission:
            return .open(.admit(sides: nil, widthRange: nil))
        default: return read(instance, call, hook)
        }
    }

    @inline(never)
    private func read(_ instance: PluginInstance, _ call: NativeCall, _ hook: Hook) -> Verdict? {
        do {
            return unsafe try Verdict(reading: buffer.verdict, answering: hook)
        } catch {
            instance.statistics.badVerdicts += 1
            hostContext.report(
                .badAnswer(
                    plugin: instance.descriptor.name, call: call, message: error.reason))
            return nil
        }
    }

    private func call(_ instance: PluginInstance, _ kind: NativeCall, _ body: () -> Void) {
        if instance.strikes.isSuspended(by: hostContext.meter) { return }
        let usage = instance.isSuspect ? watch(instance) : nil
        let start = hostContext.meter.ticks
        body()
        measure(instance, kind, took: hostContext.meter.ticks(since: start), from: usage)
        passOnLines()
    }

    /// How long it is still suspended; nil: it is not.
    private func suspension(of instance: PluginInstance) -> Interval? {
        let now = hostContext.now
        guard let until = instance.strikes.suspendedUntil, now < until else { return nil }
        return until - now
    }

    /// What the thread had used before a call of a plugin that was slow within the last minute. To
    /// ask the system for it costs more than a whole question, so that others' calls do without.
    @inline(never)
    private func watch(_ instance: PluginInstance) -> ThreadUsage? {
        instance.isSuspect = instance.strikes.areRecent(at: hostContext.now)
        return instance.isSuspect ? usage() : nil
    }

    @inline(__always)
    private func measure(
        _ instance: PluginInstance, _ call: NativeCall, took ticks: UInt64, from usage: ThreadUsage?
    ) {
        if ticks <= instance.unremarkableTicks && instance.strikes.isClean { return }
        note(instance, call, took: ticks, from: usage)
    }

    @inline(never)
    private func note(
        _ instance: PluginInstance, _ call: NativeCall, took ticks: UInt64, from start: ThreadUsage?
    ) {
        let meter = hostContext.meter
        let now = meter.now
        let took = meter.interval(ofTicks: ticks)
        var isSlow = took > PluginLimits.softBudget
        if isSlow, let start, let end = usage(),
            !end.isOverBudget(since: start, took: took, in: call)
        {
            // The machine ran others meanwhile: the call was in time, however long it took.
            isSlow = false
        } else {
            instance.statistics.slowest = max(instance.statistics.slowest, took)
            instance.unremarkableTicks = max(
                instance.unremarkableTicks, min(ticks, meter.ticks(in: PluginLimits.softBudget)))
        }
        if isSlow { instance.isSuspect = true }
        if !isSlow && instance.strikes.isClean { return }
        let plugin = instance.descriptor.name
        if isSlow {
            instance.statistics.slowAnswers += 1
            hostContext.report(.slow(plugin: plugin, call: call, took: took))
        }
        // A copy: changed in place, each look at them would be checked at run time.
        var strikes = instance.strikes
        let change = strikes.note(isSlow: isSlow, at: now)
        instance.strikes = strikes
        switch change {
        case .suspended(let pause):
            hostContext.report(.suspended(plugin: plugin, pause: pause))
        case .resumed: resume(instance)
        case nil: break
        }
    }

    /// A suspension is over.
    func resume(_ instance: PluginInstance) {
        let resources = instance.services.resources
        resources.unpark()
        // Not now: it may have just been called.
        if resources.holdsLines { resources.startResumption(after: .milliseconds(0)) }
        hostContext.report(.resumed(plugin: instance.descriptor.name))
    }

    /// Hands on what plugins have sent, now that none is being called.
    @inline(__always)
    func passOnLines() {
        if hostContext.hasQueuedLines { handOut() }
    }

    @inline(never)
    private func handOut() {
        while hostContext.hasQueuedLines {
            for (plugin, line) in hostContext.removeQueuedLines() { onLine(plugin, line) }
        }
    }
}
