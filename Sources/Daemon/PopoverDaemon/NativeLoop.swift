// SPDX-License-Identifier: MIT

import LibUV
import LibraryHost
import PopoverModel

/// The event loop for libraries: timers, and watches on their own descriptors.
final class NativeLoop: PluginLoop {
    var onTimer: ((PluginTimer) -> Void)?
    var onReady: ((PluginWatch, DescriptorEvents) -> Void)?
    private let loop: Loop
    private var timers: [PluginTimer: Running] = [:]
    private var polls: [PluginWatch: DescriptorPoll] = [:]

    private struct Running {
        let timer: Timer
        /// nil for a one-shot timer.
        let period: Interval?
    }

    init(_ loop: Loop) {
        self.loop = loop
    }

    func start(_ timer: PluginTimer, after interval: Interval, repeats: Bool) {
        let running =
            timers[timer]?.timer ?? Timer(loop) { [unowned self] in fired(timer) }
        timers[timer] = Running(timer: running, period: repeats ? interval : nil)
        running.start(afterMilliseconds: UInt64(interval.milliseconds))
    }

    func stop(_ timer: PluginTimer) {
        timers.removeValue(forKey: timer)?.timer.close()
    }

    private func fired(_ timer: PluginTimer) {
        guard let running = timers[timer] else { return }
        if let period = running.period {
            running.timer.start(afterMilliseconds: UInt64(period.milliseconds))
        } else {
            stop(timer)
        }
        onTimer?(timer)
    }

    func watch(
        _ watch: PluginWatch, descriptor: CInt, for events: DescriptorEvents
    ) -> Bool {
        unwatch(watch)
        do throws(UVError) {
            let poll = try DescriptorPoll(loop, descriptor: descriptor) { [unowned self] report in
                ready(watch, report)
            }
            polls[watch] = poll
            try poll.start(DescriptorPoll.Events(events))
            return true
        } catch {
            unwatch(watch)
            return false
        }
    }

    func unwatch(_ watch: PluginWatch) {
        polls.removeValue(forKey: watch)?.close()
    }

    private func ready(_ watch: PluginWatch, _ report: DescriptorPoll.Report) {
        switch report {
        case .ready(let events): onReady?(watch, DescriptorEvents(events))
        case .failed:
            unwatch(watch)
            onReady?(watch, .disconnected)
        }
    }

    func close() {
        for running in timers.values { running.timer.close() }
        for poll in polls.values { poll.close() }
        timers = [:]
        polls = [:]
    }
}

extension DescriptorPoll.Events {
    fileprivate init(_ events: DescriptorEvents) {
        self = []
        if events.contains(.readable) { insert(.readable) }
        if events.contains(.writable) { insert(.writable) }
    }
}

extension DescriptorEvents {
    fileprivate init(_ events: DescriptorPoll.Events) {
        self = []
        if events.contains(.readable) { insert(.readable) }
        if events.contains(.writable) { insert(.writable) }
    }
}
