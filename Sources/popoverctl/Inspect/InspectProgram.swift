// SPDX-License-Identifier: MIT

internal import LibUV
internal import PopoverModel
internal import PopoverWire

/// The loop of `popoverctl inspect`: the server, the daemon, signals, and Enter for a new link.
final class InspectProgram {
    private let loop: Loop
    private let server: InspectServer
    private let source: any InspectSource
    private var signals: [SignalWatcher] = []
    private var keys: DescriptorPoll?
    private var isJSON = false

    init(
        _ loop: Loop, _ listener: LoopbackListener, _ files: InspectFiles,
        source: any InspectSource,
        control: InspectControl? = nil, drafts: InspectDrafts? = nil
    ) throws {
        self.loop = loop
        self.source = source
        let api = InspectAPI(
            source, guidelines: files.guidelines, control: control, drafts: drafts)
        let server = try InspectServer(loop, listener, files: files, api: api)
        self.server = server
        (source as? LiveSource)?.onLine = { server.broadcast($0) }
    }

    /// Runs until a signal ends it.
    func run(json: Bool) throws {
        isJSON = json
        for signal in [Signal.interrupt, .terminate, .hangUp] {
            signals.append(try SignalWatcher(loop, signal: signal) { [unowned self] in end() })
        }
        // A file or /dev/null cannot be watched, and has no Enter.
        let keys = try? DescriptorPoll(loop, descriptor: Terminal.standardInput) {
            [unowned self] report in read(report)
        }
        self.keys = keys
        try? keys?.start(.readable)
        try printLink()
        loop.run()
        loop.close()
    }

    private func printLink() throws(FileError) {
        let link = server.newLink()
        guard isJSON else { return try Terminal.print(link) }
        var writer = JSONWriter()
        writer.object { $0.member("link", link) }
        try Terminal.print(JSONText(validated: writer.bytes))
    }

    private func read(_ report: DescriptorPoll.Report) {
        guard case .ready = report, let bytes = try? Terminal.readInput(), !bytes.isEmpty else {
            keys?.close()
            keys = nil
            return
        }
        if bytes.contains(UInt8(ascii: "\n")) { try? printLink() }
    }

    private func end() {
        server.close()
        (source as? LiveSource)?.close()
        keys?.close()
        keys = nil
        for signal in signals { signal.close() }
        signals = []
    }
}
