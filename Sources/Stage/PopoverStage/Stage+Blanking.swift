// SPDX-License-Identifier: MIT

import PopoverModel

/// Whether the outputs are off since nobody uses the screen.
struct Blanking: Hashable, Sendable {
    /// Without use, in microseconds; 0: it never turns off.
    let time: Int64
    var isBlank = false
    /// Nil: nothing has happened yet.
    var usedAt: Int64?
    /// What has woken the screen, and what went down before that was released: nobody gets it.
    var pressers: Set<Presser> = []
    var keys: Set<Int32> = []

    init(seconds: Int) { time = Int64(seconds) * 1_000_000 }

    var isWaking: Bool { !pressers.isEmpty || !keys.isEmpty }
}

extension Stage {
    /// What programs hear of people.
    package struct Usage: Hashable, Sendable {
        /// The last time; nil: nothing has happened yet.
        package var lastAt: Int64?
        /// A program keeps the screen on, as if it were used.
        package var isKept = false

        package init() {}
    }

    package var usage: Usage {
        var usage = Usage()
        usage.lastAt = blanking.usedAt
        usage.isKept = isInhibited
        return usage
    }

    /// Turns the outputs off if it is time, and returns the time when it will be, if it is known.
    mutating func updateBlanking() -> [Int64] {
        guard blanking.time > 0, !blanking.isBlank else { return [] }
        // The time begins when a video ends.
        let isInhibited = self.isInhibited
        let usedAt = isInhibited ? now : blanking.usedAt ?? now
        blanking.usedAt = usedAt
        if isInhibited { return [] }
        let end = usedAt + blanking.time
        guard end <= now else { return [end] }
        blanking.isBlank = true
        refresh()
        announce()
        orders.append(.turnOutputs(isOn: false))
        orders.append(.log("outputs off: unused for \(blanking.time / 1_000_000) seconds"))
        return []
    }

    /// People use the screen, or are to look at it.
    mutating func use(since reason: String) {
        blanking.usedAt = now
        guard blanking.isBlank else { return }
        blanking.isBlank = false
        announce()
        orders.append(.turnOutputs(isOn: true))
        orders.append(.log("outputs on: \(reason)"))
    }

    /// What opens wakes the screen.
    mutating func replaceScene(by new: StageScene) {
        let known = scene.shownIDs
        scene = new
        guard let opened = new.shownIDs.first(where: { !known.contains($0) }) else { return }
        use(since: "\(opened) has opened")
    }

    /// Whether nobody gets a step, since it wakes the screen or comes before what woke it is released: people
    /// did not see what they would press.
    mutating func keepsForWaking(_ step: StageInput) -> Bool {
        let isKept = blanking.isBlank || blanking.isWaking
        switch step {
        case .released(let presser, _), .canceled(let presser):
            return blanking.pressers.remove(presser) != nil
        // An input method may repeat a key that nobody holds.
        case .key(let key) where key.keyboard.isForwarded: return false
        case .key(let key) where !key.isDown: return blanking.keys.remove(key.code) != nil
        case .modifiers: return false
        case .pressed, .moved, .pointed, .wheeled, .key: break
        }
        use(since: Self.reason(step))
        guard isKept else { return false }
        var display: String?
        switch step {
        case .pressed(let presser, let point, _):
            blanking.pressers.insert(presser)
            display = tile(at: point)?.display
        // Of a press that a window has; others are unknown.
        case .moved: return false
        case .pointed(let point, _), .wheeled(_, let point, _): display = tile(at: point)?.display
        case .key(let key): blanking.keys.insert(key.code)
        default: break
        }
        reportActivity(on: display)
        return true
    }

    private static func reason(_ step: StageInput) -> String {
        switch step {
        case .pressed(.finger, _, _), .moved(.finger, _, _): "touched"
        case .key: "a key was pressed"
        default: "the mouse was used"
        }
    }

    private var isInhibited: Bool {
        windows.contains { $0.inhibitsBlank && $0.isMapped && isSeen($0.id) }
    }

    /// Whether a part of a window is on an output, and no app's window covers all of it.
    private func isSeen(_ id: StageWindow.ID) -> Bool {
        guard let index = picture.windows.firstIndex(where: { $0.window == id }) else {
            return false
        }
        let shown = picture.windows[index]
        guard let seen = shown.place.intersection(shown.clip),
            tiles.contains(where: { $0.place.intersection(seen) != nil })
        else { return false }
        if shown.level > .app { return true }
        return !picture.windows[(index + 1)...].contains { other in
            other.level == .app && other.place.contains(seen)
                && windows.contains { $0.id == other.window && $0.isMapped && isApp($0) }
        }
    }
}
