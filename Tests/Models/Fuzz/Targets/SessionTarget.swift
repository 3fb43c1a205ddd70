// SPDX-License-Identifier: MIT

/// Whole lives over framer, decoder, rules and encoder, without a loop, a socket or a clock.
///
/// Input: the morning, then one action after the other, each of a few bytes. At its end the daemon
/// is told to end, which it has to, whoever stays silent.
public final class SessionTarget: FuzzTarget {
    public static let name = "session"
    public static let longest = 40

    /// Set up once; every run begins with a copy of one.
    private let mornings: [SessionWorld]

    public init() {
        do throws(Broken) {
            mornings = try SessionMornings.worlds()
        } catch {
            preconditionFailure("\(error)")
        }
    }

    public static var seeds: [[UInt8]] {
        (0..<48).map { seed in
            var state = UInt32(seed)
            return (0..<24).map { _ in
                state = state &* 1_664_525 &+ 1_013_904_223
                return UInt8(truncatingIfNeeded: state >> 24)
            }
        }
    }

    public func run(_ input: [UInt8]) throws(Broken) {
        var bytes = InputBytes(input)
        var world = bytes.pick(mornings)
        // Reading all that is written is half of the work, and every eighth length does it.
        world.readsEffects = input.count % 8 == 0
        while !bytes.isEmpty && !world.hasEnded { try act(&bytes, in: &world) }
        try world.end()
    }

    private func act(_ bytes: inout InputBytes, in world: inout SessionWorld) throws(Broken) {
        let action = bytes.byte()
        let slot = Int(action >> 6)
        switch action & 0x3F {
        case 0..<32: try world.request(&bytes, by: slot)
        case 32..<40: try world.answerCall(&bytes)
        case 40..<45: try world.decide(&bytes)
        case 45..<48: try world.disk(&bytes)
        case 48..<53: try world.passTime(&bytes)
        case 53: try world.receive(Array(bytes.next(bytes.number(below: 40))), by: slot)
        case 54: try world.leave(slot, politely: true)
        case 55: try world.leave(slot, politely: false)
        case 56, 57: try world.connect(slot, &bytes)
        case 58: try world.administered(&bytes)
        case 59: try world.changePlugins(&bytes)
        case 60: try world.configure(&bytes)
        case 61: try world.setWallClock(&bytes)
        case 62: try world.finishTwice(slot)
        default: try world.deadline()
        }
    }
}
