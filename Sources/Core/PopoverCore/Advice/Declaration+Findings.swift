// SPDX-License-Identifier: MIT

import PopoverModel

/// The findings that follow from the declaration alone.
extension Declaration {
    /// In the order of the rules.
    var findings: [Finding] {
        var findings = wayOutFindings
        findings.add(widthFindings)
        findings.add(closeButtonFindings)
        findings.add(warningFindings)
        findings.add(wordingFindings)
        findings.add(lookFindings)
        findings.add(functionFindings)
        findings.add(contrastFindings)
        return findings
    }

    // MARK: Buttons

    /// G3: only Cancel or another button leaves a modal popover. One that declares no buttons may
    /// draw them itself.
    private var wayOutFindings: [Finding] {
        guard isModal, buttons.lackWayOut else { return [] }
        let message =
            "buttons: none of them leaves this modal popover, and no tap does: add Cancel or Done, "
            + "or say which one it is by its role"
        return [Finding(.wayOut, message)]
    }

    /// G20: a tap outside closes a popover, so a button for it is right only for confirmation or
    /// guidance: in a task, a modal popover and an action sheet.
    private var closeButtonFindings: [Finding] {
        guard !buttons.isEmpty else { return [] }
        return buttons.enumerated().compactMap { index, button in
            let name = "buttons[\(index)] \(button.label.quoted)"
            if button.namesClosing {
                let message = "\(name) is about the popover, which a tap outside closes: drop it"
                return Finding(.closeButton, message + ", or call it Done or Cancel")
            }
            guard !needsClosing, button.onlyCloses(kind) else { return nil }
            let message = "\(name) only closes the popover, which a tap outside does: drop it"
            return Finding(.closeButton, message + ", or use the behavior task")
        }
    }

    /// Whether Close, Done or Cancel may be needed; an unknown behavior may need them.
    private var needsClosing: Bool {
        if isModal { return true }
        return switch kind {
        case .task, .actionSheet, nil: true
        case .menu, .inspector, .selection, .splitPane: false
        }
    }

    /// Seven related items can be taken in at a glance.
    static let mostButtons = 7

    /// Lists are read row by row: twelve rows of 44 points, the smallest target for a finger, fit
    /// beside a source of that height on a display of 600 points without scrolling.
    static let mostRows = 12

    /// G30: a small amount of function.
    private var functionFindings: [Finding] {
        // Up to the lower limit, the kind does not matter.
        guard buttons.count > min(Self.mostButtons, Self.mostRows) else { return [] }
        let most =
            switch kind {
            case .menu, .actionSheet: Self.mostRows
            case .inspector, .selection, .task, .splitPane, nil: Self.mostButtons
            }
        guard buttons.count > most else { return [] }
        let message =
            "buttons: \(buttons.count) are more than \(most): keep a few related tasks, and give "
            + "the rest a view of its own"
        return [Finding(.function, message)]
    }

    // MARK: Size

    /// G16: a width outside the behavior's range is clamped.
    private var widthFindings: [Finding] {
        let width = request.size.width
        guard let widthRange, !widthRange.contains(width) else { return [] }
        let least = widthRange.lowerBound.short
        let most = widthRange.upperBound.short
        let given = (width < widthRange.lowerBound ? least : most)
        let message =
            "size.width: \(width.short) is not in \(least) to \(most) and counts as \(given): ask "
            + "for a width in this range"
        return [Finding(.size, message)]
    }

    // MARK: Words

    /// G23: not for warnings.
    private var warningFindings: [Finding] {
        switch request.severity {
        case .warning?, .critical?:
            let name = (request.severity?.rawValue ?? "").quoted
            let message =
                "severity: popovers are not for warnings, and this one says that it is \(name): "
                + "raise an alert"
            return [Finding(.warning, message)]
        case .info, nil:
            guard let title, Wording.beginsLikeWarning(title) else { return [] }
            let message =
                "title: popovers are not for warnings, and \(title.quoted) begins like one: raise "
                + "an alert, or say what people can do here"
            return [Finding(.warning, message, isGuess: true)]
        }
    }

    /// G24: texts do not say "popover".
    private var wordingFindings: [Finding] {
        var findings = title.map { Wording.findings(in: $0, member: "title") } ?? []
        for (index, button) in buttons.enumerated() where Wording.saysPopover(button.label) {
            findings += Wording.findings(in: button.label, member: "buttons[\(index)]")
        }
        if let help { findings.add(Wording.findings(in: help, member: "help")) }
        return findings
    }

    // MARK: Looks

    /// G27: a custom popover still looks like a popover.
    private var lookFindings: [Finding] {
        guard let appearance else { return [] }
        var findings: [Finding] = []
        if !appearance.hasArrow {
            let message = "appearance.arrow: without it nobody sees what it belongs to: show it"
            findings.append(Finding(.look, message))
        }
        if !appearance.hasBorder {
            let message = "appearance.border: without it nobody sees where it ends: show it"
            findings.append(Finding(.look, message))
        }
        return findings
            + appearance.unreadable.map { path in
                let message =
                    "\(path) is not understood and not checked: colors are #rgb, #rrggbb or "
                    + "#rrggbbaa, and what is hidden is false"
                return Finding(.look, message)
            }
    }

    /// G31: readable on its own background.
    private var contrastFindings: [Finding] {
        guard let text = appearance?.text, let background = appearance?.background else {
            return []
        }
        let ratio = Contrast.ratio(text, background)
        guard ratio < Contrast.least else { return [] }
        let message =
            "appearance: \(text.opaque) on \(background.opaque) has a contrast of "
            + "\(Contrast.text(below: ratio)) : 1, less than \(Contrast.least): take a darker or "
            + "lighter one of the two"
        return [Finding(.contrast, message)]
    }
}

extension [Button] {
    /// Whether buttons are declared, and none of them leaves.
    var lackWayOut: Bool { !isEmpty && !contains(where: \.leaves) }
}

extension Button {
    /// Whether the button does nothing but close the popover, as far as its words tell. In a selection
    /// Done ends the choosing, and in an inspector Discard Changes gives up what a tap outside keeps.
    fileprivate func onlyCloses(_ kind: Declaration.Kind?) -> Bool {
        switch kind {
        case .selection where Wording.isEnding(label): false
        case .selection where Wording.givesUp(label), .inspector where Wording.givesUp(label): false
        case _: role == .cancel || Wording.isLeaving(label) || Wording.isClosing(id: id)
        }
    }

    fileprivate var leaves: Bool {
        role == .cancel || role == .default || Wording.mayLeave(label) || Wording.mayLeave(id: id)
    }

    /// Whether the button speaks of closing a popover, which is wrong for any purpose.
    fileprivate var namesClosing: Bool {
        Wording.isClosingPopover(label) || Wording.isClosingPopover(id)
    }
}
