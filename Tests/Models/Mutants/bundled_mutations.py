# SPDX-License-Identifier: MIT
"""Mutations of the Swift face of plugins and of the bundled policies and behaviors, which the tests of the
host judge: they load the libraries."""

from unit_mutation import allowed, more, of, skipped

KIT = "PopoverPlugins/Kit/PopoverPluginKit"
PROGRAM = "PopoverPlugins/Kit/PluginProgram"
BEHAVIORS = "PopoverPlugins/Behaviors/BundledBehaviors"
POLICIES = "PopoverPlugins/Policies"


def judged(module, file, rows):
    return of(module, file, rows, judge="LibraryHost")


def other(name, before, after, around="{}"):
    """A value that is another; `around` is its place in the line."""
    return name, around.format(before), around.format(f"(MUTANT ? {after} : {before})")


BUNDLED_MUTATIONS = [
    *judged(KIT, "DailyHours", [
        ("equal times are no hours", "(until - from + day - 1) % day + 1",
         "(MUTANT ? (until - from + day) % day : (until - from + day - 1) % day + 1)"),
        other("hours last a minute longer", "passed < length", "passed <= length"),
        other("hours do not span midnight", "(minute - from + day) % day", "minute - from",
              "let passed = {}"),
        more("there is an hour more", "(0..<24"),
        more("an hour has a minute more", "(0..<60"),
        allowed("a time may have single digits", "parts.allSatisfy({ $0.utf8.count == 2 })"),
        other("a time may have seconds", "parts.count == 2", "parts.count >= 2"),
        ("one time alone is none", "from.isEmpty && until.isEmpty",
         "MUTANT ? from.isEmpty || until.isEmpty : from.isEmpty && until.isEmpty"),
    ]),
    *of(PROGRAM, "RateLimit", [
        ("an interval lasts a moment longer", "now - latest < Int64(interval) * 1000",
         "now - latest < Int64(interval) * 1000 + (MUTANT ? 1 : 0)"),
        skipped("a timer that has fired is due", "        isDue = false\n"),
        skipped("a second timer is started", "            isDue = true\n"),
        ("what has happened by itself is forgotten", "{ latest = now }", "{ if !MUTANT { latest = now } }"),
    ], judge="ProgramHost"),
    *of(PROGRAM, "RetryPauses", [
        ("a pause does not grow", "upcoming = min(", "upcoming = MUTANT ? upcoming : min("),
        other("a connection must last a moment longer", "duration >= Self.steadyAfter",
              "duration > Self.steadyAfter"),
        ("a steady connection does not count", "        reset()\n        return true",
         "        if !MUTANT { reset() }\n        return true"),
    ], judge="ProgramHost"),
    *judged(KIT, "OptionRule", [
        ("a text may be empty", "if text.isEmpty { throw", "if !MUTANT, text.isEmpty { throw"),
        ("an error quotes a secret", "isSecret ? ", "isSecret && !MUTANT ? "),
        ("a list may have an entry more", "values.count <= limit",
         "values.count - (MUTANT ? 1 : 0) <= limit"),
        ("a list may have no more than one less", "guard values.count",
         "guard values.count + (MUTANT ? 1 : 0)"),
        ("a number may be out of range", ", range.contains(value)", ", MUTANT || range.contains(value)"),
        ("any text is true", '{ $0 == "true" }', '{ MUTANT || $0 == "true" }'),
        ("a later error hides the first", "for rule in self {", "for rule in (MUTANT ? reversed() : self) {"),
    ]),
    *judged(KIT, "Verdict", [
        more("a text is cut a byte early", "utf8.count > capacity", -1),
        more("a text is cut a byte late", "utf8.count > capacity"),
        ("a panel is allowed where it is not", "raw.kind = allowed ?", "raw.kind = MUTANT || allowed ?"),
    ]),
    *judged(KIT, "Descriptor", [
        more("a state may be a byte larger", "state.count <= capacity"),
        ("a state that is refused is taken", "?.importState(state) == true ? 0",
         "?.importState(state) == true || MUTANT ? 0"),
    ]),
    *judged(BEHAVIORS, "BundledBehaviors", [
        ("a menu stays after a choice", "choiceCloses: true)", "choiceCloses: !MUTANT)"),
        ("an action sheet stays after a choice", "choiceCloses: true, outside",
         "choiceCloses: !MUTANT, outside"),
        other("an action sheet saves", ".discard", ".save"),
        ("an inspector cannot be detached", "isDetachable: true", "isDetachable: !MUTANT"),
        ("a task scrolls", "name: name, avoidsScrolling: true", "name: name, avoidsScrolling: !MUTANT"),
        ("a split pane needs no title", "needsTitle: true", "needsTitle: !MUTANT"),
        ("a split pane opens in landscape", "isPortraitOnly: true", "isPortraitOnly: !MUTANT"),
        ("a hint takes a place", "isHint: true", "isHint: !MUTANT"),
        other("a hint is wider", "320", "321"),
        other("a hint is narrower", "60", "59"),
    ]),
    *judged(f"{POLICIES}/Edition", "Edition", [
        ("an unknown edition is the first", "Year(rawValue: name)", 'Year(rawValue: MUTANT ? "2011" : name)'),
        ("narrow displays have popovers in 2011", "where isCompact:", "where !MUTANT && isCompact:"),
        ("narrow displays have no sheets in 2014", "case .y2011 where",
         "case MUTANT ? .y2014 : .y2011 where"),
        ("a popover may be wider", "320...600)", "320...(MUTANT ? 601 : 600))"),
        ("a popover may be narrower", "320...", "(MUTANT ? 319 : 320)..."),
        ("every edition detaches", "year == .today ?", "MUTANT || year == .today ?"),
        ("no edition detaches", "== .today ? .abstain", "== .today && !MUTANT ? .abstain"),
    ]),
    *judged(f"{POLICIES}/Exclusive", "Exclusive", [
        ("an app that is not named opens", "apps.isEmpty || apps.contains(question.app)",
         "apps.isEmpty || apps.contains(question.app) || MUTANT"),
        ("no names are nobody", "guard apps.isEmpty ||", "guard !MUTANT && apps.isEmpty ||"),
        ("apps open at any hour", "if let hours, hours.left", "if !MUTANT, let hours, hours.left"),
        ("apps open at no hour", "DailyHours.minute) == nil {", "DailyHours.minute) == nil || MUTANT {"),
        ("invalid hours are none", "            return nil\n",
         "            guard MUTANT else { return nil }\n            hours = nil\n"),
    ]),
    *judged(f"{POLICIES}/Idle", "Idle", [
        allowed("anything may follow", 'action == "end-session" || action == "close"'),
        ("a warning may be shorter", "(1000...", "((MUTANT ? 999 : 1000)..."),
        ("a warning may be longer", "600_000)", "(MUTANT ? 600_001 : 600_000))"),
        ("there is always a warning", "guard timeout == 0 ||", "guard !MUTANT && timeout == 0 ||"),
        ("no warning is shown as one", "if timeout == 0 {", "if !MUTANT, timeout == 0 {"),
        ("an empty display keeps its session", "isOccupied || endsSession else",
         "isOccupied || endsSession && !MUTANT else"),
        ("an empty display is closed", "isOccupied) = question.kind, isOccupied ||",
         "isOccupied) = question.kind, MUTANT || isOccupied ||"),
        ("to close is to end", 'endsSession = action == "end-session"',
         'endsSession = MUTANT || action == "end-session"'),
        ("to end is to close", "return endsSession ?", "return endsSession && !MUTANT ?"),
        ("a warning is in no language", 'host.setting("title", in: question.language)',
         'host.setting("title", in: MUTANT ? nil : question.language)'),
    ]),
    *judged(f"{POLICIES}/Quiet", "Quiet", [
        ("an unknown severity is the usual one", "levels[below] else",
         "levels[below] ?? (MUTANT ? .warning : nil) else"),
        other("the severity itself is held", "severity.rawValue < level.rawValue",
              "severity.rawValue <= level.rawValue"),
        ("alerts are held at any hour", "hours.left(at: DailyHours.minute) else",
         "hours.left(at: DailyHours.minute) ?? (MUTANT ? 1 : nil) else"),
        other("an alert is held for all the hours", "min(Self.longest, Int64(left) * 60_000)",
              "Int64(left) * 60_000"),
        more("an alert is held for longer", "let longest: Int64 = 60_000"),
        more("an alert is held for less", "let longest: Int64 = 60_000", -1),
    ]),
]
