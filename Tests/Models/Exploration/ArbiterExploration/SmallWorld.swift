// SPDX-License-Identifier: MIT

package import PopoverCore
package import PopoverModel

/// Who is in a small world, and everything that may happen in it at any time.
package struct SmallWorld: Sendable {
    package let name: String
    /// What it is about, in a few words.
    package let subject: String
    package var settings: Settings
    package var behaviors: [Behavior]
    var horizon = Walker.Horizon()
    /// What time passes by; all deadlines are multiples of it.
    var step = Interval.milliseconds(100)
    /// Whether timers may be late, by less than a step.
    var hasLateTimers = false
    /// How many taps may be told before time passes.
    var tapsAtOnce = 1
    /// Whether the disk may take its time, or refuse.
    var hasDisk = false
    /// How many orders may wait for the disk before it carries one out: those who give more to do
    /// wait too. The rules never look at how many there are, so that a longer queue only repeats
    /// what a queue of two does.
    static let ordersAtOnce = 2
    var followsWork = true
    /// How many states there are at most, where that is known: more would mean that something in
    /// them only rises, so that nothing comes to the same state again.
    var mostStates: Int?
    /// Whether policies are asked again and again, so that it never comes to rest.
    var isPeriodic = false
    /// What happens before everything else.
    var begin: @Sendable (inout Moment) -> Void = { _ in }
    package private(set) var actions: [Action] = []
    private(set) var quiet = Quiet()

    /// Something that may happen.
    package struct Action: Sendable {
        package let name: String
        let isPossible: @Sendable (Moment) -> Bool
        let happen: @Sendable (inout Moment) -> Void
    }

    /// What goes on when clients and plugins are silent: the numbers of these actions.
    struct Quiet: Sendable {
        var timer = 0
        var pass = 0
        var disk: Int?
    }

    init(_ name: String, _ subject: String, behaviors: [Behavior], timing: Timing) {
        self.name = name
        self.subject = subject
        self.behaviors = behaviors
        settings = Settings(displays: [SmallWorld.main], administrators: [0])
        settings.timing = timing
        // What was heard before is not asked for again here, and costs much to copy.
        settings.limits.historyEvents = 0
        // Advice decides nothing; this one would tell states with taps from those without.
        settings.advice.ignore = [.unasked]
        // Dates of work would keep apart whatever happens at another time.
        settings.limits.draftDays = 0
        horizon.duplicates = timing.duplicateTap
        horizon.toggles = Interval(
            microseconds: timing.toggle.microseconds + timing.policy.microseconds)
    }

    static let main = DisplaySpecification(name: "main", size: Size(width: 1280, height: 800))

    package var root: Moment {
        var moment = Moment(settings: settings, behaviors: behaviors, followsWork: followsWork)
        begin(&moment)
        return moment
    }

    mutating func may(
        _ name: String, if isPossible: @escaping @Sendable (Moment) -> Bool = { _ in true },
        _ happen: @escaping @Sendable (inout Moment) -> Void
    ) {
        actions.append(Action(name: name, isPossible: isPossible, happen: happen))
    }

    /// What clients and people do, which may give the disk something to do.
    private mutating func waitForDisk() {
        let own = [quiet.timer, quiet.pass, quiet.disk, quiet.disk.map { $0 + 1 }]
        for index in actions.indices where !own.contains(index) {
            let action = actions[index]
            actions[index] = Action(
                name: action.name,
                isPossible: {
                    $0.ledger.orders.count < Self.ordersAtOnce && action.isPossible($0)
                },
                happen: action.happen)
        }
    }

    /// The world as it is explored.
    var whole: SmallWorld {
        var world = self
        if hasDisk { world.waitForDisk() }
        return world
    }

    /// Time, and the disk: what goes on in every world.
    mutating func addTime() {
        let step = step
        let isLate = hasLateTimers
        quiet.timer = actions.count
        may("the timer fires", if: { ($0.arbiter.nextDeadline ?? .never) <= $0.now }) {
            $0.send(.deadlineReached)
        }
        quiet.pass = actions.count
        may(
            "time passes",
            if: { moment in
                guard let next = moment.arbiter.nextDeadline else { return true }
                return isLate ? next >= moment.now : next > moment.now
            }
        ) { $0.pass(step) }
        guard hasDisk else { return }
        quiet.disk = actions.count
        may("the disk stores", if: { !$0.ledger.orders.isEmpty }) {
            $0.send(.draftsStored($0.ledger.orders[0].ticket))
        }
        may("the disk refuses", if: { !$0.ledger.orders.isEmpty }) {
            $0.send(.draftsNotStored($0.ledger.orders[0].ticket))
        }
    }

    /// What goes on here when nobody does anything; nil at rest.
    func quietAction(_ moment: Moment) -> Int? {
        if moment.ledger.hasExited { return nil }
        if let disk = quiet.disk, !moment.ledger.orders.isEmpty { return disk }
        guard let next = moment.arbiter.nextDeadline else { return nil }
        return next <= moment.now ? quiet.timer : quiet.pass
    }

    /// What is wrong with a state in which nothing goes on any more.
    func unrest(_ moment: Moment) -> [String] {
        let ledger = moment.ledger
        if ledger.hasExited {
            return ledger.asked.isEmpty ? [] : ["never answered: \(ledger.asked.map(\.request))"]
        }
        var wrong: [String] = []
        if ledger.isWaiting && ledger.presented.isEmpty {
            wrong.append("never answered: \(ledger.asked.map(\.request))")
        }
        if !ledger.untold.isEmpty { wrong.append("never told: \(ledger.untold)") }
        if !ledger.awaited.isEmpty { wrong.append("never heard: \(ledger.awaited)") }
        for life in ledger.lives
        where life.call != nil && !life.hasEnded
            && !ledger.presented.contains(where: { $0.display == life.display })
        {
            wrong.append("\(life.popover) closes for ever")
        }
        for work in ledger.works where followsWork && work.expected != work.stored {
            wrong.append("\(work.key.key) never comes to the disk")
        }
        return wrong
    }
}

extension Instant {
    fileprivate static let never = Instant(microseconds: .max)
}
