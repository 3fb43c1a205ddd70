// SPDX-License-Identifier: MIT

import PopoverModel

/// What several verdicts on one question come to. It depends on their order alone, which is that of
/// the policies with the behaviour last, and not on who has answered first.
extension Verdict {
    /// The one verdict that the rules go on with; `abstain` where nobody has an opinion.
    static func combined(_ verdicts: [Verdict], at hook: Hook) -> Verdict {
        let opinions = verdicts.filter { $0 != .abstain }
        switch hook {
        case .open: return .combined(opinions.compactMap(\.open))
        case .choice, .outsideTap, .idle: return opinions.first ?? .abstain
        case .detach:
            let no = Verdict.detach(allowed: false)
            return opinions.contains(no) ? no : opinions.first ?? .abstain
        case .disposition:
            let save = Verdict.disposition(.save)
            return opinions.contains(save) ? save : opinions.first ?? .abstain
        case .alert: return .combined(opinions.compactMap(\.alert))
        }
    }

    /// A no of anyone is a no; else the first replacement counts, else the first sides and widths.
    private static func combined(_ opinions: [OpenVerdict]) -> Verdict {
        var replacement: OpenVerdict?
        var sides: [Side]?
        var widthRange: ClosedRange<Double>?
        for opinion in opinions {
            switch opinion {
            case .refuse: return .open(opinion)
            case .replace: replacement = replacement ?? opinion
            case .admit(let someSides, let someWidths):
                // No sides and no width at all would be no advice.
                sides = sides ?? someSides.flatMap { $0.isEmpty ? nil : $0 }
                widthRange = widthRange ?? someWidths.flatMap { $0.isUsable ? $0 : nil }
            }
        }
        if let replacement { return .open(replacement) }
        if sides == nil && widthRange == nil { return .abstain }
        return .open(.admit(sides: sides, widthRange: widthRange))
    }

    /// Held where anyone holds, until the first of them wants to be asked again; else the first
    /// rank counts.
    private static func combined(_ opinions: [AlertVerdict]) -> Verdict {
        let holds = opinions.compactMap { opinion -> Interval? in
            guard case .hold(let interval) = opinion else { return nil }
            return interval
        }
        guard let shortest = holds.min() else {
            return opinions.first.map(Verdict.alert) ?? .abstain
        }
        return .alert(
            .hold(min(max(shortest, AlertVerdict.shortestHold), AlertVerdict.longestHold)))
    }

    /// Whether it is one of this hook's verdicts, and within what such a verdict may say.
    func fits(_ hook: Hook) -> Bool {
        guard answers(hook) else { return false }
        switch self {
        case .alert(.present(let rank)): return AlertVerdict.ranks.contains(rank)
        case .alert(.hold(let interval)): return interval.microseconds > 0
        case .idle(.warn(let warning)):
            return !warning.title.isEmpty && !warning.button.isEmpty
                && warning.timeout >= IdleWarning.shortestTimeout
                && warning.timeout <= IdleWarning.longestTimeout
        case .abstain, .open, .choice, .outsideTap, .detach, .disposition, .idle(.act): return true
        }
    }
}

extension ClosedRange<Double> {
    /// Whether a popover can be so wide.
    fileprivate var isUsable: Bool { lowerBound > 0 && upperBound.isFinite }
}
