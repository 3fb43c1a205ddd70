# SPDX-License-Identifier: MIT
"""Mutations of the modules that run plugins, and of those of bundled plugins."""

from unit_mutation import allowed, more, of, skipped

PROGRAMS = "PluginHosts/ProgramHost"
FLEET = "PopoverPlugins/Bridges/MQTT/PopoverFleet"
PAGES = "PopoverPlugins/Bridges/Web/PopoverPages"
NOTIFICATIONS = "PopoverPlugins/Bridges/Notifications/PopoverNotifications"
SCREENS = "PopoverPlugins/Screens/PopoverScreens"

PLUGIN_MUTATIONS = [
    *of(PROGRAMS, "CircuitBreaker", [
        ("a probe is put a moment late", "guard now >= until else",
         "guard MUTANT ? now > until : now >= until else"),
        more("a strike more is fine", "strikes.count >= ProgramLimits.strikes"),
        ("strikes never age", "now - $0 > ProgramLimits.strikeWindow",
         "!MUTANT && now - $0 > ProgramLimits.strikeWindow"),
        ("the pause does not grow", "pause = pause.doubled(", "pause = MUTANT ? pause : pause.doubled("),
        skipped("the pause does not shrink again", "        pause = ProgramLimits.shortestPause\n"),
        ("several questions are the probe", "case .probing: return false", "case .probing: return MUTANT"),
        ("a circuit that has opened keeps its strikes", "        strikes = []\n",
         "        if !MUTANT { strikes = [] }\n"),
        skipped("a question that came to nothing is no probe",
        "if state == .probing { state = .open(until: now) }"),
    ]),
    *of(PROGRAMS, "RateLimiter", [
        more("an event more is admitted", "return count <= limit"),
        ("a window lasts a moment longer", "now - $0 >= window",
         "MUTANT ? now - $0 > window : now - $0 >= window"),
        skipped("a new window begins with the old count", "            count = 0\n"),
        more("an event that was admitted is left out", "count - limit"),
    ]),
    *of(PROGRAMS, "RestartBackoff", [
        ("a good life is a moment longer", "now - since >= ProgramLimits.goodLife",
         "MUTANT ? now - since > ProgramLimits.goodLife : now - since >= ProgramLimits.goodLife"),
        ("the wait does not grow", "next = next.doubled(", "next = MUTANT ? next : next.doubled("),
        skipped("a life counts twice", "        runningSince = nil\n"),
    ]),
    *of(PROGRAMS, "EventMark", [
        ("an event that was not sent is seen", "min(sequence, sent)",
         "MUTANT ? sequence : min(sequence, sent)"),
    ]),
    *of(PROGRAMS, "ErrorLines", [
        more("a line of the log may be a byte longer", "line.count < ProgramLimits.logLine"),
        ("a line that is cut says nothing of it", '(isCut ? "…"', '(isCut && !MUTANT ? "…"'),
        skipped("the next line is cut, too", "            isCut = false\n"),
    ]),
    *of(FLEET, "CommandAuthorizer", [
        more("a command may not be as long as the limit", "payload.count <= SignedToken.longest", -1),
        ("a command is valid in the second of its expiry", "guard command.expiry > now else",
         "guard command.expiry > now - (MUTANT ? 1 : 0) else"),
        more("a clock may be a second more ahead", "command.issued <= now + Self.slack"),
        more("a command may live a second longer", "command.expiry - command.issued <= Self.longestLife"),
        ("a command may expire when it is issued", "guard command.expiry > command.issued,",
         "guard command.expiry > command.issued - (MUTANT ? 1 : 0),"),
        allowed("a key has all rights", "keys.gives(command.order.name, to: key)"),
        allowed("a command for others is for this kiosk", "topics.isAddressed(by: command.audience)"),
    ]),
    *of(FLEET, "CommandRates", [
        more("a key may send a command more", "return counts[key, default: 0] <= Self.mostPerSecond"),
        skipped("a second's count lasts", "        counts = [:]\n"),
        ("all commands count as dropped", "$0.value - Self.mostPerSecond)",
         "$0.value - (MUTANT ? 0 : Self.mostPerSecond))"),
        more("as many as are admitted are dropped", "$0.value > Self.mostPerSecond", -1),
    ]),
    *of(FLEET, "KeyRing", [
        ("a right with a star is every right", "? command.rawValue.hasPrefix(right.dropLast())",
         "? MUTANT || command.rawValue.hasPrefix(right.dropLast())"),
        ("a right is a prefix without a star", ": command.rawValue == right",
         ": MUTANT ? command.rawValue.hasPrefix(right) : command.rawValue == right"),
        more("a key more than the limit is fine", "holders.count < Self.mostKeys"),
        allowed("a name may stand twice", "holders[name] == nil"),
    ]),
    *of(FLEET, "SignedToken", [
        allowed("an empty footer after a dot is fine", "pieces.count == 1 || !footer.isEmpty"),
        ("Base64 has several spellings", "encode(value).utf8.elementsEqual(text)",
         "(MUTANT || encode(value).utf8.elementsEqual(text))"),
        allowed("a secret key may have another's public half", "derived == bytes"),
        more("a token may not be as long as the limit", "token.count <= longest", -1),
    ]),
    *of(FLEET, "KioskState", [
        ("an event may be in the future", "max(0, monotonic - time)",
         "max(MUTANT ? Int64.min : 0, monotonic - time)"),
    ]),
    *of(FLEET, "AuditEntry", [
        ("a command that failed is refused", "error.reason == .failed ? .failed : .refused",
         "error.reason == .failed && !MUTANT ? .failed : .refused"),
    ]),
    *of(FLEET, "WallTime", [
        allowed("a date may be spelled in any way", "self.text(seconds) == utc"),
    ]),
    *of(PAGES, "AppOwners", [
        more("an app more is an origin's", "$0.value == origin }) < share"),
        ("an origin takes all apps", "max(1, Set(origins).count)", "max(1, MUTANT ? 1 : Set(origins).count)"),
        ("an app belongs to everybody", "if let owner = owners[app] { return owner == origin }",
         "if let owner = owners[app] { return MUTANT || owner == origin }"),
        ("apps of former origins stay", "origins.contains(parts[1]),",
         "MUTANT || origins.contains(parts[1]),"),
        ("an app's name may be longer", "(1...64)", "(1...(MUTANT ? 65 : 64))"),
        ("a name may be empty", ".contains(text.utf8.count)",
         ".contains(MUTANT ? max(1, text.utf8.count) : text.utf8.count)"),
        ("a rule may give an app to nobody", "let owner = Origin.normalized(String(parts[1]))",
         "let owner = MUTANT ? String(parts[1]) : Origin.normalized(String(parts[1]))"),
    ]),
    *of(PAGES, "Doorkeeper", [
        ("an empty token opens", "given.count == token.count, !token.isEmpty",
         "given.count == token.count, MUTANT || !token.isEmpty"),
        ("the beginning of the token opens", "given.count == token.count",
         "(MUTANT || given.count == token.count)"),
        ("a page of any origin is the first one's", "guard let number = origins.firstIndex(of: origin) else",
         "guard let number = MUTANT ? 0 : origins.firstIndex(of: origin) else"),
        allowed("a page may have any role", "wanted.allSatisfy(roles.contains)"),
        ("a page may call anything", "return methods.contains(name)",
         "return MUTANT || methods.contains(name)"),
        more("what is sent back may be longer", "echo.count <= Self.echoLimit"),
        ("a page that names no roles has none", "var wanted = [Role.app.rawValue]",
         "var wanted = MUTANT ? [] : [Role.app.rawValue]"),
        ("an owner of an app is not remembered", "if apps != before {", "if !MUTANT, apps != before {"),
        ("a limit of nothing counts", 'limits.member("message")?.integer, limit > 0',
         'limits.member("message")?.integer, MUTANT || limit > 0'),
    ]),
    *of(NOTIFICATIONS, "RaisedAlerts", [
        ("the number after the greatest is none", "latest == .max ? 1", "latest == .max ? (MUTANT ? 0 : 1)"),
        ("a number that is in use is given again", "while isKnown(latest)",
         "while !MUTANT && isKnown(latest)"),
        ("a request is canceled twice", "$0.value.canceledAs == nil && matches", "(MUTANT || $0.value.canceledAs == nil) && matches"),
        ("a replaced notification is closed", 'if hasReplacement, waitsAgain || reason == "superseded"',
         'if !MUTANT, hasReplacement, waitsAgain || reason == "superseded"'),
        ("whoever cancels, the caller has closed it", ".other)] + stopWaiting()",
         "MUTANT ? .canceled : .other)] + stopWaiting()"),
        ("the answer of a replaced alert counts", "current[raise.id] == request else",
         "MUTANT || current[raise.id] == request else"),
        skipped("an alert that has ended is shown", "        current[raise.id] = nil\n"),
    ]),
    *of(NOTIFICATIONS, "NotificationAlert", [
        more("a title may be a byte longer", "title.shortened(to: limits.text"),
        ("a label may be a byte longer", "            $0.shortened(to: limits.text)",
         "            $0.shortened(to: limits.text + (MUTANT ? 1 : 0))"),
        ("a button more than the limit is fine", "limits.buttons - 1)", "limits.buttons - (MUTANT ? 0 : 1))"),
        more("an alert has room for a line more", "lines > usualLines", 1),
        ("a line of the full width takes two", "$1.count + perLine - 1",
         "$1.count + perLine - (MUTANT ? 0 : 1)"),
    ]),
    *of(NOTIFICATIONS, "PlainText", [
        ("a control character is text", "number >= 0x20 || number == 0x0A",
         "MUTANT || number >= 0x20 || number == 0x0A"),
        ("a line feed is no text", "number >= 0x20 || number == 0x0A",
         "number >= 0x20 || !MUTANT && number == 0x0A"),
    ]),
    *of(SCREENS, "SwitchScan", [
        skipped("a press does not begin the rounds anew", "        roundsLeft = Self.rounds\n"),
        skipped("a press does not begin the steps anew", "        stepsLeft = Self.steps\n"),
        more("the scan ends a round late", "if roundsLeft <= 0", -1),
        more("the scan ends a step late", "if stepsLeft <= 0", -1),
        ("a source that the focus left is still the first", "            first = nil\n            if",
         "            if !MUTANT { first = nil }\n            if"),
    ]),
    *of(SCREENS, "TakenEdges", [
        ("a keyboard of the least height is none", "height >= Self.keyboardHeight",
         "MUTANT ? height > Self.keyboardHeight : height >= Self.keyboardHeight"),
        ("a keyboard is higher than its output", "min(bottom, size.height)",
         "MUTANT ? bottom : min(bottom, size.height)"),
    ]),
    *of(SCREENS, "ScreenLayout", [
        ("a pixel right of a display is on it", "pixel.x < tile.place.maxX",
         "(MUTANT ? pixel.x <= tile.place.maxX : pixel.x < tile.place.maxX)"),
        ("a pixel below a display is on it", "pixel.y < tile.place.maxY",
         "(MUTANT ? pixel.y <= tile.place.maxY : pixel.y < tile.place.maxY)"),
    ]),
    *of(SCREENS, "SeatFingers", [
        more("a finger more than the protocol knows is reported", "fingers.count < Self.capacity"),
    ]),
    *of(SCREENS, "KeyboardWindows", [
        more("a keyboard more is followed", "windows.count < Self.most"),
    ]),
    *of(SCREENS, "FingerReport", [
        ("a time of the future is believed", "min(now, (now",
         "MUTANT ? (now / 1000 - Int64(ago)) * 1000 + 999 : min(now, (now"),
        ("an old time is believed", "ago < 2000", "ago < (MUTANT ? 3000 : 2000)"),
    ]),
    *of(SCREENS, "Fingers", [
        ("a finger that is up stays", "if phase == .up { fingers[key] = nil }",
         "if phase == .up, !MUTANT { fingers[key] = nil }"),
        ("a swallowed press is reported twice", "guard !sight.isSwallowed else",
         "guard MUTANT || !sight.isSwallowed else"),
    ]),
]
