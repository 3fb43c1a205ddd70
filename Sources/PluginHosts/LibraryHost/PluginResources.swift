// SPDX-License-Identifier: MIT

import CPopoverPlugin
import PopoverModel

/// What one instance has asked of the daemon: lines to send, timers, descriptors to watch. Before
/// the instance has taken its place all of it waits, since it may still be refused, and the one
/// before it may have timers of the same names. When it ends, all of it ends. While it is suspended, the
/// lines for it wait here, too.
final class PluginResources {
    private enum Stage {
        case waiting
        case active
        case over
    }

    private enum Order {
        case send([UInt8])
        case startTimer(UInt32, Interval, repeats: Bool)
        case stopTimer(UInt32)
        case watch(UInt32, CInt, DescriptorEvents)
        case unwatch(UInt32)
    }

    private struct Watch {
        let descriptor: CInt
        let events: DescriptorEvents
        /// The loop does not look at it: its plugin is suspended.
        var isParked = false
    }

    private let plugin: String
    private let hostContext: HostContext
    private var stage = Stage.waiting
    private var orders: [Order] = []
    /// Whether each repeats.
    private var timers: [UInt32: Bool] = [:]
    private var watches: [UInt32: Watch] = [:]
    /// Oldest first.
    private var heldLines: [[UInt8]] = []
    private var heldBytes = 0
    private var droppedLines = 0

    init(of plugin: String, hostContext: HostContext) {
        self.plugin = plugin
        self.hostContext = hostContext
    }

    // MARK: What the plugin asks for; the answers are the header's.

    func send(_ line: [UInt8]) -> Int32 { accept(.send(line)) }

    func startTimer(_ id: UInt32, milliseconds: UInt32, repeats: Bool) -> Int32 {
        guard milliseconds <= UInt32(POPOVER_TIMER_LONGEST_MS), !repeats || milliseconds > 0
        else { return POPOVER_STATUS_INVALID }
        guard timers[id] != nil || timers.count < Int(POPOVER_TIMERS_CAPACITY) else {
            return POPOVER_STATUS_LIMIT
        }
        let status = accept(.startTimer(id, .milliseconds(Int64(milliseconds)), repeats: repeats))
        if status == POPOVER_STATUS_DONE { timers[id] = repeats }
        return status
    }

    func stopTimer(_ id: UInt32) -> Int32 {
        guard timers.removeValue(forKey: id) != nil else { return POPOVER_STATUS_INVALID }
        return accept(.stopTimer(id))
    }

    func watch(_ id: UInt32, descriptor: CInt, events: UInt32) -> Int32 {
        let events = DescriptorEvents(rawValue: events)
        let isShared = watches.contains { $0.key != id && $0.value.descriptor == descriptor }
        guard descriptor >= 0, !events.isEmpty, !isShared,
            events.isSubset(of: [.readable, .writable])
        else { return POPOVER_STATUS_INVALID }
        guard watches[id] != nil || watches.count < Int(POPOVER_WATCHES_CAPACITY) else {
            return POPOVER_STATUS_LIMIT
        }
        let before = watches.updateValue(Watch(descriptor: descriptor, events: events), forKey: id)
        let status = accept(.watch(id, descriptor, events))
        if status != POPOVER_STATUS_DONE && stage != .active { watches[id] = before }
        return status
    }

    func unwatch(_ id: UInt32) -> Int32 {
        guard watches.removeValue(forKey: id) != nil else { return POPOVER_STATUS_INVALID }
        return accept(.unwatch(id))
    }

    // MARK: What the loop says

    /// Whether the plugin is to be told. A timer that does not repeat is over with this.
    func consumeTimer(_ id: UInt32) -> Bool {
        guard let repeats = timers[id] else { return false }
        if !repeats { timers[id] = nil }
        return true
    }

    func consumeReadiness(_ id: UInt32, isDisconnected: Bool) -> Bool {
        guard watches[id] != nil else { return false }
        if isDisconnected { watches[id] = nil }
        return true
    }

