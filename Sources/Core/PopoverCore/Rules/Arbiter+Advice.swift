// SPDX-License-Identifier: MIT

import PopoverModel

/// Advice: returned with the grant of an open, and published to subscribers when it is new.
extension Arbiter {
    var advisor: Advisor { Advisor(policy: settings.advice) }

    /// Checks a popover with its placement, and returns the advice that was not given before.
    /// - Parameter findings: the guidelines that its declaration breaches.
    func advise(
        _ popover: inout Popover, _ findings: [Finding], _ placement: borrowing PlacementSolver,
        isOutOfSight: Bool
    ) -> [Advice] {
        let facts = PlacedFacts(
            presentation: popover.presentation, behavior: popover.behavior.name,
            avoidsScrolling: popover.behavior.avoidsScrolling,
            lacksWayOut: popover.request.buttons.lackWayOut, isOutOfSight: isOutOfSight)
        let advice = advisor.advice(on: findings, placed: facts, by: placement)
        // Mostly there is none, and has been none.
        if advice.isEmpty && popover.advice.isEmpty { return [] }
        let before = popover.advice
        popover.advice = advice
        return advice.filter { !isKnown($0, before) }
    }

    /// Checks a popover again after a change around it, and returns the new advice. Only whether it is a
    /// sheet, how people leave it, and whether its source has left the screen decide what its owner should
    /// do: to follow every step of a scrolling finger would be noise.
    func adviseAgain(
        _ popover: inout Popover, since before: Presentation, at anchor: Rect,
        on display: DisplaySpecification
    ) -> [Advice] {
        let after = popover.presentation
        let isSame = (after.side == nil) == (before.side == nil)
        let isOutOfSight = isOutOfSight(popover, at: anchor, display.size)
        if isSame, after.needsCloseButton == before.needsCloseButton,
            after.side == nil || !isOutOfSight
                || popover.advice.contains(where: { $0.rule == AdviceRule.pointing.rawValue })
        {
            return []
        }
        return advise(
            &popover, popover.declaration.findings,
            placement(for: popover, at: anchor, on: display), isOutOfSight: isOutOfSight)
    }

    /// The refusal of an open for what it declares, whose popover is known to be a sheet where it is
    /// compact.
    func refusal(
        for findings: [Finding], _ request: Shared<OpenRequest>, _ client: ClientID, at index: Int
    ) -> RequestError? {
        guard !findings.isEmpty, let failure = advisor.refusal(for: findings) else { return nil }
        let display = displays[index].specification
        guard isCompact(request, of: client, on: display) else { return failure }
        return advisor.refusal(for: findings.forSheet)
    }

    /// Advice that differs in its numbers only is not new: they change with every step of a resize.
    private func isKnown(_ advice: Advice, _ before: [Advice]) -> Bool {
        func words(_ advice: Advice) -> String { advice.message.filter { !$0.isNumber } }
        return before.contains { $0.rule == advice.rule && words($0) == words(advice) }
    }

    mutating func publish(_ advice: [Advice], on popover: Popover) {
        for advice in advice { publish(advice, fact(of: popover)) }
    }

    mutating func publish(_ advice: Advice, _ description: Fact) {
        var advised = description
        advised.rule = advice.rule
        advised.message = advice.message
        publish(.advice, advised)
    }
}
