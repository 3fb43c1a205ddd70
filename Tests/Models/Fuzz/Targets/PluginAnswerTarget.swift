// SPDX-License-Identifier: MIT

import PopoverModel
import PopoverWire

/// A line of a plugin's program, and the verdicts and questions that people write down.
///
/// Input: what the line is, then the line.
public final class PluginAnswerTarget: FuzzTarget {
    public static let name = "plugin-answer"
    public static let longest = 512

    private let decoder = PluginMessageDecoder()
    private let reader = JSONReader()
    private let checks = WireChecks()
    private let limits = SmallLimits.limits
    /// A line of a program's, a recorded question; a verdict is the rest.
    private static let kinds = 2

    public init() {}

    public static var seeds: [[UInt8]] {
        var seeds: [[UInt8]] = []
        for verdict in PluginSamples.verdicts {
            for hook in Hook.allCases.indices {
                seeds.append([UInt8(kinds + hook)] + Array(verdict.utf8))
                seeds.append([0] + Array(#"{"id":"q\#(hook)","result":\#(verdict)}"#.utf8))
            }
        }
        for line in PluginSamples.lines { seeds.append([0] + Array(line.utf8)) }
        for question in PluginSamples.questions { seeds.append([1] + Array(question.utf8)) }
        return seeds
    }

    public func run(_ input: [UInt8]) throws(Broken) {
        var bytes = InputBytes(input)
        let kind = bytes.number(below: Self.kinds + Hook.allCases.count)
        switch kind {
        case 0: try line(bytes.rest)
        case 1: try question(bytes.rest)
        default: try verdict(bytes.rest, at: Hook.allCases[kind - Self.kinds])
        }
    }

    private func line(_ line: ArraySlice<UInt8>) throws(Broken) {
        let hooks = Hook.allCases
        let message = decoder.decode(line, limits: limits) { question in
            hooks.indices.contains(Int(clamping: question.number))
                ? hooks[Int(question.number)] : nil
        }
        switch message {
        case .manifest(.success(let manifest)): try sound(manifest)
        case .manifest(.failure(let failure)), .answer(_, .failure(let failure)),
            .wrong(let failure), .notJSON(let failure), .initialized(let failure?):
            try checks.failure(failure, id: .null)
        case .seen(let sequence): try require(sequence >= 0, "seen \(sequence)")
        case .stray(let id): try require(id.utf8.count <= 128, "an id of \(id.utf8.count) bytes")
        case .answer(_, .success), .initialized(nil), .service, .other: break
        }
    }

    private func sound(_ manifest: Manifest) throws(Broken) {
        let names = manifest.behaviors.map(\.name)
        try require(
            names.count <= Manifest.Bounds.behaviors && Set(names).count == names.count,
            "behaviors \(names)")
        for behavior in manifest.behaviors {
            try require(!behavior.sides.isEmpty, "\(behavior.name) has no side")
            try require(behavior.widthRange.lowerBound > 0, "\(behavior.name) has no width")
        }
        try require((1...64).contains(manifest.name.utf8.count), "a name of \(manifest.name)")
        try require(manifest.topics.count <= Manifest.Bounds.topics, "too many topics")
        try require(
            !manifest.hooks.contains(.idle) || manifest.idleAfter != nil, "idle after how long?")
        try require(manifest.options.count <= PluginOption.most, "too many options")
    }

    /// Its first spelling may be finer than what is written, milliseconds above all; from then on
    /// it stays.
    private func verdict(_ text: ArraySlice<UInt8>, at hook: Hook) throws(Broken) {
        guard
            let verdict = try read(
                text,
                { node throws(RequestError) in
                    try Verdict(decoding: node, at: hook, limits: limits)
                })
        else { return }
        let once = written(verdict)
        let again = try read(once[...]) { node throws(RequestError) in
            try Verdict(decoding: node, at: hook, limits: limits)
        }
        guard let again else { throw Broken("\(verdict) is refused when it is written") }
        try require(written(again) == once, "\(verdict) is written, and is \(again)")
    }

    private func question(_ text: ArraySlice<UInt8>) throws(Broken) {
        guard let questions = try read(text, RecordedQuestion.list) else { return }
        for question in questions {
            let once = written(question)
            guard let again = try read(once[...], RecordedQuestion.list)?.first else {
                throw Broken("\(question) is refused when it is written")
            }
            try require(written(again) == once, "\(question) is written, and is \(again)")
        }
    }

    /// Nil where it is refused, in words as short as they should be.
    private func read<Value>(
        _ text: ArraySlice<UInt8>, _ read: (JSONNode) throws(RequestError) -> Value
    ) throws(Broken) -> Value? {
        let node: JSONNode
        do throws(JSONError) {
            node = try reader.parse(text, depthLimit: MessageDecoder.lineDepth)
        } catch { return nil }
        do throws(RequestError) {
            return try read(node)
        } catch {
            try checks.failure(error, id: .null)
            return nil
        }
    }

    private func written(_ value: some JSONWritable) -> [UInt8] {
        var writer = JSONWriter()
        writer.value(value)
        return writer.bytes
    }
}