    /// A timer that fired while the plugin is suspended comes again; one that repeats does anyway.
    func postponeTimer(_ id: UInt32, by interval: Interval) {
        guard timers[id] == false else { return }
        hostContext.loop?.start(.own(plugin: plugin, id: id), after: interval, repeats: false)
    }

    /// A descriptor that is ready while the plugin is suspended is not looked at for so long.
    func park(_ id: UInt32, for interval: Interval) {
        guard watches[id]?.isParked == false else { return }
        watches[id]?.isParked = true
        hostContext.loop?.unwatch(PluginWatch(plugin: plugin, id: id))
        startResumption(after: interval)
    }

    /// The host continues with the plugin then.
    func startResumption(after interval: Interval) {
        hostContext.loop?.start(.resumption(plugin: plugin), after: interval, repeats: false)
    }

    func unpark() {
        for (id, watch) in watches.sorted(by: { $0.key < $1.key }) where watch.isParked {
            watches[id]?.isParked = false
            _ = carryOut(.watch(id, watch.descriptor, watch.events))
        }
    }

    // MARK: Lines for it

    var holdsLines: Bool { !heldLines.isEmpty }

    /// Keeps a line until the plugin may be called again. Over `PluginLimits.heldBytes` the oldest is dropped.
    func hold(_ line: [UInt8]) {
        heldLines.append(line)
        heldBytes += line.count
        while heldBytes > PluginLimits.heldBytes {
            heldBytes -= heldLines.removeFirst().count
            droppedLines += 1
        }
    }

    func removeHeldLine() -> [UInt8]? {
        if droppedLines > 0 {
            hostContext.report(.dropped(plugin: plugin, lines: droppedLines))
            droppedLines = 0
        }
        guard holdsLines else { return nil }
        let line = heldLines.removeFirst()
        heldBytes -= line.count
        return line
    }

    // MARK: Its life

    /// The instance has taken its place.
    func activate() {
        stage = .active
        let waiting = orders
        orders = []
        for order in waiting { _ = carryOut(order) }
    }

    func end() {
        stage = .over
        orders = []
        for id in timers.keys.sorted() { hostContext.loop?.stop(.own(plugin: plugin, id: id)) }
        for id in watches.keys.sorted() {
            hostContext.loop?.unwatch(PluginWatch(plugin: plugin, id: id))
        }
        hostContext.loop?.stop(.resumption(plugin: plugin))
        timers = [:]
        watches = [:]
        heldLines = []
    }

    private func accept(_ order: Order) -> Int32 {
        switch stage {
        case .over: return POPOVER_STATUS_INVALID
        case .active: return carryOut(order)
        case .waiting:
            guard orders.count < PluginLimits.earlyOrders else { return POPOVER_STATUS_LIMIT }
            orders.append(order)
            return POPOVER_STATUS_DONE
        }
    }

    private func carryOut(_ order: Order) -> Int32 {
        switch order {
        case .send(let line):
            hostContext.post(line, from: plugin)
            return POPOVER_STATUS_DONE
        case .startTimer(let id, let interval, let repeats):
            guard let loop = hostContext.loop else { return POPOVER_STATUS_FAILED }
            loop.start(.own(plugin: plugin, id: id), after: interval, repeats: repeats)
            return POPOVER_STATUS_DONE
        case .stopTimer(let id):
            hostContext.loop?.stop(.own(plugin: plugin, id: id))
            return POPOVER_STATUS_DONE
        case .watch(let id, let descriptor, let events):
            let watch = PluginWatch(plugin: plugin, id: id)
            let isWatched =
                hostContext.loop?.watch(watch, descriptor: descriptor, for: events) ?? false
            if isWatched { return POPOVER_STATUS_DONE }
            watches[id] = nil
            hostContext.report(.notWatched(plugin: plugin, descriptor: descriptor))
            return POPOVER_STATUS_FAILED
        case .unwatch(let id):
            hostContext.loop?.unwatch(PluginWatch(plugin: plugin, id: id))
            return POPOVER_STATUS_DONE
        }
    }
}
