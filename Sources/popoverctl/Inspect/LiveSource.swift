// SPDX-License-Identifier: MIT

internal import LibUV
internal import PopoverClient
internal import PopoverModel
internal import PopoverWire

/// A running daemon: its events, decisions, scenes and metrics since the inspector started, and what
/// the daemon remembers from before. Reconnects by itself.
final class LiveSource: InspectSource {
    let mode = "live"
    private(set) var title: String
    private(set) var server = "popoverd"
    var clock: (monotonic: Instant, wall: Int64) { (.now, Int64(SystemTime.realtimeMicroseconds)) }
    private(set) var entries = InspectEntries(
        limit: InspectLimits.entries, byteLimit: InspectLimits.entryBytes)
    /// The latest samples of the metrics, oldest first.
    private(set) var samples: [JSONText] = []
    /// Why the daemon cannot be reached; nil while it can.
    private(set) var failure: String?
    /// Gets each line of the stream.
    var onLine: (JSONText) -> Void = { _ in }

    private let loop: Loop
    private let connect: () throws(ClientError) -> ClientConnection
    private(set) var client: ClientConnection?
    private var poll: DescriptorPoll?
    private var burst: LibUV.Timer?
    private var tick: LibUV.Timer?
    private var started: Int64?
    private var sequence: Int64 = 0
    private var scenes = SceneHistory()
    private var pending: [(at: Instant, event: JSONText)] = []
    private var decisions = DecisionCursor()
    /// When a scene was fetched last, on the loop's clock.
    private var lastLook: UInt64 = 0
    private var figures: TopState

    init(
        _ loop: Loop, connect: @escaping () throws(ClientError) -> ClientConnection
    ) throws(ClientError) {
        self.loop = loop
        self.connect = connect
        title = ""
        figures = TopState(socket: nil)
        try open()
        burst = Timer(loop) { [unowned self] in catchUp() }
        tick = Timer(loop) { [unowned self] in look() }
        look()
    }

    func close() {
        burst?.close()
        tick?.close()
        poll?.close()
        poll = nil
        client = nil
    }

    func scene(_ number: Int) -> Scene? { scenes[number] }

    /// The number of the current scene.
    var current: Int { scenes.last }

    /// Calls a method for the person at the page.
    func call(_ method: String, params: JSONText?) throws(ClientError) -> JSONNode {
        guard let client else { throw .noDaemon(path: title, cause: failure ?? "not connected") }
        let result = try client.call(method, params: params)
        drain()
        return result
    }

    // MARK: The connection

    private func open() throws(ClientError) {
        let client = try connect()
        let began = client.welcome.member("started")?.integer
        let isSame = started != nil && began == started
        if started != nil {
            note(isSame ? "connected again" : "the daemon has restarted")
        }
        if !isSame {
            sequence = 0
            decisions = DecisionCursor()
        }
        started = began
        title = client.path
        server = client.welcome.member("server")?.string ?? server
        _ = try client.call("bus.subscribe") { params in
            params.member("topics", ["*"])
            params.member("since", sequence)
        }
        let poll: DescriptorPoll
        do throws(UVError) {
            poll = try DescriptorPoll(loop, descriptor: client.descriptor) {
                [unowned self] _ in drain()
            }
            try poll.start(.readable)
        } catch {
            throw .noDaemon(path: client.path, cause: "\(error)")
        }
        self.client = client
        self.poll = poll
        failure = nil
        drain()
        catchUp()
    }

    private func lose(_ error: ClientError) {
        poll?.close()
        poll = nil
        client = nil
        guard failure == nil else { return }
        failure = error.message
        note(error.message)
        tellConnection()
    }

    private func note(_ words: String) {
        tell([entries.append(.note(words), at: .now, scene: scenes.last)])
    }

    /// Reads what has arrived.
    private func drain() {
        guard let client else { return }
        do throws(ClientError) {
            while let message = try client.nextMessage(deadline: .now) {
                switch message {
                case .notification("event", let params): receive(params)
                case .request(let request): try client.answer(request)
                case .notification, .reply, .input: continue
                }
            }
        } catch {
            lose(error)
        }
        if !pending.isEmpty, let burst, !burst.isActive {
            burst.start(atMilliseconds: lastLook + InspectLimits.burstMilliseconds)
        }
    }

    private func receive(_ params: JSONNode) {
        guard let number = params.member("sequence")?.integer else {
            let gap = params.member("data")
            let from = gap?.member("from")?.integer ?? 0
            let to = gap?.member("to")?.integer ?? 0
            return note("the daemon no longer remembers the events \(from) to \(to)")
        }
        sequence = number
        let at = Instant(microseconds: params.member("time")?.integer ?? 0)
        pending.append((at, params.compactText))
    }

