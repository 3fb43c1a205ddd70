# SPDX-License-Identifier: MIT
"""Mutations of the client libraries, and of popoverctl."""

from unit_mutation import allowed, more, of, skipped

CLIENT = "Clients/PopoverClient"
KIT = "Clients/PopoverKit"
CONTROL = "popoverctl"

CLIENT_MUTATIONS = [
    *of(CLIENT, "ClientConnection", [
        ("a late response is a message", "begun.remove(number) != nil else",
         "MUTANT || begun.remove(number) != nil else"),
        ("a response without an id is lost", "other == number || other == nil",
         "other == number || !MUTANT && other == nil"),
        ("a response without an id is the first of several", "begun.count == 1 ? begun.first : nil",
         "begun.count == 1 || MUTANT ? begun.first : nil"),
        allowed("a daemon may speak any version", "version == ProtocolVersion.current"),
        allowed("a refused version is any error", 'error.member != "protocol"'),
    ]),
    *of(CLIENT, "LineChannel", [
        skipped("the reason of a bye is forgotten", 'farewell = params.member("reason")?.string'),
        skipped("the pause that a bye asks for is forgotten",
                'retryAfter = params.member("retryAfterMs")?.integer.map(Interval.milliseconds)'),
        skipped("two requests have one number", "lastNumber += 1"),
        ("any object is a response", 'guard let result = node.member("result") else',
         'guard let result = node.member("result") ?? (MUTANT ? node : nil) else'),
        ("an id that is null is an id", "$0.isNull ? nil : $0", "$0.isNull && !MUTANT ? nil : $0"),
    ]),
    *of(CLIENT, "SocketPath", [
        ("an empty variable names a socket", "$0.isEmpty ? nil : $0", "$0.isEmpty && !MUTANT ? nil : $0"),
        ("the session's socket need not exist", "let session, unsafe access(session, F_OK) == 0",
         "let session, unsafe MUTANT || access(session, F_OK) == 0"),
        ("the system's socket is the remedy for a named one", "guard named == nil else",
         "guard MUTANT || named == nil else"),
        ("any refusing socket is the session's", "case ECONNREFUSED where path == session:",
         "case ECONNREFUSED where MUTANT || path == session:"),
    ]),
    *of(CLIENT, "SocketStream", [
        more("a path may be a byte longer", "guard path.utf8.count <= Self.longestPath"),
        more("a path may not be as long as the limit", "path.utf8.count <= longestPath", -1),
        allowed("a path may contain a NUL", "!path.utf8.contains(0)"),
        skipped("a reader that has gone is input", "if polled[1].revents != 0 { throw .outputClosed }"),
    ]),
    *of(CLIENT, "Field", [
        allowed("a member that is null is there", "!member.isNull"),
        ("an element has the path of its list", r'path: "\(list.path)[\(index)]"',
         r'path: MUTANT ? list.path : "\(list.path)[\(index)]"'),
    ]),
    *of(KIT, "EventBuffer", [
        more("an event more is kept", "state.events.count == capacity"),
        ("a gap forgets the first lost event", "state.lost?.lowerBound ??",
         "(MUTANT ? nil : state.lost?.lowerBound) ??"),
        ("events arrive after the end", "guard !state.isOver else { return nil }",
         "guard MUTANT || !state.isOver else { return nil }"),
        ("a buffer may have no room at all", "max(1, capacity)", "MUTANT ? capacity : max(1, capacity)"),
    ]),
    *of(KIT, "Subscription", [
        ("an event comes twice", "item.numbers.upperBound > seen",
         "MUTANT ? item.numbers.upperBound >= seen : item.numbers.upperBound > seen"),
        ("a gap covers what was seen", "max(first, seen + 1)", "MUTANT ? first : max(first, seen + 1)"),
        ("what is not subscribed to arrives", "guard topics.contains(where:",
         "guard MUTANT || topics.contains(where:"),
        ("lost events of a former daemon include the last seen", "from: seen + 1, to: nil",
         "from: seen + (MUTANT ? 0 : 1), to: nil"),
        ("a daemon that counts anew is silent", "where seen > latest: last = 0",
         "where seen > latest && !MUTANT: last = 0"),
        ("a subscription that is not answered is live", "guard isLive,", "guard MUTANT || isLive,"),
    ]),
    *of(KIT, "OrderQueue", [
        ("an order after the end is lost", "guard isQueued else { return order(nil) }",
         "guard isQueued else { return MUTANT ? () : order(nil) }"),
        ("orders before the end are lost", "for order in left { order(nil) }",
         "for order in left where !MUTANT { order(nil) }"),
        skipped("two requests have one ticket", "state.lastTicket += 1"),
    ]),
    *of(KIT, "Wire", [
        ("a request that was canceled early is sent",
         "guard canceledEarly.remove(ticket) == nil else {\n            return reply(",
         "guard MUTANT || canceledEarly.remove(ticket) == nil else {\n            return reply("),
        skipped("a task that was canceled early waits", "canceledEarly.insert(ticket)"),
    ]),
    *of(KIT, "Wire+Greeting", [
        more("a draft more is kept", "works.count > Self.maximumWorks"),
        ("a kept draft has a revision that is stale", "revisions[Name(key)] ?? 0) + 1",
         "revisions[Name(key)] ?? 0) + (MUTANT ? 0 : 1)"),
        skipped("two drafts of a key are kept", "works.removeAll { $0.key === key }"),
        ("a source stays without its surface", "(kind == .surface && region.surface === name)",
         "(kind == .surface && region.surface === name && !MUTANT)"),
        ("a region is registered twice", "$0.kind == region.kind && $0.name === region.name",
         "$0.kind == region.kind && $0.name === region.name && !MUTANT"),
    ]),
    *of(KIT, "Wire+Closing", [
        more("a late answer more is accepted", "late.count > Self.maximumLate"),
        ("a dismissed draft is kept",
         "if case .draft(let content) = work, let key = owned.key, !owned.isDismissed",
         "if case .draft(let content) = work, let key = owned.key, MUTANT || !owned.isDismissed"),
        ("a late draft that was dismissed is kept", "let key = owned.key, !owned.isDismissed else",
         "let key = owned.key, MUTANT || !owned.isDismissed else"),
        ("an answer to a former popover counts", "guard popovers[id]?.ticket == order.ticket,",
         "guard MUTANT || popovers[id]?.ticket == order.ticket,"),
    ]),
    *of(CONTROL, "Arguments", [
        allowed("a size may be nothing wide", "width > 0"),
        allowed("a duration may be negative", "count >= 0"),
        more("a duration is shown in three units", "where parts.count < 2"),
    ]),
    *of(CONTROL, "ConnectionOptions", [
        allowed("a timeout may be as long as any",
                "(.milliseconds(1)...Interval.longest).contains(interval)"),
        ("an empty socket is a path", "socket?.isEmpty != true", "MUTANT || socket?.isEmpty != true"),
    ]),
    *of(CONTROL, "ErrorReport", [
        ("--json counts after --", '.prefix { $0 != "--" }', '.prefix { MUTANT || $0 != "--" }'),
    ]),
    *of(CONTROL, "ExitStatus", [
        ("a missing right is a refusal",
         "case .daemon(DaemonError.notPermitted), .local(.notPermitted): self = .notPermitted",
         "case .daemon(DaemonError.notPermitted), .local(.notPermitted):\n"
         "            self = MUTANT ? .refused : .notPermitted"),
    ]),
    *of(CONTROL, "PopoverOwner", [
        ("a discarded draft is handed over", "if !isKept {", "if !isKept && !MUTANT {"),
        allowed("another popover's events are shown",
                'params.member("popover")?.string == popover.description'),
    ]),
    *of(CONTROL, "PluginTest/OptionArgument", [
        more("an argument more is an option", "options.count <= PluginOption.most"),
        more("a name may be a byte longer", "option.name.utf8.count <= PluginOption.longestName"),
    ]),
    *of(CONTROL, "Inspect/HTTPRequest", [
        more("a head of the page may be a byte longer", "bytes.count < InspectLimits.headBytes + 4"),
        more("a body may be a byte longer", "length <= InspectLimits.bodyBytes"),
        ("a host may stand twice", "!Self.single.contains(name)", "MUTANT || !Self.single.contains(name)"),
        ("bytes may follow the request", "guard bytes.count <= bodyLength else",
         "guard MUTANT || bytes.count <= bodyLength else"),
        ("a path may have a control character", "where: { $0 < 0x20 ||", "where: { !MUTANT && $0 < 0x20 ||"),
        ("DEL is a letter of a path", "|| $0 == 0x7F }", "|| !MUTANT && $0 == 0x7F }"),
    ]),
    *of(CONTROL, "Inspect/InspectAccess", [
        skipped("a token is valid twice", "        self.token = nil\n"),
        more("a token may be guessed once more", "failures >= InspectLimits.wrongTokens"),
        skipped("guesses count for the next token", "        failures = 0\n"),
        ("a request of another page is local", 'return origin == "http://\\(given)"',
         'return MUTANT || origin == "http://\\(given)"'),
        ("any host is this machine", "guard Self.isEqual(String(parts[0]), host) else",
         "guard MUTANT || Self.isEqual(String(parts[0]), host) else"),
        ("the beginning of a secret is the secret", "guard given.count == secret.count else",
         "guard MUTANT || given.count == secret.count else"),
    ]),
    *of(CONTROL, "Inspect/InspectServer", [
        more("a connection more is taken", "connections.count >= InspectLimits.connections"),
        ("the data needs no session", "guard access.isAuthorized(request) else",
         "guard MUTANT || access.isAuthorized(request) else"),
        ("any page may ask", "guard access.isLocal(request) else",
         "guard MUTANT || access.isLocal(request) else"),
        ("any user may connect", "let user, !users.contains(user)", "let user, !MUTANT, !users.contains(user)"),
        ("a token may stand in an address", "guard request.method == .post else",
         "guard MUTANT || request.method == .post else"),
    ]),
    *of(CONTROL, "Inspect/InspectControl", [
        allowed("the page may call anything", "Self.methods.contains(method)"),
    ]),
    *of(CONTROL, "Inspect/InspectSource", [
        ("a response has an entry more", ".prefix(InspectLimits.entriesPerResponse)",
         ".prefix(InspectLimits.entriesPerResponse + (MUTANT ? 1 : 0))"),
    ]),
    *of(CONTROL, "Doctor/DoctorReport", [
        ("a report tells everything", "if members.contains(member.name)",
         "if MUTANT || members.contains(member.name)"),
        ("a report tells private options", "if !option.isPrivate", "if MUTANT || !option.isPrivate"),
    ]),
    *of(CONTROL, "Doctor/SocketCheck", [
        ("everybody may connect", "facts.mode & 0o002 != 0", "!MUTANT && facts.mode & 0o002 != 0"),
    ]),
    *of(CONTROL, "Doctor/Doctor", [
        ("others may read the state", "facts.mode & 0o077 != 0", "!MUTANT && facts.mode & 0o077 != 0"),
    ]),
    *of(CONTROL, "StatusReport", [
        ("a title is not cut", "let title = alert.title.fitted(toCells: Self.titleCells)",
         "let title = alert.title.fitted(toCells: MUTANT ? 10_000 : Self.titleCells)"),
    ]),
    *of(CONTROL, "Terminal", [
        ("others may read a secret", "flags, 0o600", "flags, MUTANT ? 0o644 : 0o600"),
        ("a secret replaces a file", "O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC",
         "O_WRONLY | O_CREAT | (MUTANT ? O_TRUNC : O_EXCL) | O_CLOEXEC"),
    ]),
    *of(CONTROL, "Top/TopState", [
        ("a restart does not end the rates", "error == nil && isSameDaemon(as: sample)",
         "error == nil && (MUTANT || isSameDaemon(as: sample))"),
    ]),
    *of(CONTROL, "MetricFigures", [
        ("a share on a bound is beyond it", "Double($0.count) >= share * Double(count)",
         "MUTANT ? Double($0.count) > share * Double(count) : Double($0.count) >= share * Double(count)"),
    ]),
    *of(CONTROL, "Replay/Timeline", [
        more("a line is cut a column early", "line.count <= width", -1),
    ]),
]
