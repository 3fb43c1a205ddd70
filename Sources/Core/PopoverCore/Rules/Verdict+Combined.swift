// SPDX-License-Identifier: MIT

import PopoverModel

/// Combines the verdicts on a question. The result depends on their order alone (policies first,
/// the behavior last), not on the order of arrival.
extension Verdict {
    /// The combined verdict; `abstain` if every policy abstains.
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

    /// Any refusal refuses; else the first replacement counts, else the first sides and widths.
    private static func combined(_ opinions: [OpenVerdict]) -> Verdict {
        var replacement: OpenVerdict?
        var sides: [Side]?
        var widthRange: ClosedRange<Double>?
        for opinion in opinions {
            switch opinion {
            case .refuse: return .open(opinion)
            case .replace: replacement = replacement ?? opinion
            case .admit(let someSides, let someWidths):
                // Empty sides and widths are no advice.
                sides = sides ?? someSides.flatMap { $0.isEmpty ? nil : $0 }
                widthRange = widthRange ?? someWidths.flatMap { $0.isUsable ? $0 : nil }
            }
        }
        if let replacement { return .open(replacement) }
        if sides == nil && widthRange == nil { return .abstain }
        return .open(.admit(sides: sides, widthRange: widthRange))
    }

    /// Any hold holds, for the shortest of the times; else the first rank counts.
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

    /// Whether a verdict belongs to this hook and is within its limits.
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
    /// Whether a popover can have such a width.
    fileprivate var isUsable: Bool { lowerBound > 0 && upperBound.isFinite }
}
