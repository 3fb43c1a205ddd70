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

    // MARK: Private

    /// Comparing a name is cheaper than hashing it, and mostly the same one is asked again. Neither
    /// this nor `policy` retains what it finds: the host holds it, and changes nothing about its
    /// plugins before the question is answered.
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
        if instance.strikes.isSuspended(at: hostContext.clock()) { return nil }
        let call = NativeCall(hook)
        let usage = instance.isSuspect ? watch(instance) : nil
        let start = hostContext.clock()
        instance.answer(question, call, asPolicy: asPolicy, on: buffer)
        let end = hostContext.clock()
        instance.statistics.questions += 1
        // Mostly it was neither slow nor the slowest so far.
        if end - start > min(instance.statistics.slowest, PluginLimits.softBudget)
            || !instance.strikes.isClean
        {
            note(instance, call, took: end - start, until: end, from: usage)
        }
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

    /// What the thread had used before a call of a plugin that was slow within the last minute. To
    /// ask the system for it costs more than a whole question, so that others' calls do without.
    @inline(never)
    private func watch(_ instance: PluginInstance) -> ThreadUsage? {
        instance.isSuspect = instance.strikes.areRecent(at: hostContext.clock())
        return instance.isSuspect ? usage() : nil
    }

    @inline(never)
    private func note(
        _ instance: PluginInstance, _ call: NativeCall, took: Interval, until now: Instant,
        from start: ThreadUsage?
    ) {
        var isSlow = took > PluginLimits.softBudget
        if isSlow, let start, let end = usage(),
            !end.isOverBudget(since: start, took: took)
        {
            // The machine ran others meanwhile: the call was in time, however long it took.
            isSlow = false
        } else {
            instance.statistics.slowest = max(instance.statistics.slowest, took)
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
        case .resumed: hostContext.report(.resumed(plugin: plugin))
        case nil: break
        }
    }
}
