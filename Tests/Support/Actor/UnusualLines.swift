// SPDX-License-Identifier: MIT

import Glibc
import PopoverModel
import PopoverWire

/// Of the clients' lines on standard input, writes those that the daemon does not read directly.
enum UnusualLines {
    static func write() {
        let decoder = MessageDecoder()
        var lines = LineFramer(limit: Actor.longestLine)
        while let bytes = Stream.read(STDIN_FILENO) {
            var input = bytes[...]
            while case .line(let line)? = lines.next(in: &input) {
                let message = decoder.decodeDirectly(line, limits: Limits(), timing: Timing())
                if message == nil { Stream.write(line + [UInt8(ascii: "\n")], to: STDOUT_FILENO) }
            }
        }
    }
}
