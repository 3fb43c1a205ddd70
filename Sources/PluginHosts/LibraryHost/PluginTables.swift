// SPDX-License-Identifier: MIT

import CPopoverPlugin
import PopoverModel

// The checks that descriptors and verdicts share. Each reads one member or group of members as
// `popover_plugin.h` defines it; nil stands for "the usual", which is the caller's to fill in.

/// Copies what the plugin's version of a table and this one have in common into a zeroed one.
/// - Parameters:
///   - size: what the plugin says the table's size is.
///   - mandatory: where the members begin that may be missing.
///   - largest: the size that it cannot exceed.
func copyTable<Table>(
    at address: UnsafeRawPointer, size: UInt32, into zeros: Table, mandatory: Int?, largest: UInt32
) throws(MalformedTable) -> Table {
    let known = MemoryLayout<Table>.size
    let lowest = UInt32(mandatory ?? known)
    // A size that is no multiple of the alignment would cut a pointer in two.
    let isWhole = size % UInt32(MemoryLayout<Table>.alignment) == 0
    guard lowest <= size, size <= largest, isWhole else {
        throw MalformedTable("a table cannot be of \(size) bytes")
    }
    var copy = zeros
    unsafe withUnsafeMutableBytes(of: &copy) { bytes in
        let common = unsafe UnsafeRawBufferPointer(start: address, count: min(known, Int(size)))
        unsafe bytes.copyMemory(from: common)
    }
    return copy
}

/// Valid UTF-8 of 1 to `limit` bytes.
func readText(
    _ text: popover_string, upTo limit: Int, of what: String
) throws(MalformedTable) -> String {
    let length = unsafe text.length
    guard let bytes = unsafe text.bytes, (1...UInt64(limit)).contains(length) else {
        throw MalformedTable("\(what) is missing or longer than \(limit) bytes")
    }
    let buffer = unsafe UnsafeRawBufferPointer(start: bytes, count: Int(length))
    guard let text = unsafe String(validating: buffer, as: UTF8.self) else {
        throw MalformedTable("\(what) is not UTF-8")
    }
    return text
}

/// Valid UTF-8 of at most `limit` bytes; nil where there is none.
func readOptionalText(
    _ text: popover_string, upTo limit: Int, of what: String
) throws(MalformedTable) -> String? {
    if unsafe text.bytes == nil { return nil }
    if unsafe text.length == 0 { return "" }
    return unsafe try readText(text, upTo: limit, of: what)
}

func readName(_ text: popover_string, of what: String) throws(MalformedTable) -> String {
    let name = try unsafe readText(
        text, upTo: Int(POPOVER_NAME_CAPACITY), of: "the name of \(what)")
    guard isName(name) else {
        throw MalformedTable("the name of \(what) has other characters than a-z, 0-9 and -")
    }
    return name
}

/// Whether it is of the characters that names of plugins and behaviors have.
func isName(_ text: String) -> Bool { text.utf8.allSatisfy(isNameByte) }

private func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
        UInt8(ascii: "-"):
        true
    default: false
    }
}

func readDisposition(
    _ number: UInt32, of what: String
) throws(MalformedTable) -> Disposition? {
    switch number {
    case POPOVER_DISPOSITION_DEFAULT: nil
    case POPOVER_DISPOSITION_SAVE: .save
    case POPOVER_DISPOSITION_DISCARD: .discard
    default: throw MalformedTable("\(what) has an unknown disposition, \(number)")
    }
}

func readCompactAdaptation(
    _ number: UInt32, of what: String
) throws(MalformedTable) -> Behavior.CompactAdaptation? {
    switch number {
    case POPOVER_COMPACT_DEFAULT: nil
    case POPOVER_COMPACT_SHEET: .sheet
    case POPOVER_COMPACT_REFUSE: .refuse
    default: throw MalformedTable("\(what) has an unknown compact adaptation, \(number)")
    }
}

/// The members as C has them: an array of `POPOVER_SIDE_COUNT`.
typealias RawSides = (UInt32, UInt32, UInt32, UInt32)

func readSides(_ raw: RawSides, of what: String) throws(MalformedTable) -> [Side]? {
    if raw == (0, 0, 0, 0) { return nil }
    var sides: [Side] = []
    var isOver = false
    for number in [raw.0, raw.1, raw.2, raw.3] {
        guard let side = try readSide(number, of: what) else {
            isOver = true
            continue
        }
        guard !isOver, !sides.contains(side) else {
            throw MalformedTable("\(what) names a side twice or after the last one")
        }
        sides.append(side)
    }
    return sides.isEmpty ? nil : sides
}

private func readSide(_ number: UInt32, of what: String) throws(MalformedTable) -> Side? {
    switch number {
    case POPOVER_SIDE_NONE: nil
    case POPOVER_SIDE_TOP: .top
    case POPOVER_SIDE_BOTTOM: .bottom
    case POPOVER_SIDE_LEFT: .left
    case POPOVER_SIDE_RIGHT: .right
    default: throw MalformedTable("\(what) names an unknown side, \(number)")
    }
}

func readWidths(
    _ minimum: Double, _ maximum: Double, of what: String
) throws(MalformedTable) -> ClosedRange<Double>? {
    if minimum == 0 && maximum == 0 { return nil }
    // Every comparison with a NaN is false, so that this refuses it too.
    guard POPOVER_WIDTH_LOWEST <= minimum, minimum <= maximum, maximum <= POPOVER_WIDTH_HIGHEST
    else {
        throw MalformedTable("\(what) has impossible widths, \(minimum) to \(maximum)")
    }
    return minimum...maximum
}
