// SPDX-License-Identifier: MIT

internal import PopoverClient
internal import PopoverModel
internal import PopoverWire

/// A registered surface, source or occluder.
struct KeptRegion: Sendable {
    enum Kind: String, CaseIterable, Sendable {
        case surface
        case source
        case occluder
    }

    let kind: Kind
    let name: String
    /// The surface that a source belongs to.
    let surface: String?
    /// Registers it.
    let request: Request
}

/// Says hello after a connect, and registers everything again.
extension Wire {
    func greet() throws(ClientError) {
        let answer: JSONNode
        do throws(ClientError) {
            answer = try ask(
                .hello(
                    Hello(
                        protocolVersion: ProtocolVersion.current, app: settings.app,
                        roles: settings.roles, wantsFocus: settings.movesFocus)))
        } catch {
            if case .daemon(let daemon) = error, daemon.member == "protocol" {
                throw .protocolMismatch(daemon.message)
            }
            throw error
        }
        let welcome = Field(answer)
        let version = try welcome.integer("protocol")
        guard version == ProtocolVersion.current else {
            throw .protocolMismatch(
                "the daemon speaks \(version), this client \(ProtocolVersion.current)")
        }
        let started = try welcome.optional("started").map { _ throws(ClientError) in
            try welcome.integer("started")
        }
        let isNewDaemon = daemonStarted != nil && daemonStarted != started
        daemonStarted = started
        if let limit = answer.member("limits")?.member("closeMs")?.integer {
            closeLimit = .milliseconds(limit)
        }
        orders.sessions.forgetDisplays()
        for display in try welcome.list("displays", { display throws(ClientError) in display }) {
            try know(display)
        }
        try resynchronize(isNewDaemon: isNewDaemon)
    }

    private func resynchronize(isNewDaemon: Bool) throws(ClientError) {
        for kind in KeptRegion.Kind.allCases {
            for region in kept where region.kind == kind {
                try resend(region.request)
            }
        }
        // Owners have had the pause, and at least their deadline, to hand over their drafts.
        waitForPartings()
        try handOverWorks()
        for index in subscribers.indices {
            let subscriber = subscribers[index]
            do throws(ClientError) {
                let answer = try ask(
                    .subscribe(
                        topics: subscriber.topics, since: isNewDaemon ? 0 : subscriber.last))
                subscribers[index].begin(
                    at: try Field(answer).integer("sequence"), isNewDaemon: isNewDaemon)
            } catch {
                guard case .daemon = error else { throw error }
                subscribers[index].buffer.end()
            }
        }
        subscribers.removeAll { !$0.isLive }
    }

    /// Ignores a refusal: the connection must not end because of it.
    private func resend(_ request: Request) throws(ClientError) {
        do throws(ClientError) {
            try ask(request)
        } catch {
            guard case .daemon = error else { throw error }
        }
    }

    private func waitForPartings() {
        let deadline = Instant.now + closeLimit
        while !parting.isEmpty, Instant.now < deadline {
            let left = max(0, (deadline - .now).milliseconds)
            orders.wait(milliseconds: Int32(clamping: left + 1))
            for order in orders.drain() { order(self) }
        }
        endPartings()
    }

    // MARK: Drafts

    func keepWork(
        _ content: JSONText, key: String, _ known: Int64, in session: SessionID? = nil,
        told: Int64? = nil
    ) {
        guard !orders.sessions.isOver(session) else { return }
        works.removeAll { $0.key === key }
        // The daemon refuses this as stale if another program has saved a newer draft.
        let revision = max(known, revisions[Name(key)] ?? 0) + 1
        works.append(
            KeptWork(key: key, content: content, revision: revision, session: session, told: told))
        guard works.count > Self.maximumWorks else { return }
        works.removeFirst()
        signals.warnings.yield("a draft is lost: too many wait for the daemon")
    }

    /// The daemon has answered a request: it has read what it got before.
    func confirmWorks(before number: RequestNumber) {
        works.removeAll { $0.told.map { $0 < number.number } ?? false }
    }

    func handOverWorks() throws(ClientError) {
        while let work = works.first(where: { $0.told == nil }) {
            do throws(ClientError) {
                let answer = try ask(
                    .saveDraft(
                        key: work.key, content: work.content, revision: work.revision,
                        session: work.session))
                revisions[Name(work.key)] = try Field(answer).integer("revision")
            } catch {
                guard case .daemon(let refusal) = error else { throw error }
                signals.warnings.yield("a draft is lost: \(refusal.message)")
            }
            // Its session may have ended since, or a newer draft may have come.
            works.removeAll { $0.key === work.key && $0.revision == work.revision }
        }
    }

    // MARK: Places

    /// Keeps a region for reconnects; returns the previous one of this name.
    func keep(_ region: KeptRegion) -> KeptRegion? {
        if let index = kept.firstIndex(where: { $0.kind == region.kind && $0.name === region.name })
        {
            defer { kept[index] = region }
            return kept[index]
        }
        kept.append(region)
        return nil
    }

    func forget(_ kind: KeptRegion.Kind, _ name: String) {
        kept.removeAll { region in
            (region.kind == kind && region.name === name)
                || (kind == .surface && region.surface === name)
        }
    }

    // MARK: The bus

    func unsubscribe(_ ticket: UInt64) {
        guard let index = subscribers.firstIndex(where: { $0.ticket == ticket }) else { return }
        let gone = subscribers.remove(at: index)
        let others = Set(subscribers.flatMap(\.topics))
        let topics = gone.topics.filter { !others.contains($0) }
        guard isReady, !topics.isEmpty else { return }
        notify("bus.unsubscribe") { $0.member("topics", topics) }
    }
}
