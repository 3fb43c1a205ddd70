// SPDX-License-Identifier: MIT
import PopoverModel
import PopoverWire

/// The nesting that the protocol allows a line.
let lineDepth = 32

/// Reads a text with a reader of its own and gives its compact text back.
func compacted(_ bytes: [UInt8]) throws -> String {
    let node = try JSONReader().parse(bytes, depthLimit: lineDepth)
    return String(decoding: node.compactText.bytes, as: UTF8.self)
}

/// What reading a text fails with; nil when it is accepted.
func failure(of bytes: [UInt8], depthLimit: Int = lineDepth) -> JSONError? {
    do throws(JSONError) {
        _ = try JSONReader().parse(bytes, depthLimit: depthLimit)
        return nil
    } catch {
        return error
    }
}

/// What is written when a body writes.
func written(_ body: (inout JSONWriter) -> Void) -> String {
    var writer = JSONWriter()
    body(&writer)
    return String(decoding: writer.bytes, as: UTF8.self)
}
