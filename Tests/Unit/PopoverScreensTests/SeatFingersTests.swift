// SPDX-License-Identifier: MIT

import PopoverModel
import PopoverScreens
import Testing

@Suite("Fingers of several seats")
struct SeatFingersTests {
    private var fingers = SeatFingers()
    private let here = Point(x: 10, y: 20)
    private let there = Point(x: 30, y: 40)

    private func touch(_ number: Int32, seat: UInt32 = 1) -> SeatFingers.Key {
        SeatFingers.Key(seat: seat, isTouch: true, detail: number)
    }

    private func button(_ number: Int32, seat: UInt32 = 1) -> SeatFingers.Key {
        SeatFingers.Key(seat: seat, isTouch: false, detail: number)
    }

    @Test("A finger is reported from press to release at its last position")
    mutating func story() {
        let down = fingers.down(touch(4), display: "main", point: here, time: 1)
        let move = fingers.move(touch(4), to: there, time: 2)
        let up = fingers.up(touch(4), time: 3)
        let told = down + move + up
        #expect(told.map(\.phase) == [.down, .move, .up])
        #expect(told.map(\.point) == [here, there, there])
        #expect(told.map(\.time) == [1, 2, 3])
        #expect(Set(told.map(\.display)) == ["main"])
        #expect(Set(told.map(\.pointer)).count == 1)
        #expect(fingers.up(touch(4), time: 4).isEmpty)
        #expect(fingers.move(touch(4), to: here, time: 4).isEmpty)
    }

    @Test("Fingers that are down have distinct numbers, which are reused")
    mutating func numbers() {
        let one = fingers.down(touch(0), display: "main", point: here, time: 1)
        let two = fingers.down(touch(0, seat: 2), display: "wall", point: here, time: 1)
        let three = fingers.down(button(0), display: "main", point: here, time: 1)
        #expect((one + two + three).map(\.pointer) == [0, 1, 2])
        #expect(fingers.up(touch(0), time: 2).map(\.pointer) == [0])
        #expect(fingers.down(touch(9), display: "a", point: here, time: 3).map(\.pointer) == [0])
    }

    @Test("A mouse moves all pressed buttons of its seat")
    mutating func mouse() {
        _ = fingers.down(button(1), display: "main", point: here, time: 1)
        _ = fingers.down(button(2), display: "main", point: here, time: 1)
        _ = fingers.down(button(1, seat: 2), display: "main", point: here, time: 1)
        _ = fingers.down(touch(0), display: "main", point: here, time: 1)
        let moved = fingers.move(button(0), to: there, time: 2)
        #expect(moved.map(\.key) == [button(1), button(2)])
        #expect(fingers.up(button(1, seat: 2), time: 3).map(\.point) == [here])
    }

    @Test("A canceled finger is reported once and has no release")
    mutating func canceled() {
        _ = fingers.down(touch(1), display: "main", point: here, time: 1)
        _ = fingers.down(touch(2), display: "wall", point: here, time: 1)
        _ = fingers.down(button(1), display: "wall", point: here, time: 1)
        #expect(fingers.cancel(seat: 2, isTouch: true).isEmpty)
        let first = fingers.keep(onlyOn: ["main"])
        #expect(first.map(\.phase) == [.cancel, .cancel])
        #expect(first.map(\.key) == [touch(2), button(1)])
        #expect(fingers.cancel(seat: 1, isTouch: true).map(\.key) == [touch(1)])
        #expect(fingers.up(touch(1), time: 2).isEmpty)
        #expect(fingers.keep(onlyOn: []).isEmpty)
    }

    @Test("A second press cancels the first, and fingers over the limit are ignored")
    mutating func nonsense() {
        _ = fingers.down(touch(1), display: "main", point: here, time: 1)
        let again = fingers.down(touch(1), display: "main", point: there, time: 2)
        #expect(again.map(\.phase) == [.cancel, .down])
        for number in 2..<1000 {
            _ = fingers.down(touch(Int32(number)), display: "main", point: here, time: 3)
        }
        #expect(fingers.keep(onlyOn: []).count == SeatFingers.capacity)
    }

    @Test("Consecutive moves are merged")
    mutating func moves() {
        var reports = FingerReports()
        reports.append(fingers.down(touch(1), display: "main", point: here, time: 1))
        reports.append(fingers.down(touch(2), display: "main", point: here, time: 1))
        for x in 1...5 {
            let point = Point(x: Double(x), y: 0)
            reports.append(fingers.move(touch(1), to: point, time: 2))
            reports.append(fingers.move(touch(2), to: point, time: 2))
        }
        reports.append(fingers.up(touch(1), time: 3))
        let told = reports.outputs
        #expect(told.map(\.phase) == [.down, .down, .move, .move, .up])
        #expect(told.map(\.point.x) == [10, 10, 5, 5, 5])
    }
}

