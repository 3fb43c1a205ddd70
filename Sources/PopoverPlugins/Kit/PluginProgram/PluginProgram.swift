// SPDX-License-Identifier: MIT

internal import LibUV
public import PopoverModel
public import PopoverPluginKit
public import PopoverWire

/// The daemon's side of a plugin that is a program and receives events: it answers the daemon and
/// hands on what the plugin is about.
///
/// It does no I/O: its owner passes the bytes of standard input, and what writes to standard output,
/// on whatever loop the program has (`PluginProcess` has one of libuv).
public struct PluginProgram<Settings> {
    public struct Description: Sendable {
        /// The name for `[[plugin]]`.
        public var name: String
        public var version: String
        public var options: [OptionRule<Settings>]
        /// The events that it receives.
        public var topics: [String]
        /// Of the client that it is.
        public var roles: [Role]
        /// What it gets in its sandbox.
        public var needs: Sandbox
        /// Checks options against each other, and what they name: without trust it cannot be read.
        public var check: @Sendable (Settings, _ isTrusted: Bool) throws(OptionError) -> Void

        public init(
            name: String, version: String, options: [OptionRule<Settings>], topics: [String],
            roles: [Role] = [], needs: Sandbox,
            check: @escaping @Sendable (Settings, Bool) throws(OptionError) -> Void = { _, _ in }
        ) {
            self.name = name
            self.version = version
            self.options = options
            self.topics = topics
            self.roles = roles
            self.needs = needs
            self.check = check
        }
    }

    /// What the plugin has to do. Nodes are valid until the handler returns.
    public enum Message {
        /// The options are read, and the plugin is trusted: begin.
        case started(Settings, OptionTexts)
        /// The scene, as the answer to the subscription or to `requestScene`; nil: it was refused.
        case scene(JSONNode?)
        /// `time` is CLOCK_MONOTONIC in microseconds.
        case event(topic: String, time: Int64, data: JSONNode)
        /// Another line for the client that it is: an answer, or a notification.
        case line(JSONNode)
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
    /// - Parameter write: writes to standard output.
    public mutating func receive(
        _ bytes: ArraySlice<UInt8>, _ write: ([UInt8]) -> Void, _ handle: (Message) -> Void
    ) {
        guard !bytes.isEmpty else { return handle(.ended) }
        var bytes = bytes
        var last: Int64?
        while let frame = framer.next(in: &bytes) {
            guard case .line(let line) = frame,
                let message = try? reader.parse(line, depthLimit: Self.depthLimit)
            else { continue }
            last = receive(message, { write(Array(($0 + "\n").utf8)) }, handle) ?? last
        }
        if let last { write(Array((seen(last) + "\n").utf8)) }
    }

    /// Asks for the scene, which comes as a message.
    public static var requestScene: String { requestLine("status", id: "scene") { _ in } }

    /// Reports the state of the plugin's service.
    public static func service(_ service: PluginService) -> String {
        requestLine("service") { params in
            params.member("state", service.state.rawValue)
            params.member("message", ifPresent: service.message)
        }
    }

    /// The number of an event that it has handled.
    private func receive(
        _ message: JSONNode, _ write: (String) -> Void, _ handle: (Message) -> Void
    ) -> Int64? {
        let id = message.member("id")?.string
        let params = message.member("params")
        switch message.member("method")?.string {
        case "getmanifest": write(result(id) { writeManifest(to: &$0) })
        case "init": initialize(id, params, write, handle)
        case "event":
            guard let params, let topic = params.member("topic")?.string,
                let data = params.member("data")
            else { return nil }
            // A loss has neither number nor time.
            let sequence = params.member("sequence")?.integer
            let time = params.member("time")?.integer ?? 0
            handle(sequence == nil ? .gap : .event(topic: topic, time: time, data: data))
            return sequence
        case "shutdown": handle(.ended)
        case nil: return receive(answer: message, to: id, handle)
        default:
            // It answers what it is asked as a client, so that the daemon does not wait for it.
            if let id { write(result(id) { _ in }) }
            handle(.line(message))
        }
        return nil
    }

    private func receive(
        answer: JSONNode, to id: String?, _ handle: (Message) -> Void
    ) -> Int64? {
        let result = answer.member("result")
        switch id {
        case "subscribe":
            if let scene = result?.member("snapshot") { handle(.scene(scene)) }
            return result?.member("sequence")?.integer
        case "scene": handle(.scene(result))
        default: handle(.line(answer))
        }
        return nil
    }

    private func initialize(
        _ id: String?, _ params: JSONNode?, _ write: (String) -> Void, _ handle: (Message) -> Void
    ) {
        var settings = usual
        let options = params?.member("options")
        let isTrusted = params?.member("trusted")?.bool != false
        do throws(OptionError) {
            try description.options.read(into: &settings) { options?.member($0)?.optionText }
            try description.check(settings, isTrusted)
        } catch {
            return write(
                response(id) { line in
                    line.name("error")
                    line.object { failure in
                        failure.member("code", -32602)
                        failure.member("message", error.description)
                    }
                })
        }
        write(result(id) { _ in })
        guard isTrusted else {
            return write(
                Self.service(PluginService(state: .failed, message: "it needs trusted = true")))
        }
        handle(.started(settings, OptionTexts(options)))
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
        manifest.member("roles", description.roles.map(\.rawValue))
        var needs = description.needs
        // Where it is not among the system's files, as in a build.
        if let folder = System.runtimeFolder { needs.readPaths.append(folder) }
        manifest.name("needs")
        manifest.object(needs.write)
        manifest.name("options")
        manifest.array { list in
            for option in description.options.map(\.description) {
                list.object { option.write(to: &$0) }
            }
        }
    }
}

/// The values of options for people's words, in the languages that they are configured in.
public struct OptionTexts: Hashable, Sendable {
    private var texts: [String: OptionValue] = [:]

    public init() {}

    fileprivate init(_ options: JSONNode?) {
        guard let members = options?.members else { return }
        for (name, value) in members {
            texts[name] = value.string.map(OptionValue.string) ?? OptionValue(translations: value)
        }
    }

    /// The value of an option for people who read a language: a BCP 47 tag, or nil if it is unknown.
    public func text(_ name: String, in language: String?) -> String? {
        switch texts[name] {
        case .string(let text): text
        case .translations(let translations): translations.text(for: language)
        default: nil
        }
    }
}

extension Sandbox {
    fileprivate func write(to needs: inout JSONWriter) {
        if network { needs.member("network", true) }
        if unixSockets { needs.member("unixSockets", true) }
        if !readPaths.isEmpty { needs.member("readPaths", readPaths) }
        if !writePaths.isEmpty { needs.member("writePaths", writePaths) }
        if !writeFiles.isEmpty { needs.member("writeFiles", writeFiles) }
        if !environment.isEmpty { needs.member("environment", environment) }
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
        // Of a text in several languages any one does: the rule looks at whether there is one.
        case .object: OptionValue(translations: self).map { _ in "…" }
        case .null: nil
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
