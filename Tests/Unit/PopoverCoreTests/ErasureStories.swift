// SPDX-License-Identifier: MIT

import PopoverCore
import PopoverModel
import PopoverRecording
import Testing

@Suite("Sessions: what an end leaves behind")
struct ErasureStories {
    let world = World()
    let shop: ClientID
    let cafe: ClientID
    let admin: ClientID

    init() {
        shop = world.connect("shop")
        cafe = world.connect("cafe")
        admin = world.connect("admin", roles: [.shell], uid: 0)
        let wall = DisplaySpecification(name: "wall", size: Size(width: 1280, height: 800))
        world.ask(admin, "set", .setDisplay(wall))
    }

    private let place = Point(x: 417.125, y: 211.375)

    /// A short session with a key, a title, an alert and taps.
    private func live(on display: String, as client: ClientID) {
        world.open("inspector", by: client, display: display) {
            $0.key = "key of \(display)"
            $0.title = "title of \(display)"
        }
        world.raise("alert of \(display)", by: client) { $0.display = display }
        world.tap(place, by: client, display: display)
    }

    private func end(_ display: String?) {
        world.ask(admin, "end", .endSession(display: display))
        for call in world.calls where call.client != admin { world.answer(call.client) }
    }

    /// All that the rules know, as a recording would begin with it.
    private var state: String {
        let writer = RecordingWriter(base: world.arbiter.redacted { $0 })
        let header = RecordingHeader(
            server: "popoverd test", reason: .dumped, at: World.start, wallClock: 0)
        return String(decoding: writer.opening(header), as: UTF8.self)
    }

    @Test("nothing of the session is in the state, and its events are a gap")
    func everything() {
        live(on: "main", as: shop)
        world.save("zebra", "work", by: shop)
        world.tell(shop, .publish(topic: "app.zebra", data: .null))
        #expect(state.contains("title of main") && state.contains("417.125"))
        end(nil)
        for word in ["key of", "title of", "alert of", "zebra", "417.125"] {
            #expect(!state.contains(word), "\(word)")
        }
        world.begin()
        world.ask(admin, "subscribe", .subscribe(topics: ["*"], since: 0))
        let effects = world.history.last?.effects ?? []
        let gaps = effects.compactMap { effect in
            if case .notifyGap(_, let from, let to) = effect { from...to } else { nil }
        }
        let topics = effects.compactMap { effect in
            if case .publish(let event, _) = effect { event.topic } else { nil }
        }
        #expect(gaps.count == 1 && gaps.first?.lowerBound == 1)
        #expect(topics == [.displayChanged, .displayChanged, .sessionEnded])
        world.ask(admin, "explain", .explain(popover: nil, limit: 256))
        guard case .answer(_, _, .decisions(let decisions)) = world.history.last?.effects.first
        else {
            Issue.record("nothing is explained")
            return
        }
        #expect(decisions.isEmpty)
    }

    @Test("nothing that was visible or tapped is remembered")
    func visible() {
        let occluder = Rect(x: 0, y: 700, width: 1280, height: 100)
        live(on: "main", as: shop)
        for rect in [occluder, occluder.offset(by: Point(x: 1, y: 0))] {
            world.tell(shop, .setOccluder("keys", rect: rect, display: nil))
            world.advance(1)
        }
        world.ask(admin, "cancel", .dismiss(popover: PopoverID(number: 1), discard: true))
        world.answer(shop)
        world.tell(shop, .removeOccluder("keys"))
        let lists = ["taps", "past", "pastOccluders"].map { "\"\($0)\":[{" }
        #expect(lists.allSatisfy(state.contains))
        end(nil)
        #expect(!lists.contains(where: state.contains))
    }

    @Test("what names another display stays")
    func otherDisplay() {
        live(on: "wall", as: cafe)
        live(on: "main", as: shop)
        end("main")
        #expect(!state.contains("of main"))
        for word in ["key of wall", "title of wall", "alert of wall"] {
            #expect(state.contains(word), "\(word)")
        }
        world.ask(admin, "subscribe", .subscribe(topics: ["*"], since: 0))
        var numbers: [Int64] = []
        for effect in world.history.last?.effects ?? [] {
            switch effect {
            case .notifyGap(_, let from, let to): numbers += Array(from...to)
            case .publish(let event, _):
                numbers.append(event.sequence)
                let isAboutNext = [.sessionEnded, .displayChanged].contains(event.topic)
                #expect(event.fact.display == "wall" || isAboutNext)
            default: break
            }
        }
        #expect(numbers == (numbers.first.map { Array($0..<$0 + Int64(numbers.count)) } ?? []))
        #expect(numbers.first == 1)
    }

    @Test("input from before the end is swallowed, and leaves no trace")
    func oldInput() {
        world.advance(100)
        world.point(.down, place, by: shop)
        end(nil)
        world.begin()
        world.tap(place, by: shop, at: world.moment(-1))
        world.escape(by: shop, at: world.moment(-1))
        world.point(.up, place, by: shop)
        world.expect(
            """
            shop tap: swallowed
            shop key: swallowed
            shop up: none deliver
            """)
        #expect(!state.contains("417.125"))
        world.begin()
        world.tap(place, by: shop)
        world.expect("shop tap2: idle deliver")
    }

    @Test("a tap that plugins still judge is decided before it is forgotten")
    func undecidedTap() {
        world.setPolicies(Policy(name: "quiet", hooks: [.outsideTap]))
        world.open("inspector", by: shop) { $0.title = "title of main" }
        world.tap(place, by: cafe)
        world.begin()
        end(nil)
        #expect(world.lines.contains { $0.hasPrefix("cafe tap: ") })
        #expect(!state.contains("417.125") && !state.contains("title of main"))
    }

    @Test("a disk that refuses tries again to erase traces")
    func refused() {
        live(on: "main", as: shop)
        world.disk = .fails
        end(nil)
        world.disk = .works
        world.begin()
        world.advance(1000)
        world.expect("disk scrubs, erases traces")
    }
}
