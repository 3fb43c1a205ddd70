// SPDX-License-Identifier: MIT
internal import CSimdJSON

/// Reads one JSON text at a time, strictly.
///
/// A reader is made once and used for every line: it keeps its memory, so that reading takes none
/// once the largest line has been seen. It returns `JSONNode`s, views of the text that
/// it read last; strings, numbers and compact texts are only created on demand.
///
/// Responsibilities:
/// 1. Accept exactly RFC 8259's JSON, except for input that the protocol forbids: byte order marks, raw
///    NULs, lone surrogates, duplicate member names, and nesting beyond the limit.
/// 2. For all other input report the error and its byte.
/// 3. Keep numbers of any size as they are spelled, beside their nearest double.
///
/// Every text that it accepts has at least one node, and a node is valid until the next `parse`.
/// A node that is used later is a bug of the caller and traps: a peer cannot cause it.
///
/// It does not split bytes into lines (`LineFramer`), know requests, or write
/// (`JSONWriter`). It belongs to one thread.
@safe
public final class JSONReader {
    private let parser: OpaquePointer  // owned; destroyed in deinit
    private var nodes: UnsafePointer<csimdjson_node>?  // the parser's, until the next parse
    private var text: UnsafePointer<UInt8>?  // likewise
    private var generation: UInt64 = 0

    public init() {
        guard let parser = unsafe csimdjson_create() else {
            preconditionFailure("There is memory for a parser")
        }
        unsafe self.parser = parser
    }

    deinit {
        unsafe csimdjson_destroy(parser)
    }

    /// Reads a text; white space around its value is fine. Nodes of the text before end here.
    /// - Parameter depthLimit: how deep containers may nest, at most 65535; the outermost is 1.
    public func parse(
        _ text: Span<UInt8>, depthLimit: Int
    ) throws(JSONError) -> JSONNode {
        generation += 1
        let limit = UInt16(clamping: depthLimit)
        let outcome = unsafe text.withUnsafeBufferPointer { bytes in
            unsafe csimdjson_parse(parser, bytes.baseAddress, bytes.count, limit)
        }
        if let error = JSONError(outcome) { throw error }
        unsafe nodes = csimdjson_nodes(parser)
        unsafe self.text = csimdjson_text(parser)
        return JSONNode(reader: self, generation: generation, index: 0)
    }

    public func parse(
        _ text: ArraySlice<UInt8>, depthLimit: Int
    ) throws(JSONError) -> JSONNode {
        try parse(text.span, depthLimit: depthLimit)
    }

    public func parse(_ text: [UInt8], depthLimit: Int) throws(JSONError) -> JSONNode {
        try parse(text.span, depthLimit: depthLimit)
    }

    /// Overwrites the text, which may be private; its nodes end here.
    public func forget() {
        generation += 1
        unsafe csimdjson_forget(parser)
    }

    internal func node(at index: Int, generation: UInt64) -> csimdjson_node {
        checkGeneration(generation)
        guard let nodes = unsafe nodes else { preconditionFailure("A node has been parsed") }
        return unsafe nodes[index]
    }

    /// The unescaped text of a string.
    internal func string(_ node: csimdjson_node) -> String {
        unsafe String(decoding: bytes(from: node.start + 1, count: node.count), as: UTF8.self)
    }

    /// What stands in the text, to the letter; not for strings, which are unescaped in place.
    internal func spelling(_ node: csimdjson_node) -> String {
        unsafe String(
            decoding: bytes(from: node.start, count: node.end - node.start), as: UTF8.self)
    }

    internal func member(_ name: JSONName, ofObjectAt index: Int, generation: UInt64) -> Int? {
        checkGeneration(generation)
        let found = unsafe name.withBytes { name in
            unsafe csimdjson_member(nodes, text, UInt32(index), name.baseAddress, name.count)
        }
        return found == CSIMDJSON_NONE ? nil : Int(found)
    }

    internal func isString(_ node: csimdjson_node, _ other: Span<UInt8>) -> Bool {
        unsafe other.withUnsafeBufferPointer { other in
            unsafe csimdjson_is_string(node, text, other.baseAddress, other.count)
        }
    }

    internal func compactBytes(at index: Int, generation: UInt64) -> [UInt8] {
        let node = node(at: index, generation: generation)
        return unsafe [UInt8](unsafeUninitializedCapacity: Int(node.end - node.start)) {
            buffer, count in
            unsafe count = csimdjson_compact(parser, UInt32(index), buffer.baseAddress)
        }
    }

    private func bytes(from start: UInt32, count: UInt32) -> UnsafeBufferPointer<UInt8> {
        guard let text = unsafe text else { preconditionFailure("A node has been parsed") }
        return unsafe UnsafeBufferPointer(start: text + Int(start), count: Int(count))
    }

    private func checkGeneration(_ generation: UInt64) {
        precondition(generation == self.generation, "A node is used until the next parse")
    }
}
