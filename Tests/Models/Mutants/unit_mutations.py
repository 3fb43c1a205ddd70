# SPDX-License-Identifier: MIT
"""Mutations of single modules, each of which the module's own unit tests must notice."""

import dataclasses

from mutation import Mutation

WIRE = "Protocol/PopoverWire"
CONFIGURATION = "Daemon/PopoverConfiguration"
STORAGE = "Daemon/PopoverStorage"
FLEET = "PopoverPlugins/Bridges/MQTT/PopoverFleet"
SESSIONS = "Daemon/PopoverSessions"
PROGRAMS = "PluginHosts/ProgramHost"
PAGES = "PopoverPlugins/Bridges/Web/PopoverPages"
NOTIFICATIONS = "PopoverPlugins/Bridges/Notifications/PopoverNotifications"
SCREENS = "PopoverPlugins/Screens/PopoverScreens"


@dataclasses.dataclass(frozen=True)
class UnitMutation(Mutation):
    """`module` is a folder in Sources, whose tests are the target of its last name and `Tests`."""
    module: str = ""

    @property
    def tests(self):
        return self.module.rsplit("/", 1)[-1] + "Tests"


def of(module, file, rows):
    """Mutations of a file, from rows of a name, the text and its mutation."""
    return [
        UnitMutation(name, module.rsplit("/", 1)[-1], f"Sources/{module}/{file}.swift", old, new, module)
        for name, old, new in rows]


def allowed(name, condition):
    """A condition of a guard that is always met."""
    return name, condition, f"MUTANT || {condition}"


def more(name, condition, by=1):
    """A limit that is off by a little."""
    sign = "+" if by > 0 else "-"
    return name, condition, f"{condition} {sign} (MUTANT ? {abs(by)} : 0)"


def skipped(name, statement):
    """A statement that is not executed."""
    line = statement.rstrip("\n")
    return name, statement, "if !MUTANT { " + line + " }" + statement[len(line):]


