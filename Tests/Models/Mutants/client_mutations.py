# SPDX-License-Identifier: MIT
"""Mutations of the client libraries."""

from unit_mutation import allowed, more, of, skipped

CLIENT = "Clients/PopoverClient"
KIT = "Clients/PopoverKit"

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
        ("a kept draft has a revision that is stale", "revisions[key] ?? 0) + 1",
         "revisions[key] ?? 0) + (MUTANT ? 0 : 1)"),
        skipped("two drafts of a key are kept", "works.removeAll { $0.key == key }"),
        ("a source stays without its surface", "(kind == .surface && region.surface == name)",
         "(kind == .surface && region.surface == name && !MUTANT)"),
        ("a region is registered twice", "$0.kind == region.kind && $0.name == region.name",
         "$0.kind == region.kind && $0.name == region.name && !MUTANT"),
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
]
