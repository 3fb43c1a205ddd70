// SPDX-License-Identifier: MIT

import PopoverModel

/// What people do, in its order: while the daemon decides about a step, everything that follows waits.
struct InputQueue: Hashable, Sendable {
    /// What the daemon is asked about.
    enum Doubt: Hashable, Sendable {
        case press(Press)
        case release(Press, time: UInt32)
        case wheel(WheelStep, time: UInt32)
        case key(StageKey)
    }

    struct Question: Hashable, Sendable {
        let request: String
        let doubt: Doubt
    }

    /// More than people do within the second that a daemon may hang.
    static let capacity = 4096

    var question: Question?
    private(set) var steps: [StageInput] = []
    /// How many steps at the front are handled. They are removed when they are more than half.
    private var taken = 0

    var isFull: Bool { steps.count - taken >= Self.capacity }

    /// Adds a step. Of moves in a row only the latest is kept, and wheels' steps are added up.
    mutating func add(_ step: StageInput) {
        for index in steps[taken...].indices.reversed() {
            if let merged = steps[index].merged(with: step) {
                steps[index] = merged
                return
            }
            guard steps[index].isMove && step.isMove else { break }
        }
        steps.append(step)
    }

    /// Takes the next step; nil: none is there, or it has to wait.
    mutating func next() -> StageInput? {
        guard question == nil else { return nil }
        if taken > steps.count / 2 {
            steps.removeFirst(taken)
            taken = 0
        }
        guard taken < steps.count else { return nil }
        defer { taken += 1 }
        return steps[taken]
    }
}

/// A finger or a button that is down.
struct Press: Hashable, Sendable {
    let presser: Presser
    let display: String
    /// From the layout to the display.
    let origin: Point
    /// In the layout, where it is now.
    var point: Point
    let time: UInt32
    /// It is reported to the daemon.
    var isReported: Bool
    /// A window has it; otherwise nobody gets it.
    var isPassed = true
    /// It is on the alert that the stage draws, and went down there.
    var start: Point?
}

extension StageInput {
    fileprivate var isMove: Bool {
        switch self {
        case .moved, .pointed: true
        default: false
        }
    }

    /// Both as one step; nil: each counts.
    fileprivate func merged(with next: StageInput) -> StageInput? {
        switch (self, next) {
        case (.moved(let presser, _, _), .moved(let other, _, _)):
            return presser == other ? next : nil
        case (.pointed, .pointed): return next
        case (.modifiers(let keyboard), .modifiers(let other)):
            return keyboard.isForwarded == other.isForwarded ? next : nil
        case (.wheeled(let step, _, _), .wheeled(let more, let point, let time)):
            return step.merged(with: more).map { .wheeled($0, at: point, time: time) }
        default: return nil
        }
    }
}
