# SPDX-License-Identifier: MIT
"""Mutations that remove rules, each with the scenarios that must fail."""

import dataclasses
import sys

CORE = "Sources/Core/PopoverCore/"


@dataclasses.dataclass(frozen=True)
class Mutation:
    name: str
    rows: str
    path: str
    old: str
    new: str
    scenarios: list

    def applied(self, text):
        if text.count(self.old) != 1:
            sys.exit(f"{self.name}: its text stands {text.count(self.old)} times in {self.path}")
        return text.replace(self.old, self.new)


MUTATIONS = [
    Mutation(
        "a modal popover closes on a tap outside", "G3 G9", CORE + "Rules/Arbiter+Taps.swift",
        "        if popovers[index].isModal { return nudge(id, .modal) }\n", "",
        ["G03", "G09"]),
    Mutation(
        "the views below stay interactive", "G4", CORE + "Rules/Arbiter+Shields.swift",
        "pass through, so that its views stay interactive too.\n            shield.isOn = true\n",
        "pass through, so that its views stay interactive too.\n            shield.isOn = false\n",
        ["G04"]),
    Mutation(
        "a menu stays on a choice", "G5",
        "Sources/PopoverPlugins/Behaviors/BundledBehaviors/BundledBehaviors.swift",
        "name: name, choiceCloses: true)", "name: name, choiceCloses: false)", ["G05"]),
    Mutation(
        "any choice closes", "G7 G8", CORE + "Rules/Arbiter+Closing.swift",
        "case nil: popover.behavior.choiceCloses", "case nil: true", ["G07", "G08"]),
    Mutation(
        "a tap outside discards", "G10", CORE + "Rules/Arbiter+Taps.swift",
        "            popover, because: .outsideTap, disposition, hitsSource: hit != nil,",
        "            popover, because: .outsideTap, .discard, hitsSource: hit != nil,",
        ["G10", "G07"]),
    Mutation(
        "the second popover does not wait for the first", "G11 G12",
        CORE + "Rules/Arbiter+Opening.swift",
        "        case .open: startClosing(popover.id, because: .replaced, cause: cause)\n",
        "        case .open: end(popover.id, because: .replaced, work: .nothing)\n",
        ["G11", "G12"]),
    Mutation(
        "a view goes above a popover", "G13", CORE + "Rules/Arbiter+Views.swift",
        "        if !request.closePopover { return .refused(.popoverActive, app: app) }\n", "",
        ["G13-only"]),
    Mutation(
        "a swallowed tap on another source is lost", "G14", CORE + "Rules/Arbiter+Taps.swift",
        "        if let source = outcome.source, isForwarded, !recent.wasHandedOver,",
        "        if let source = outcome.source, source.name.isEmpty, isForwarded, !recent.wasHandedOver,",
        ["G14"]),
    Mutation(
        "a popover may take the whole display", "G15", CORE + "Placement/PlacementStyle.swift",
        "margin: Double = 8, widthRange: ClosedRange<Double> = 320...600,\n"
        "        minimumHeight: Double = 120, areaShare: Double = 0.8,",
        "margin: Double = 8, widthRange: ClosedRange<Double> = 320...600,\n"
        "        minimumHeight: Double = 120, areaShare: Double = 1,",
        ["G15"]),
    Mutation(
        "a popover may cover its source", "G17", CORE + "Placement/PlacementSolver.swift",
        "        free.y.low = max(free.y.low, source.y.high)\n",
        "        free.y.low = max(free.y.low, source.y.low)\n",
        ["G17", "F65"]),
    Mutation(
        "a popover is never aligned", "G2", CORE + "Placement/PlacementSolver.swift",
        "        case .start: isReversed ? source.high - width : source.low\n",
        "        case .start: source.middle - width / 2\n", ["G02-aligned"]),
    Mutation(
        "a popover leaves its surface", "G17", CORE + "Rules/Arbiter+Placement.swift",
        "let surface = popover.request.within == .surface ? content : nil",
        "let surface = popover.request.within == .display ? content : nil",
        ["G02-aligned"]),
    Mutation(
        "words of one language only", "G20", CORE + "Advice/Wording.swift",
        "private static let closing = Set(WordTable.close + WordTable.cancel)",
        "private static let closing = Set([\"close\", \"cancel\"])", ["G20-other-languages"]),
    Mutation(
        "a compact display shows popovers", "G21", "Sources/Core/PopoverModel/Display.swift",
        "isCompact(below width: Double) -> Bool { idiom == .phone || size.width < width }",
        "isCompact(below width: Double) -> Bool { false }", ["G21", "F72"]),
    Mutation(
        "a narrow window shows popovers", "G21", CORE + "Rules/Arbiter+Placement.swift",
        "content.map { $0.width > 0 && $0.width < settings.appearance.compactWidth } ?? false",
        "content.map { _ in false } ?? false", ["G21-narrow-window"]),
    Mutation(
        "a sheet is as high as the display", "G21", CORE + "Placement/PlacementSheet.swift",
        "let top = height < free.y.length ? free.y.high - height : free.y.low",
        "let top = free.y.low", ["G21-sheet"]),
    Mutation(
        "nobody says that a sheet needs a button", "G21", CORE + "Rules/Arbiter+Placement.swift",
        "!room.hasRest(beside: frame, off: passed)", "room.hasRest(beside: room, off: [room])",
        ["G21-sheet"]),
    Mutation(
        "declared warnings are let in", "G23", CORE + "Rules/Arbiter+Opening.swift",
        "        if let failure = refusal(for: findings, request, client, at: index) {",
        "        if let failure = refusal(for: [], request, client, at: index) {",
        ["G23-warnings"]),
    Mutation(
        "televisions show popovers", "G25", "Sources/Core/PopoverModel/Display.swift",
        "public var supportsPopovers: Bool { idiom != .tv && idiom != .watch }",
        "public var supportsPopovers: Bool { true }", ["G25"]),
    Mutation(
        "a split pane stays in landscape", "G29", CORE + "Rules/Arbiter+Displays.swift",
        "        let isTurned = popover.behavior.isPortraitOnly && specification.isLandscape\n",
        "        let isTurned = false\n", ["G29"]),
    Mutation(
        "the next customer finds the drafts", "K3", CORE + "Rules/Arbiter+Sessions.swift",
        "close: .sessionEnded, disposition: .discard, isFinal: true))",
        "close: .sessionEnded, disposition: .save, isFinal: true))", ["K03-next"]),
    Mutation(
        "a hung client keeps the place", "K5", CORE + "Rules/Arbiter+Leaving.swift",
        "        if !isPaused { deadlines.arm(.close(id), at: now + deadline) }\n",
        "        _ = isPaused\n", ["K05"]),
    Mutation(
        "keyboards cover popovers", "K7", CORE + "Rules/Arbiter+Placement.swift",
        "occluders: regions.occluders.onDisplay(display.name).map(\\.rect), source: anchor,",
        "occluders: [], source: anchor,", ["K07", "F76"]),
    Mutation(
        "a tap on the own control opens again", "F23", CORE + "Rules/Arbiter+Taps.swift",
        "            displays.update(tap.display) { $0.toggle = mark }\n",
        "            _ = mark\n", ["F23"]),
    Mutation(
        "a sheet lies under a keyboard", "K7", CORE + "Placement/PlacementSheet.swift",
        "let best = area.freeRegions(off: query.occluders, holding: minimum)",
        "let best = area.freeRegions(off: [], holding: minimum)", ["K07-sheet"]),
    Mutation(
        "a sheet gets the taps on a keyboard above it", "K7", CORE + "Rules/Arbiter+Taps.swift",
        "        if isOccluded(tap) {", "        if isOccluded(tap), tap.number == 0 {",
        ["K07-sheet"]),
    Mutation(
        "an alert stays under a keyboard", "K7", CORE + "Rules/Arbiter+Regions.swift",
        "keepAlertUncovered(on: display)", "touch(display)", ["K07-alert"]),
    Mutation(
        "a drag outside is delivered", "G4", CORE + "Rules/Arbiter+Pointers.swift",
        "        case .outside: false\n", "        case .outside: true\n", ["G04-begins-outside"]),
    Mutation(
        "the shield leaves the frame free, whatever its shape", "G4", CORE + "Rules/Arbiter+Shields.swift",
        "            shield.except = shapes.interactive\n",
        "            shield.except = [shapes.presentation.frame]\n", ["G04-hit"]),
    Mutation(
        "an app opens unasked", "F8", CORE + "Rules/Arbiter+Opening.swift",
        "        if isUnasked(open), displays[index].specification.opens == .asked {\n",
        "        if open.gesture == nil, false {\n", ["F08-asked"]),
    Mutation(
        "an app uses another app's gesture", "F8", CORE + "Rules/Arbiter+Gestures.swift",
        "                && clients.value(of: $0.client) { $0.owner } == owner\n",
        "                && owner != nil\n", ["F08-asked"]),
    Mutation(
        "a swipe back hides nothing", "G29", CORE + "Rules/Arbiter+Swipes.swift",
        "        return .hides(id)\n", "        return nil\n", ["G29-swipe"]),
    Mutation(
        "a key is no gesture", "F8", CORE + "Rules/Arbiter+Keys.swift",
        "key == KeyName.escape ? nil : giveGesture(forKeyOf: client, on: name)",
        "key == KeyName.escape ? nil : GestureID?.none", ["F08-keys"]),
    Mutation(
        "a hung owner keeps its panel", "K5", CORE + "Rules/Arbiter+Pings.swift",
        "            startClosing(panel, because: .unresponsive)\n",
        "            _ = panel\n", ["K05-hung-panel"]),
    Mutation(
        "what keeps its frame moves", "G19", CORE + "Rules/Arbiter+Motion.swift",
        "start == end ? .none : animation", "animation", ["G21-sheet"]),
    Mutation(
        "what becomes a sheet is not judged again", "G20 G21",
        CORE + "Rules/Arbiter+Advice.swift",
        "        return advise(\n"
        "            &popover, popover.declaration.findings,\n"
        "            placement(for: popover, at: anchor, on: display), isOutOfSight: isOutOfSight)\n",
        "        return []\n", ["G21-sheet"]),
]
