// SPDX-License-Identifier: MIT

import Glibc
import Testing

/// A pipe or socket whose reader reads only when the test says so.
final class StuckReader {
    let writing: Int32
    private let reading: Int32

    init(isSocket: Bool) throws {
        var ends: [Int32] = [-1, -1]
        let type = Int32(SOCK_STREAM.rawValue)
        let status = unsafe isSocket ? socketpair(AF_UNIX, type, 0, &ends) : pipe(&ends)
        try #require(status == 0)
        (reading, writing) = (ends[0], ends[1])
        _ = fcntl(reading, F_SETFL, O_NONBLOCK)
    }

    deinit {
        close(reading)
        close(writing)
    }

    var isBlocking: Bool { fcntl(writing, F_GETFL) & O_NONBLOCK == 0 }

    /// Reads what there is.
    func read() -> String {
        var text: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = unsafe Glibc.read(reading, &buffer, buffer.count)
            guard count > 0 else { return String(decoding: text, as: UTF8.self) }
            text += buffer.prefix(count)
        }
    }
}
