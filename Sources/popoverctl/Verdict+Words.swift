// SPDX-License-Identifier: MIT

internal import PopoverModel
internal import PopoverWire

extension Verdict {
    var words: String {
        switch self {
        case .abstain: "no opinion"
        case .open(.admit(let sides, let widthRange)): Self.admission(sides, widthRange)
        case .open(.refuse(let reason, let message)): "no, \(reason.rawValue): \(message)"
        case .open(.replace(let behavior)): "yes, as \(behavior)"
        case .choice(.close(let disposition)), .outsideTap(.close(let disposition)):
            "close" + (disposition.map { ", \($0.words)" } ?? "")
        case .choice(.stay), .outsideTap(.stay): "stay"
        case .disposition(let disposition): "close, \(disposition.words)"
        case .detach(let isAllowed): isAllowed ? "yes" : "no"
        case .alert(.present(let rank)): "present" + (rank == 0 ? "" : ", rank \(rank)")
        case .alert(.hold(let interval)): "hold for \(interval.milliseconds) ms"
        case .idle(.warn(let warning)):
            "warn \"\(warning.title)\", then \(warning.then.words) after "
                + "\(warning.timeout.milliseconds) ms"
        case .idle(.act(let action)): action.words
        }
    }

    /// Whether this verdict is as expected; a refusal with an empty message accepts any message.
    func matches(_ expected: Verdict) -> Bool {
        if case .refuse(let reason, "") = expected.open, case .refuse(reason, _) = open {
            return true
        }
        return self == expected
    }

    /// The verdict as the protocol writes it, on one line.
    var json: String {
        var writer = JSONWriter()
        writer.value(self)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    private static func admission(_ sides: [Side]?, _ widthRange: ClosedRange<Double>?) -> String {
        var words = ["yes"]
        if let sides {
            words.append("at the " + sides.map(\.rawValue).joined(separator: ", "))
        }
        if let widthRange {
            words.append("\(widthRange.lowerBound.short) to \(widthRange.upperBound.short) wide")
        }
        return words.joined(separator: ", ")
    }
}

extension Disposition {
    fileprivate var words: String {
        switch self {
        case .save: "saving"
        case .discard: "discarding"
        }
    }
}

extension IdleAction {
    fileprivate var words: String {
        switch self {
        case .close: "close"
        case .endSession: "end the session"
        }
    }
}
