// SPDX-License-Identifier: MIT

internal import PopoverClient
internal import PopoverModel
internal import PopoverWire

/// A surface, source or occluder.
struct KeptPlace: Sendable {
    enum Kind: String, CaseIterable, Sendable {
        case surface
        case source
        case occluder
    }

    let kind: Kind
    let name: String
    /// To which it belongs; of a source.
    let surface: String?
    let members: Wire.Members
}

/// What a new daemon is told.
extension Wire {
    func greet() throws(ClientError) {
        let answer: JSONNode
        do throws(ClientError) {
            answer = try ask("hello") { params in
                params.member("protocol", ProtocolVersion.current)
                params.member("app", settings.app)
                params.member("roles", settings.roles.map(\.rawValue).sorted())
            }
        } catch {
            if case .daemon(let daemon) = error, daemon.member == "protocol" {
                throw .protocolMismatch(daemon.message)
            }
            throw error
        }
        let welcome = Field(answer)
        let version = try welcome.integer("protocol")
        guard version == ProtocolVersion.current else {
            throw .protocolMismatch("the daemon speaks version \(version)")
        }
        let started = try welcome.optional("started").map { _ throws(ClientError) in
            try welcome.integer("started")
        }
        let isNewDaemon = daemonStarted != nil && daemonStarted != started
        daemonStarted = started
        if let limit = answer.member("limits")?.member("closeMs")?.integer {
            closeLimit = .milliseconds(limit)
        }
        try resynchronise(isNewDaemon: isNewDaemon)
    }

    private func resynchronise(isNewDaemon: Bool) throws(ClientError) {
        for kind in KeptPlace.Kind.allCases {
            for place in kept where place.kind == kind {
                try again("\(kind.rawValue).set", place.members)
            }
        }
        // Owners have had the pause, and their deadline at least, to hand over their work.
        waitForPartings()
        try handOverWorks()
        for index in subscribers.indices {
            let subscriber = subscribers[index]
            do throws(ClientError) {
                let answer = try ask("bus.subscribe") { params in
                    params.member("topics", subscriber.topics)
                    params.member("since", ifPresent: isNewDaemon ? 0 : subscriber.last)
                }
                subscribers[index].begin(
                    at: try Field(answer).integer("sequence"), isNewDaemon: isNewDaemon)
            } catch {
                guard case .daemon = error else { throw error }
                subscribers[index].buffer.end()
            }
        }
        subscribers.removeAll { !$0.isLive }
    }

    /// What the daemon took once and refuses now is not what the connection ends for.
    private func again(_ method: String, _ members: Members) throws(ClientError) {
        do throws(ClientError) {
            try ask(method, members)
        } catch {
            guard case .daemon = error else { throw error }
        }
    }

    private func waitForPartings() {
        let deadline = Instant.now + closeLimit
        while !parting.isEmpty, Instant.now < deadline {
            let left = max(0, (deadline - .now).milliseconds)
            mailbox.wait(milliseconds: Int32(clamping: left + 1))
            for order in mailbox.takeOrders() { order(self) }
        }
        endPartings()
    }

    // MARK: Work

    func keepWork(_ content: JSONText, key: String, _ known: Int64) {
        works.removeAll { $0.key == key }
        // Newer work of another program is not overwritten: that is refused as stale.
        works.append((key, content, max(known, revisions[key] ?? 0) + 1))
        if works.count > Self.mostWorks { works.removeFirst() }
    }

    func handOverWorks() throws(ClientError) {
        while let work = works.first {
            do throws(ClientError) {
                let answer = try ask("draft.save") { params in
                    params.member("key", work.key)
                    params.member("content", work.content)
                    params.member("revision", work.revision)
                }
                revisions[work.key] = try Field(answer).integer("revision")
            } catch {
                guard case .daemon = error else { throw error }
            }
            works.removeFirst()
        }
    }

    // MARK: Places

    /// Remembers it for daemons to come; returns what was remembered under its name before.
    func keep(_ place: KeptPlace) -> KeptPlace? {
        if let index = kept.firstIndex(where: { $0.kind == place.kind && $0.name == place.name }) {
            defer { kept[index] = place }
            return kept[index]
        }
        kept.append(place)
        return nil
    }

    func forget(_ kind: KeptPlace.Kind, _ name: String) {
        kept.removeAll { place in
            (place.kind == kind && place.name == name)
                || (kind == .surface && place.surface == name)
        }
    }

    // MARK: The bus

    func unsubscribe(_ ticket: UInt64) {
        guard let index = subscribers.firstIndex(where: { $0.ticket == ticket }) else { return }
        let gone = subscribers.remove(at: index)
        let others = Set(subscribers.flatMap(\.topics))
        let topics = gone.topics.filter { !others.contains($0) }
        guard isReady, !topics.isEmpty else { return }
        tell("bus.unsubscribe") { $0.member("topics", topics) }
    }
}
