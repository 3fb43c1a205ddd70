# SPDX-License-Identifier: MIT
"""Mutations of the daemon's modules."""

from unit_mutation import allowed, more, of, skipped

CONFIGURATION = "Daemon/PopoverConfiguration"
STORAGE = "Daemon/PopoverStorage"
SESSIONS = "Daemon/PopoverSessions"

DAEMON_MUTATIONS = [
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
]
