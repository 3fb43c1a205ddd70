// SPDX-License-Identifier: MIT

import PopoverModel

/// Something that fails for a while, however often it is tried: a line when it begins or its reason changes,
/// one each minute while it lasts, and one when it is over.
struct Outage {
    static let reminder = Interval.milliseconds(60_000)

    private struct Course {
        let began: Instant
        var reason: String
        var told: Instant
        var failures = 1
    }

    private var course: Course?

    /// What a try that failed has to say, if anything.
    mutating func failed(_ what: String, because reason: String, at now: Instant) -> String? {
        guard var course else {
            course = Course(began: now, reason: reason, told: now)
            return "\(what): \(reason)"
        }
        course.failures += 1
        let isNew = course.reason != reason
        let isDue = now - course.told >= Self.reminder
        if isNew || isDue {
            course.reason = reason
            course.told = now
        }
        self.course = course
        if isNew { return "\(what): \(reason)" }
        return isDue ? "\(what), still: \(Self.words(course, now)) \(reason)" : nil
    }

    /// What the first try that succeeds has to say.
    mutating func ended(_ what: String, at now: Instant) -> String? {
        guard let course else { return nil }
        self.course = nil
        return "\(what): \(Self.words(course, now))"
    }

    private static func words(_ course: Course, _ now: Instant) -> String {
        "failures=\(course.failures) seconds=\((now - course.began).milliseconds / 1000)"
    }
}
