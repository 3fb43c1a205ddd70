# SPDX-License-Identifier: MIT
"""Mutations of the module of the protocol."""

from unit_mutation import allowed, more, of

WIRE = "Protocol/PopoverWire"

WIRE_MUTATIONS = [
    *of(WIRE, "LineFramer", [
        more("a line may be a byte shorter only", "fragment.count + piece.count <= limit", -1),
        more("a line may be a byte longer", "guard fragment.count + piece.count <= limit"),
        ("the line after one that is too long is lost",
         "                isSkipping = end == nil\n                return .tooLong",
         "                isSkipping = MUTANT || end == nil\n                return .tooLong"),
        ("a carriage return stays", 'line.last == UInt8(ascii: "\\r") ?',
         '!MUTANT && line.last == UInt8(ascii: "\\r") ?'),
        ("an empty line is a line", "if !line.isEmpty {", "if MUTANT || !line.isEmpty {"),
    ]),
    *of(WIRE, "MessageDecoder", [
        more("a line may nest deeper", "public static let lineDepth = 32"),
        allowed("any version of JSON-RPC is fine", 'node["jsonrpc"]?.isString(Self.version) == true'),
        ("a wrong parameter of any request is told before hello", "guard method == .hello else {",
         "guard MUTANT || method == .hello else {"),
        ("an error that is null is an error", "if let error, !error.isNull {",
         "if let error, MUTANT || !error.isNull {"),
        more("a draft may nest deeper", "draft.depth <= Member.anyDepth"),
        ("what is no answer to a call is an answer", "guard case .string(let text) = id, let call",
         "guard !MUTANT, case .string(let text) = id, let call"),
    ]),
    *of(WIRE, "Member+Limits", [
        more("a content may be a byte longer", "text.count <= limits.content"),
        more("a list may have an element more", "count <= limits[name]"),
        ("an interval may be as long as any", "guard interval <= most else",
         "guard MUTANT || interval <= most else"),
        ("two buttons may share an id", "ids.insert(Name(button.id)).inserted else",
         "ids.insert(Name(button.id)).inserted || MUTANT else"),
        ("a side counts twice", "if !sides.contains(side) {", "if MUTANT || !sides.contains(side) {"),
        ("a topic may have no name", "topic.utf8.count > prefix.utf8.count else",
         "MUTANT || topic.utf8.count > prefix.utf8.count else"),
    ]),
    *of(WIRE, "Metrics+Text", [
        ("a histogram counts its first bucket only", "sample.buckets.last?.count ?? 0",
         "(MUTANT ? sample.buckets.first : sample.buckets.last)?.count ?? 0"),
        ("a quotation mark in a label is not escaped", 'case "\\"" where quote:',
         'case "\\"" where quote && !MUTANT:'),
        ("the last bucket has a bound", '?? "+Inf"', '?? (MUTANT ? "0" : "+Inf")'),
    ]),
    *of(WIRE, "JSONWriter+Numbers", [
        more("ten thousand has four digits", "number >= 10_000"),
        ("whole numbers beyond 2^53 are written as such", "whole.magnitude <= 1 << 53",
         "whole.magnitude <= 1 << (MUTANT ? 54 : 53)"),
        allowed("a negative zero loses its sign", 'whole != 0 || sign == .plus'),
    ]),
]