@Suite("Outputs with a shield each")
struct ShieldedOutputsTests {
    private func output(
        _ id: UInt32, _ name: String, width: Double = 800
    ) -> ShieldedOutputs.Output {
        ShieldedOutputs.Output(
            id: id, name: name, size: Size(width: width, height: 600), scale: 2)
    }

    private func outputs(_ entries: [String] = []) throws -> ShieldedOutputs {
        ShieldedOutputs(names: try OutputNames(entries: entries))
    }

    @Test("The first output is main; while it is away another one is")
    func mainOutput() throws {
        var outputs = try outputs()
        outputs.update([output(1, "A-1"), output(2, "B-1")])
        #expect(outputs.tiles.map(\.display) == ["main", "b-1"])
        #expect(outputs.description == "main 800x600, b-1 800x600")
        outputs.update([output(2, "B-1")])
        #expect(outputs.tiles.map(\.display) == ["main"])
        outputs.update([output(2, "B-1"), output(3, "A-1")])
        #expect(outputs.tiles.map(\.display) == ["b-1", "main"])
        outputs.update([])
        #expect(outputs.description == "no output")
        #expect(outputs.displays.isEmpty)
    }

    @Test("Outputs without a size or with a used name are ignored")
    func leftOut() throws {
        var outputs = try outputs(["wall=A-1"])
        outputs.update([output(1, "A-1"), output(2, "A-1"), output(3, "B-1", width: 0)])
        #expect(outputs.tiles.map(\.id) == [1])
        #expect(outputs.display(of: 1) == "wall")
        #expect(outputs.display(of: 2) == nil)
    }

    private func apply(
        _ shields: Shields, _ outputs: inout ShieldedOutputs,
        _ focuses: ScreenFocuses = ScreenFocuses()
    ) -> [ShieldedOutputs.Change] {
        outputs.apply(shields, focuses)
    }

    private func change(
        _ output: UInt32, holes: [Rect]? = nil, takesKeys: Bool = false, ring: Rect? = nil
    ) -> ShieldedOutputs.Change {
        ShieldedOutputs.Change(
            output: output,
            cover: ShieldedOutputs.Cover(holes: holes, takesKeys: takesKeys, ring: ring))
    }

    @Test("Only a different shield is applied, with its holes on the output")
    func shields() throws {
        var outputs = try outputs()
        outputs.update([output(1, "A-1"), output(2, "B-1")])
        var shields = Shields()
        #expect(apply(shields, &outputs).isEmpty)
        shields.set(
            "main",
            except: [
                Rect(x: 700, y: 10, width: 300, height: 20),
                Rect(x: 900, y: 0, width: 1, height: 1),
            ])
        let cut = Rect(x: 700, y: 10, width: 100, height: 20)
        #expect(apply(shields, &outputs) == [change(1, holes: [cut])])
        #expect(apply(shields, &outputs).isEmpty)
        shields.set("main", except: [])
        #expect(apply(shields, &outputs) == [change(1, holes: [])])
        // One that comes again is not shielded yet.
        outputs.update([output(2, "B-1")])
        outputs.update([output(2, "B-1"), output(3, "A-1")])
        #expect(apply(shields, &outputs) == [change(3, holes: [])])
        shields.set("main", except: nil)
        #expect(apply(shields, &outputs) == [change(3, holes: nil)])
    }

    @Test("Keys and the ring follow the focus of each display")
    func focus() throws {
        var outputs = try outputs()
        outputs.update([output(1, "A-1"), output(2, "B-1")])
        var focuses = ScreenFocuses()
        let shields = Shields()
        focuses.set(ScreenFocus(process: 1, isForeign: true), of: "main")
        #expect(apply(shields, &outputs, focuses) == [change(1, takesKeys: true)])
        #expect(apply(shields, &outputs, focuses).isEmpty)
        // Of a control that reaches beyond the output, only what is seen has a ring.
        let wide = Rect(x: -50, y: 10, width: 2000, height: 20)
        focuses.set(ScreenFocus(source: wide, hasRing: true), of: "main")
        let seen = Rect(x: -8, y: 10, width: 816, height: 20)
        #expect(apply(shields, &outputs, focuses) == [change(1, ring: seen)])
        focuses.set(ScreenFocus(source: wide), of: "main")
        #expect(apply(shields, &outputs, focuses) == [change(1)])
    }
}