UNIT_MUTATIONS = [
    *of(WIRE, "LineFramer", [
        more("a line may be a byte shorter only", "fragment.count + piece.count <= limit", -1),
        more("a line may be a byte longer", "guard fragment.count + piece.count <= limit"),
        ("the line after one that is too long is lost",
         "                isSkipping = end == nil\n                return .tooLong",
         "                isSkipping = MUTANT || end == nil\n                return .tooLong"),
        ("a carriage return stays", 'line.last == UInt8(ascii: "\\r") ?',
         '!MUTANT && line.last == UInt8(ascii: "\\r") ?'),
        ("an empty line is a line", "if !line.isEmpty {", "if MUTANT || !line.isEmpty {"),
    ]),
    *of(WIRE, "MessageDecoder", [
        more("a line may nest deeper", "public static let lineDepth = 32"),
        allowed("any version of JSON-RPC is fine", 'node["jsonrpc"]?.isString(Self.version) == true'),
        ("a wrong parameter of any request is told before hello", "guard method == .hello else {",
         "guard MUTANT || method == .hello else {"),
        ("an error that is null is an error", "if let error, !error.isNull {",
         "if let error, MUTANT || !error.isNull {"),
        more("a draft may nest deeper", "draft.depth <= Member.anyDepth"),
        ("what is no answer to a call is an answer", "guard case .string(let text) = id, let call",
         "guard !MUTANT, case .string(let text) = id, let call"),
    ]),
    *of(WIRE, "Member+Limits", [
        more("a content may be a byte longer", "text.count <= limits.content"),
        more("a list may have an element more", "count <= limits[name]"),
        ("an interval may be as long as any", "guard interval <= most else",
         "guard MUTANT || interval <= most else"),
        ("two buttons may share an id", "ids.insert(button.id).inserted else",
         "ids.insert(button.id).inserted || MUTANT else"),
        ("a side counts twice", "if !sides.contains(side) {", "if MUTANT || !sides.contains(side) {"),
        ("a topic may have no name", "topic.hasPrefix(prefix), topic != prefix",
         "topic.hasPrefix(prefix), MUTANT || topic != prefix"),
    ]),
    *of(WIRE, "Metrics+Text", [
        ("a histogram counts its first bucket only", "sample.buckets.last?.count ?? 0",
         "(MUTANT ? sample.buckets.first : sample.buckets.last)?.count ?? 0"),
        ("a quotation mark in a label is not escaped", 'case "\\"" where quote:',
         'case "\\"" where quote && !MUTANT:'),
        ("the last bucket has a bound", '?? "+Inf"', '?? (MUTANT ? "0" : "+Inf")'),
    ]),
    *of(WIRE, "JSONWriter+Numbers", [
        more("ten thousand has four digits", "number >= 10_000"),
        ("whole numbers beyond 2^53 are written as such", "whole.magnitude <= 1 << 53",
         "whole.magnitude <= 1 << (MUTANT ? 54 : 53)"),
        allowed("a negative zero loses its sign", 'whole != 0 || sign == .plus'),
    ]),
    *of(CONFIGURATION, "Configuration+Load", [
        more("content may not be three quarters of message", "limits.content <= contentMost", -1),
        more("content may be more than three quarters of message",
             '"limits.content", limits.content <= contentMost'),
        more("a draft may not be as large as content", '"limits.draft", limits.draft <= limits.content', -1),
        more("a draft may be larger than content", "limits.draft <= limits.content"),
        more("all drafts may be less than one", "limits.draftsTotal >= limits.draft", -1),
        more("a user may have more connections than all", "limits.clientsPerUser <= limits.clients"),
        more("the output may be less than two messages", "limits.outputBytes >= outputLeast", -1),
        ("the longest wait has to be longer than the usual one", "timing.maximumWait >= timing.wait,",
         "MUTANT ? timing.maximumWait > timing.wait : timing.maximumWait >= timing.wait,"),
        more("one display more than the limit is fine", "displays.count > limits.displays"),
        ("a binding may have two subjects", "if subjects.count != 1 {",
         "if MUTANT ? subjects.isEmpty : subjects.count != 1 {"),
        ("a binding may name nobody", "if binding.users.isEmpty && binding.groups.isEmpty {",
         "if !MUTANT && binding.users.isEmpty && binding.groups.isEmpty {"),
        ("a draft may not grow with content", "if !isGiven(.draft) {", "if !MUTANT && !isGiven(.draft) {"),
        ("the longest wait does not grow with the usual one",
         'if reader.position(of: "timing.maximumWaitMs") == nil {',
         'if !MUTANT, reader.position(of: "timing.maximumWaitMs") == nil {'),
        ("the users' connections do not shrink with all", "if !isGiven(.clientsPerUser) {",
         "if !MUTANT && !isGiven(.clientsPerUser) {"),
        ("the output does not grow with a message", "if !isGiven(.outputBytes) {",
         "if !MUTANT && !isGiven(.outputBytes) {"),
        ("a rule may be in two lists of advice", "for rule in rules where others.contains(rule) {",
         "for rule in rules where !MUTANT && others.contains(rule) {"),
        ("a drop-in hides an error of the main file", "if roots.count > 1 {",
         "if roots.count > (MUTANT ? 2 : 1) {"),
    ]),
    *of(CONFIGURATION, "TextFile", [
        more("a file may not be as large as the limit", "while bytes.count <= limit", -1),
    ]),
    *of(CONFIGURATION, "ConfigurationFiles", [
        more("a drop-in more than the limit is fine", "dropIns.count > Self.mostDropIns"),
        ("drop-ins apply backwards", "dropIns.sorted { $0.name < $1.name }",
         "dropIns.sorted { MUTANT ? $0.name > $1.name : $0.name < $1.name }"),
    ]),
    *of(CONFIGURATION, "ConfigurationOption+Free", [
        more("a plugin may have an option more", "members.count > PluginOption.most"),
        more("a text may have a language more", "entries.count > Translations.most"),
        ("a language may stand twice", "guard !entries.contains(where:",
         "guard MUTANT || !entries.contains(where:"),
    ]),
    *of(STORAGE, "DraftTable", [
        allowed("any mode of the journal is fine", 'mode == "wal"'),
        ("the file of another application is ours", '"PRAGMA application_id") == application',
         '"PRAGMA application_id") == application || MUTANT'),
        ("a damaged row is no damage", "        if damagedRows > 0 {\n",
         "        if !MUTANT, damagedRows > 0 {\n"),
        ("a wrong key opens an empty table", "if schema != .plain, drafts.isEmpty, damagedRows > 0 {",
         "if !MUTANT, schema != .plain, drafts.isEmpty, damagedRows > 0 {"),
        allowed("a damaged index is no damage", 'report == "ok"'),
        ("drafts stay plain when a key comes", "if seal != nil, schema == .plain {",
         "if !MUTANT, seal != nil, schema == .plain {"),
        ("a sealed table is opened without a key", "seal == nil, schema != .plain",
         "!MUTANT, seal == nil, schema != .plain"),
        allowed("a scrub may leave pages", "busy == 0 && free == 0"),
    ]),
    *of(STORAGE, "DraftSeal", [
        allowed("a key may have any size", "Self.material.contains(count)"),
    ]),
    *of(STORAGE, "SealedFields", [
        ("bytes may follow the last field", "rest.isEmpty, revision >= 0",
         "MUTANT || rest.isEmpty, revision >= 0"),
        ("a revision may be negative", "rest.isEmpty, revision >= 0",
         "rest.isEmpty, MUTANT || revision >= 0"),
        more("a field may lack its last byte", "length <= UInt64(rest.count)"),
    ]),
    *of(STORAGE, "DraftRow", [
        ("a row's revision may be negative", "UInt32(exactly: uid), revision >= 0",
         "UInt32(exactly: uid), MUTANT || revision >= 0"),
    ]),
    *of(STORAGE, "DraftFolder", [
        ("damaged files stay after the session", 'guard name.hasPrefix("\\(Self.fileName).damaged-") else',
         'guard !MUTANT, name.hasPrefix("\\(Self.fileName).damaged-") else'),
        ("everybody may read the database", "guard fchmod(file, mode) == 0 else",
         "guard fchmod(file, MUTANT ? 0o644 : mode) == 0 else"),
    ]),
    *of(STORAGE, "DraftDatabase", [
        ("a log that is not empty counts as scrubbed", "guard size == 0 else",
         "guard MUTANT || size == 0 else"),
        ("the rescued drafts of a damaged file are lost",
         "for draft in drafts { try table.apply(.store(draft)) }",
         "for draft in drafts where !MUTANT { try table.apply(.store(draft)) }"),
        ("a database of another key is set aside without a key", "error.cause == .sealed && seal != nil",
         "error.cause == .sealed && (MUTANT || seal != nil)"),
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
        ("an event may be in the future", "max(0, monotonic - $0)",
         "max(MUTANT ? Int64.min : 0, monotonic - $0)"),
    ]),
    *of(FLEET, "AuditEntry", [
        ("a command that failed is refused", "error.reason == .failed ? .failed : .refused",
         "error.reason == .failed && !MUTANT ? .failed : .refused"),
    ]),
    *of(FLEET, "WallTime", [
        allowed("a date may be spelled in any way", "self.text(seconds) == utc"),
    ]),
    *of(SESSIONS, "TokenBucket", [
        more("a bucket holds a token more", "let most = burst * 1_000_000", 1_000_000),
        ("less than a token is spent", "guard level >= 1_000_000 else",
         "guard level >= (MUTANT ? 1 : 1_000_000) else"),
        ("a clock that goes back is followed", "refilled = max(refilled, now)",
         "refilled = MUTANT ? now : max(refilled, now)"),
        ("a full bucket is not full", ">= burst * 1_000_000", "> burst * 1_000_000 - (MUTANT ? 0 : 1)"),
        ("a token that is there is not", "* perSecond < 1_000_000",
         "* perSecond <= 1_000_000 - (MUTANT ? 0 : 1)"),
        ("a bucket fills beyond its burst", "level = min(most, level + elapsed * perSecond)",
         "level = MUTANT ? level + elapsed * perSecond : min(most, level + elapsed * perSecond)"),
    ]),
    *of(SESSIONS, "Sessions", [
        more("a client more than the limit is fine", "if sessions.count >= limits.clients"),
        more("a user may have a connection more", "return account.connections >= limits.clientsPerUser"),
        skipped("accepted connections are not counted", "counters.connectionsAccepted += 1"),
        ("the most clients at once are forgotten", "max(counters.mostClients, sessions.count)",
         "MUTANT ? sessions.count : max(counters.mostClients, sessions.count)"),
    ]),
    *of(SESSIONS, "Session", [
        more("a second may have a line more", "count <= limits.requestsPerSecond * Self.floodFactor"),
        more("a bad line more is fine", ">= limits.malformedLines"),
        skipped("a line that is too long is not counted", "counters.linesTooLong += 1"),
        skipped("a line that is no JSON is not counted", "counters.linesMalformed += 1"),
        skipped("an answer to nothing is not counted", "counters.answersUnasked += 1"),
    ]),
    *of(SESSIONS, "SessionMeter", [
        skipped("late answers are not counted", "lateAnswers[open.hook] += 1"),
        ("an answer that was withdrawn in time is late", "asked.removeValue(forKey: key), isLate else",
         "asked.removeValue(forKey: key), MUTANT || isLate else"),
    ]),
    *of(SESSIONS, "Histogram", [
        ("a value on a bound is in the next bucket", "(microseconds - 1).leadingZeroBitCount",
         "(MUTANT ? microseconds : microseconds - 1).leadingZeroBitCount"),
        ("buckets are not cumulative", "            total += counts[index]\n",
         "            total = (MUTANT ? 0 : total) + counts[index]\n"),
    ]),
    *of(SESSIONS, "StallDetector", [
        more("a byte less is progress", "read - self.read >= Self.minimumBytes", -1),
    ]),
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
    *of(PAGES, "AppOwners", [
        more("an app more is remembered", "        guard owners.count < Self.capacity"),
        ("an app belongs to everybody", "if let owner = owners[app] { return owner == origin }",
         "if let owner = owners[app] { return MUTANT || owner == origin }"),
        ("apps of former origins stay", "origins.contains(parts[1]),",
         "MUTANT || origins.contains(parts[1]),"),
        ("an app's name may be longer", "(1...64)", "(1...(MUTANT ? 65 : 64))"),
        ("a name may be empty", ".contains(text.utf8.count)",
         ".contains(MUTANT ? max(1, text.utf8.count) : text.utf8.count)"),
        allowed("a rule may give an app to nobody", "parts.count == 1 || !parts[1].isEmpty"),
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
        ("a request is canceled twice", "&& !$0.value.isCanceled", "&& (MUTANT || !$0.value.isCanceled)"),
        ("a replaced notification is closed", 'case "superseded" where isKnown(raise.id)',
         'case "superseded" where !MUTANT && isKnown(raise.id)'),
        ("whoever cancels, the caller has closed it", 'case "cancelled" where raise.isCanceled',
         'case "cancelled" where MUTANT || raise.isCanceled'),
        ("the answer of a replaced alert counts", "current[raise.id] == request else",
         "MUTANT || current[raise.id] == request else"),
        skipped("an alert that has ended is shown", "        current[raise.id] = nil\n"),
    ]),
    *of(NOTIFICATIONS, "NotificationAlert", [
        more("a title may be a byte longer", "title.utf8.count > text"),
        more("a label may be a byte longer", "$0.utf8.count > text"),
        more("a button more than the limit is fine", "labels.count > buttons"),
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
