// SPDX-License-Identifier: MIT

import FleetLink
import Glibc
import PopoverFleet

/// Many kiosks in one process:
///
///     fleet-simulator COUNT PORT AUTHORITY USER PASSWORD-FILE DIRECTORY KEYS-FILE
///
/// On standard input, `events N` makes each kiosk publish N events. On standard output, with times in
/// microseconds of CLOCK_MONOTONIC:
///
///     connected T        the last kiosk has connected; followed by
///     times T T T…       the connection time of each kiosk
///     published T        all events have arrived
///     commanded T T T…   the time at which each kiosk had stored a command
@main
struct FleetSimulator {
    private let kiosks: [SimulatedKiosk]
    private var connectedAt: [Int: Int64] = [:]
    private var commandedAt: [Int64] = []
    private var happened: UInt64 = 0
    private var isAwaited = false

    static func main() throws {
        let words = CommandLine.arguments
        guard words.count == 8, let count = Int(words[1]), let port = UInt16(words[2]) else {
            say(
                "usage: fleet-simulator COUNT PORT AUTHORITY USER PASSWORD-FILE DIRECTORY KEYS-FILE"
            )
            exit(2)
        }
        let broker = SimulatedKiosk.Broker(
            port: port, authority: words[3], user: words[4], passwordFile: words[5],
            directory: words[6], keys: try KeyRing(contents(of: words[7])))
        var simulator = try FleetSimulator(count, broker)
        simulator.run()
    }

    private init(_ count: Int, _ broker: SimulatedKiosk.Broker) throws {
        kiosks = try (1...count).map { number in
            _ = unsafe mkdir("\(broker.directory)/sim-\(number)", 0o700)
            return try SimulatedKiosk(number, broker)
        }
    }

    private mutating func run() {
        var watched = kiosks.map {
            pollfd(fd: $0.link.descriptor, events: Int16(POLLIN), revents: 0)
        }
        watched.append(pollfd(fd: 0, events: Int16(POLLIN), revents: 0))
        // That events have arrived is looked up, not told.
        while unsafe poll(&watched, nfds_t(watched.count), isAwaited ? 2 : -1) >= 0 {
            let wall = Self.clock(CLOCK_REALTIME)
            for index in kiosks.indices where watched[index].revents != 0 {
                for news in kiosks[index].attend(at: wall) { note(news, of: index) }
            }
            if watched[kiosks.count].revents != 0 {
                guard let line = readLine() else { return }
                obey(line, at: wall)
            }
            if isAwaited, kiosks.reduce(0, { $0 + $1.link.counts.published }) >= happened {
                isAwaited = false
                Self.say("published \(Self.clock(CLOCK_MONOTONIC))")
            }
        }
    }

    private mutating func obey(_ line: String, at wall: Int64) {
        let order = line.split(separator: " ")
        guard order.count == 2, order[0] == "events", let each = Int(order[1]) else { return }
        happened += UInt64(each * kiosks.count)
        isAwaited = true
        for kiosk in kiosks { kiosk.happen(each, at: wall) }
    }

    private mutating func note(_ news: SimulatedKiosk.News, of index: Int) {
        let now = Self.clock(CLOCK_MONOTONIC)
        switch news {
        case .disconnected: connectedAt[index] = nil
        case .connected:
            connectedAt[index] = now
            guard connectedAt.count == kiosks.count else { return }
            Self.say("connected \(now)")
            Self.say("times", connectedAt.values.sorted())
        case .commanded:
            commandedAt.append(now)
            guard commandedAt.count == kiosks.count else { return }
            Self.say("commanded", commandedAt)
            commandedAt = []
        }
    }

    private static func say(_ word: String, _ numbers: [Int64] = []) {
        let line = ([word] + numbers.map(String.init)).joined(separator: " ") + "\n"
        var rest = Array(line.utf8)[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { bytes in
                unsafe write(1, bytes.baseAddress, bytes.count)
            }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    private static func contents(of path: String) -> String {
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return "" }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: KeyRing.mostBytes)
        let count = unsafe read(file, &bytes, bytes.count)
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }

    private static func clock(_ id: clockid_t) -> Int64 {
        var now = timespec()
        unsafe clock_gettime(id, &now)
        return Int64(now.tv_sec) * 1_000_000 + Int64(now.tv_nsec) / 1000
    }
}