    // MARK: What is seen

    /// Fetches the scene and the decisions of a burst of events.
    private func catchUp() {
        guard let client else { return }
        do throws(ClientError) {
            let isFirst = entries.last == 0
            // Their decisions are made; those of events that arrive meanwhile may not be.
            let events = pending
            pending = []
            let new = decisions.new(
                in: try SceneDecoder.decisions(
                    in: try client.call("popover.explain") { $0.member("limit", Decision.journal) })
            )
            let isChanged = scenes.append(try client.status())
            lastLook = loop.nowMilliseconds
            // What happened before the first look has no scene.
            add(events, new, scene: isFirst ? 0 : scenes.last)
            if isChanged { tellScene() }
            drain()
        } catch {
            lose(error)
        }
    }

    /// Adds events and decisions in the order of their times, at the same time a decision first.
    private func add(
        _ events: [(at: Instant, event: JSONText)], _ decisions: [Decision], scene: Int
    ) {
        var decisions = decisions[...]
        var added: [InspectEntry] = []
        func addDecisions(until time: Instant?) {
            while let next = decisions.first, time.map({ next.time <= $0 }) ?? true {
                added.append(entries.append(.decision(next), at: next.time, scene: scene))
                decisions.removeFirst()
            }
        }
        for (at, event) in events {
            addDecisions(until: at)
            added.append(entries.append(.event(event), at: at, scene: scene))
        }
        addDecisions(until: nil)
        tell(added)
    }

    /// Once a tick: the metrics, and changes that no event tells of.
    private func look() {
        defer { tick?.start(afterMilliseconds: InspectLimits.tickMilliseconds) }
        do throws(ClientError) {
            guard let client else {
                try open()
                return tellConnection()
            }
            let sample = try TopSample(of: client)
            figures.add(sample)
            if scenes.append(sample.scene) { tellScene() }
            drain()
            let metrics = MetricLine(figures).json
            samples.append(metrics)
            if samples.count > InspectLimits.samples { samples.removeFirst() }
            onLine(Self.line("metrics", metrics))
        } catch {
            lose(error)
        }
    }

    // MARK: The stream

    private func tell(_ entries: [InspectEntry]) {
        guard !entries.isEmpty else { return }
        onLine(Self.line("entries", entries.map(\.json)))
    }

    private func tellScene() { onLine(Self.line("scene", scenes.last)) }

    private func tellConnection() { onLine(connectionLine) }

    var connectionLine: JSONText { Self.line("failure", failure) }

    private static func line(_ name: JSONName, _ value: some JSONWritable) -> JSONText {
        var writer = JSONWriter()
        writer.object { $0.member(name, value) }
        return JSONText(validated: writer.bytes)
    }
}

/// Finds the decisions that are new in the daemon's list of the latest.
struct DecisionCursor {
    private var time = Instant(microseconds: 0)
    /// Known decisions of that time.
    private var count = 0

    mutating func new(in latest: [Decision]) -> [Decision] {
        let later = latest.drop { $0.time < time }
        // Some of that time may have been evicted.
        let known = later.prefix { $0.time == time }.count
        let new = Array(later.dropFirst(min(count, known)))
        guard let last = latest.last?.time else { return new }
        time = max(time, last)
        count = latest.reversed().prefix { $0.time == time }.count
        return new
    }
}

/// The latest scenes that differ.
struct SceneHistory {
    private var scenes: Latest<Scene>
    private var latest: Scene?

    init(byteLimit: Int = InspectLimits.sceneBytes) {
        scenes = Latest(limit: InspectLimits.scenes, byteLimit: byteLimit)
    }

    /// The number of the latest scene; 0 if there is none.
    var last: Int { scenes.last }

    subscript(number: Int) -> Scene? { scenes[number] }

    /// Adds a scene if it looks different; otherwise its figures replace the latest.
    mutating func append(_ scene: Scene) -> Bool {
        let look = Self.look(of: scene)
        guard look != latest else {
            scenes.replaceLast(by: scene)
            return false
        }
        latest = look
        var json = JSONWriter()
        json.value(scene)
        scenes.append(scene, bytes: json.bytes.count)
        return true
    }

    /// Without numbers that change all the time.
    private static func look(of scene: Scene) -> Scene {
        var scene = scene
        scene.sequence = 0
        scene.counters = []
        scene.limits = []
        scene.server = nil
        scene.plugins = []
        return scene
    }
}
