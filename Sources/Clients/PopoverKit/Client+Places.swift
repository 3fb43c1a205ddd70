// SPDX-License-Identifier: MIT

internal import PopoverClient
public import PopoverModel
internal import PopoverWire

/// Surfaces, sources and occluders, which each new daemon is told; and the bus.
extension Client {
    /// A window of the program's, to which places are relative.
    public func setSurface(_ name: String, frame: Rect, display: String? = nil) async throws {
        try await set(.surface, name) { params in
            params.member("frame", frame)
            params.member("display", ifPresent: display)
        }
    }

    public func removeSurface(_ name: String) async throws { try await remove(.surface, name) }

    /// A control that reveals popovers; `activations` tells of taps on it that are handed over.
    public func setSource(_ name: String, rect: Rect, in place: Place = Place()) async throws {
        try await set(.source, name, surface: place.surface) { params in
            params.member("rect", rect)
            params.member("surface", ifPresent: place.surface)
            params.member("display", ifPresent: place.display)
        }
    }

    public func removeSource(_ name: String) async throws { try await remove(.source, name) }

    /// What popovers keep out of.
    public func setOccluder(_ name: String, rect: Rect, display: String? = nil) async throws {
        try await set(.occluder, name) { params in
            params.member("rect", rect)
            params.member("display", ifPresent: display)
        }
    }

    public func removeOccluder(_ name: String) async throws { try await remove(.occluder, name) }

    /// Told to this daemon where there is one, and to each that comes; what it refuses is forgotten.
    private func set(
        _ kind: KeptPlace.Kind, _ name: String, surface: String? = nil,
        _ members: @escaping Wire.Members
    ) async throws {
        let place = KeptPlace(kind: kind, name: name, surface: surface) { params in
            params.member(JSONName(kind.rawValue), name)
            members(&params)
        }
        mailbox.post { _ = $0?.keep(place) }
        do {
            try await ask("\(kind.rawValue).set", place.members) { _ in }
        } catch ClientError.daemon(let error) {
            mailbox.post { $0?.forget(kind, name) }
            throw ClientError.daemon(error)
        } catch ClientError.disconnected(let reason) where reason != ClientError.closedReason {
            return
        }
    }

    private func remove(_ kind: KeptPlace.Kind, _ name: String) async throws {
        mailbox.post { $0?.forget(kind, name) }
        do {
            try await ask("\(kind.rawValue).remove") {
                $0.member(JSONName(kind.rawValue), name)
            } read: { _ in
            }
        } catch ClientError.disconnected(let reason) where reason != ClientError.closedReason {
            return
        }
    }

    // MARK: The bus

    /// Follows events of some topics, in which `*` stands for anything.
    ///
    /// - Parameters:
    ///   - topics: globs, at least one.
    ///   - since: brings back what the daemon remembers after this number.
    ///   - kept: so many events wait for a slow reader; of more the oldest are lost, which a gap
    ///     tells.
    public func subscribe(
        to topics: [String], since: Int64? = nil, kept: Int = 1024
    ) async throws -> Subscription {
        let buffer = EventBuffer(capacity: kept)
        let ticket = mailbox.ticket()
        try await ask("bus.subscribe") { params in
            params.member("topics", topics)
            params.member("since", ifPresent: since)
        } hook: { wire, field throws(ClientError) in
            var subscriber = Subscriber(
                ticket: ticket, topics: topics, buffer: buffer, last: since)
            subscriber.begin(at: try field.integer("sequence"), isNewDaemon: false)
            wire.subscribers.append(subscriber)
        }
        return Subscription(buffer: buffer, ticket: ticket, mailbox: mailbox)
    }

    /// Tells everybody who has subscribed; returns the event's number.
    ///
    /// - Parameters:
    ///   - topic: begins with `app.`.
    ///   - data: what there is to tell.
    @discardableResult
    public func publish(_ topic: String, _ data: JSONText = .null) async throws -> Int64 {
        try await ask("bus.publish") { params in
            params.member("topic", topic)
            params.member("data", data)
        } read: { field throws(ClientError) in
            try field.integer("sequence")
        }
    }
}
