// SPDX-License-Identifier: MIT

internal import ArgumentParser
internal import LibUV
internal import PopoverClient
internal import PopoverModel
internal import PopoverRecording
internal import PopoverWire

struct InspectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect",
        abstract: "Inspect the daemon or a recording in a browser.",
        discussion: """
            For administrators. Serves a page on 127.0.0.1 until interrupted, and prints a link that \
            opens it once; press Enter for another link. Shows the displays, a timeline of events \
            and decisions with their reasons, clients, limits, metrics and drafts. The page changes \
            nothing without --control.

            Example: popoverctl inspect noon.recording
            """)

    @OptionGroup var connection: ConnectionOptions

    @Option(help: ArgumentHelp("Serve on this port; 0 is any free one.", valueName: "n"))
    var port: UInt16 = 0

    @Flag(help: "Let the page close popovers, and end, lock or unlock the session.")
    var control = false

    @Argument(
        help: ArgumentHelp(
            "Recording to show instead of the daemon; - is standard input.", valueName: "file"),
        completion: .file())
    var file: String?

    func validate() throws {
        if file != nil, control {
            throw ValidationError("--control: a recording cannot be changed")
        }
    }

    func run() throws {
        let files = try InspectFiles()
        let recording = try file.map(recording)
        let loop = try Loop()
        let program: InspectProgram
        do {
            let listener = try LoopbackListener(loop, port: port)
            program =
                if let recording {
                    try InspectProgram(loop, listener, files, source: recording)
                } else {
                    try live(loop, listener, files)
                }
        } catch {
            // Whatever has failed has left no handle.
            loop.close()
            throw (error as? UVError).map { ErrorReport(.file, "cannot \($0)") } ?? error
        }
        try program.run(json: connection.json)
    }

    private func recording(_ file: String) throws -> RecordingSource {
        let bytes = try Terminal.read(recording: file)
        do throws(RecordingError) {
            let recording = try Recording(bytes)
            let name = file.split(separator: "/").last.map(String.init) ?? file
            return RecordingSource(recording, title: name)
        } catch {
            throw ErrorReport(.file, "\(file):\(error.line): \(error.message)")
        }
    }

    private func live(
        _ loop: Loop, _ listener: LoopbackListener, _ files: InspectFiles
    ) throws -> InspectProgram {
        let source = try LiveSource(loop) { [connection] () throws(ClientError) in
            try connection.connect(roles: [.observer])
        }
        let drafts = InspectDrafts(source: source) { [connection] app throws(ClientError) in
            var connection = connection
            connection.app = app
            connection.socket = source.title
            return try connection.connect()
        }
        return try InspectProgram(
            loop, listener, files, source: source,
            control: control ? InspectControl(source: source) : nil, drafts: drafts)
    }
}
