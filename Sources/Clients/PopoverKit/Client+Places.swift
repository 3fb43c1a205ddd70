// SPDX-License-Identifier: MIT

internal import PopoverClient
public import PopoverModel
internal import PopoverWire

/// Surfaces, sources and occluders, which are registered again after a reconnect; and the bus.
extension Client {
    /// Registers or moves a window of the program, to which rectangles can be relative.
    public func setSurface(_ name: String, frame: Rect, display: String? = nil) async throws {
        try await set(.surface, name, .setSurface(name, display: display, frame: frame))
    }

    public func removeSurface(_ name: String) async throws {
        try await remove(.surface, name, .removeSurface(name))
    }

    /// Registers or moves a control that opens popovers; `activations` reports taps forwarded to it.
    ///
    /// A source with an `edge` is activated by a swipe from there; a swipe back hides its popover.
    /// `control` is what people who hear it, or reach it by keys, need.
    public func setSource(
        _ name: String, rect: Rect, in place: Place = Place(), edge: PreferredSide? = nil,
        control: Control = Control()
    ) async throws {
        try await set(
            .source, name, surface: place.surface,
            .setSource(name, rect: rect, place, edge: edge, control))
    }

    public func removeSource(_ name: String) async throws {
        try await remove(.source, name, .removeSource(name))
    }

    /// Registers or moves a rectangle that popovers must not cover.
    public func setOccluder(_ name: String, rect: Rect, display: String? = nil) async throws {
        try await set(.occluder, name, .setOccluder(name, rect: rect, display: display))
    }

    public func removeOccluder(_ name: String) async throws {
        try await remove(.occluder, name, .removeOccluder(name))
    }

    /// Registers with this daemon and after each reconnect, unless the daemon refuses.
    private func set(
        _ kind: KeptRegion.Kind, _ name: String, surface: String? = nil,
        _ request: Request
    ) async throws {
        let region = KeptRegion(kind: kind, name: name, surface: surface, request: request)
        orders.post { _ = $0?.keep(region) }
        do {
            try await ask(request) { _ in }
        } catch ClientError.daemon(let error) {
            orders.post { $0?.forget(kind, name) }
            throw ClientError.daemon(error)
        } catch ClientError.disconnected(let reason) where reason != ClientError.closedReason {
            return
        }
    }

    private func remove(
        _ kind: KeptRegion.Kind, _ name: String, _ request: Request
    ) async throws {
        orders.post { $0?.forget(kind, name) }
        do {
            try await ask(request) { _ in }
        } catch ClientError.disconnected(let reason) where reason != ClientError.closedReason {
            return
        }
    }

    // MARK: The bus

    /// Subscribes to events.
    ///
    /// - Parameters:
    ///   - topics: at least one glob; `*` matches any characters, dots too.
    ///   - since: starts with the events after this number that the daemon still has.
    ///   - kept: the number of events queued for a slow reader; beyond it the oldest are dropped and
    ///     reported as a gap.
    public func subscribe(
        to topics: [String], since: Int64? = nil, kept: Int = 1024
    ) async throws -> Subscription {
        let buffer = EventBuffer(capacity: kept)
        let ticket = orders.ticket()
        try await ask(.subscribe(topics: topics, since: since)) { wire, field throws(ClientError) in
            var subscriber = Subscriber(
                ticket: ticket, topics: topics, buffer: buffer, last: since)
            subscriber.begin(at: try field.integer("sequence"), isNewDaemon: false)
            wire.subscribers.append(subscriber)
        }
        return Subscription(buffer: buffer, ticket: ticket, orders: orders)
    }

    /// Publishes an event to all subscribers; returns its number.
    ///
    /// - Parameters:
    ///   - topic: begins with `app.`.
    ///   - data: any JSON.
    @discardableResult
    public func publish(_ topic: String, _ data: JSONText = .null) async throws -> Int64 {
        try await ask(.publish(topic: topic, data: data)) { field throws(ClientError) in
            try field.integer("sequence")
        }
    }
}
