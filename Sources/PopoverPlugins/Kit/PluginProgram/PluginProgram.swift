// SPDX-License-Identifier: MIT

public import PopoverPluginKit
public import PopoverWire

/// The daemon's side of a plugin that is a program and receives events: it answers the daemon and
/// hands on what the plugin is about.
///
/// It does no I/O: its owner passes the bytes of standard input, and writes what it returns to
/// standard output, on whatever loop the program has.
public struct PluginProgram<Settings> {
    public struct Description: Sendable {
        /// The name for `[[plugin]]`.
        public var name: String
        public var version: String
        public var options: [OptionRule<Settings>]
        /// The events that it receives.
        public var topics: [String]

        public init(
            name: String, version: String, options: [OptionRule<Settings>], topics: [String]
        ) {
            self.name = name
            self.version = version
            self.options = options
            self.topics = topics
        }
    }

    /// What the plugin has to do. Nodes are valid until the handler returns.
    public enum Message {
        /// The options are read: begin.
        case started(Settings)
        /// The scene, as the answer to the subscription or to `requestScene`; nil: it was refused.
        case scene(JSONNode?)
        /// `time` is CLOCK_MONOTONIC in microseconds.
        case event(topic: String, time: Int64, data: JSONNode)
        /// Events were lost.
        case gap
        /// The daemon has ended the plugin.
        case ended
    }

    private static var depthLimit: Int { 64 }
    /// In bytes: a scene of many clients' sources.
    private static var longestLine: Int { 64 << 20 }

    private let description: Description
    private let usual: Settings
    private let reader = JSONReader()
    private var framer = LineFramer(limit: Self.longestLine)

    /// - Parameter settings: the values before any option is read.
    public init(_ description: Description, settings: Settings) {
        self.description = description
        usual = settings
    }

    /// Reads bytes of standard input; empty: its end.
    ///
    /// - Returns: the bytes for standard output.
    public mutating func receive(
        _ bytes: ArraySlice<UInt8>, _ handle: (Message) -> Void
    ) -> [UInt8] {
        guard !bytes.isEmpty else {
            handle(.ended)
            return []
        }
        var output: [UInt8] = []
        var bytes = bytes
        while let frame = framer.next(in: &bytes) {
            guard case .line(let line) = frame,
                let message = try? reader.parse(line, depthLimit: Self.depthLimit)
            else { continue }
            if let answer = receive(message, handle) { output += Array((answer + "\n").utf8) }
        }
        return output
    }

    /// Asks for the scene, which comes as a message.
    public static var requestScene: [UInt8] {
        Array((requestLine("status", id: "scene") { _ in } + "\n").utf8)
    }

    private func receive(_ message: JSONNode, _ handle: (Message) -> Void) -> String? {
        let id = message.member("id")?.string
        let params = message.member("params")
        switch message.member("method")?.string {
        case "getmanifest": return result(id) { writeManifest(to: &$0) }
        case "init": return initialize(id, params?.member("options"), handle)
        case "event":
            guard let params, let topic = params.member("topic")?.string,
                let data = params.member("data")
            else { return nil }
            // A loss has neither number nor time.
            guard let sequence = params.member("sequence")?.integer else {
                handle(.gap)
                return nil
            }
            handle(.event(topic: topic, time: params.member("time")?.integer ?? 0, data: data))
            return seen(sequence)
        case "shutdown":
            handle(.ended)
            return nil
        case nil: return receive(answer: message.member("result"), to: id, handle)
        default: return id.flatMap { result($0) { _ in } }
        }
    }

    private func receive(
        answer: JSONNode?, to id: String?, _ handle: (Message) -> Void
    ) -> String? {
        switch id {
        case "subscribe":
            if let scene = answer?.member("snapshot") { handle(.scene(scene)) }
            return answer?.member("sequence")?.integer.map(seen)
        case "scene":
            handle(.scene(answer))
            return nil
        default: return nil
        }
    }

    private func initialize(
        _ id: String?, _ options: JSONNode?, _ handle: (Message) -> Void
    ) -> String {
        var settings = usual
        do {
            try description.options.read(into: &settings) { options?.member($0)?.optionText }
        } catch {
            return response(id) { line in
                line.name("error")
                line.object { failure in
                    failure.member("code", -32602)
                    failure.member("message", error.description)
                }
            }
        }
        handle(.started(settings))
        return result(id) { _ in }
    }

    // MARK: What it writes

    private func seen(_ sequence: Int64) -> String {
        requestLine("seen") { $0.member("sequence", sequence) }
    }

    private func result(_ id: String?, _ members: (inout JSONWriter) -> Void) -> String {
        response(id) { line in
            line.name("result")
            line.object(members)
        }
    }

    private func response(_ id: String?, _ members: (inout JSONWriter) -> Void) -> String {
        var writer = JSONWriter()
        writer.object { line in
            line.member("jsonrpc", "2.0")
            line.member("id", id ?? "")
            members(&line)
        }
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    private func writeManifest(to manifest: inout JSONWriter) {
        manifest.member("name", description.name)
        manifest.member("version", description.version)
        manifest.member("topics", description.topics)
        // Without it, a trusted plugin would not see what people read and hear either.
        manifest.member("requests", true)
        manifest.name("options")
        manifest.array { list in
            for option in description.options.map(\.description) {
                list.object { option.write(to: &$0) }
            }
        }
    }
}

extension JSONNode {
    /// An option's value as the rules of options read it.
    fileprivate var optionText: String? {
        switch kind {
        case .string: string
        case .number: numberText
        case .bool: bool.map { $0 ? "true" : "false" }
        case .array: elements?.map { ($0.string ?? "") + "\n" }.joined()
        case .null, .object: nil
        }
    }
}

extension OptionDescription {
    fileprivate func write(to option: inout JSONWriter) {
        option.member("name", name)
        option.member("type", type.word)
        option.member("description", ifPresent: summary)
        guard let defaultValue else { return }
        option.name("default")
        switch type {
        case .string, .text: option.value(defaultValue)
        case .integer: option.value(Int64(defaultValue) ?? 0)
        case .number: option.value(Double(defaultValue) ?? 0)
        case .boolean: option.value(defaultValue == "true")
        case .strings: option.value(defaultValue.split(separator: "\n").map(String.init))
        }
    }
}

extension OptionDescription.Kind {
    fileprivate var word: String {
        switch self {
        case .string: "string"
        case .integer: "integer"
        case .number: "number"
        case .boolean: "boolean"
        case .strings: "strings"
        case .text: "text"
        }
    }
}
