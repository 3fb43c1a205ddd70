// SPDX-License-Identifier: MIT

internal import ArgumentParser
internal import PopoverClient
internal import PopoverDrawing

struct DrawCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "draw",
        abstract: "Draw the displays as text, SVG or PNG.",
        discussion: "Example: popoverctl draw --png -o kiosk.png")

    enum Format: String, EnumerableFlag {
        case text
        case svg
        case png

        static func help(for value: Format) -> ArgumentHelp? {
            switch value {
            case .text: "Draw with characters, for a terminal."
            case .svg: "Draw an SVG image."
            case .png: "Draw a PNG image."
            }
        }
    }

    @OptionGroup var connection: ConnectionOptions

    @Flag(exclusivity: .exclusive)
    var format = Format.text

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("Write to this file instead of standard output.", valueName: "file"),
        completion: .file())
    var output: String?

    @Option(help: ArgumentHelp("Draw only this display.", valueName: "name"))
    var display: String?

    @Option(help: ArgumentHelp("Pixels per point of a PNG image, 0.1 to 16.", valueName: "n"))
    var scale = 1.0

    func validate() throws {
        guard scale >= 0.1, scale <= 16 else {
            throw ValidationError("--scale: expected 0.1 to 16")
        }
    }

    func run() throws {
        if format == .png, output == nil, Terminal.isOutputTerminal {
            throw ValidationError(
                "cannot write a PNG image to a terminal; name a file with -o FILE")
        }
        let scene = try connection.connect().status()
        let bytes: [UInt8]
        switch format {
        case .svg: bytes = checked(try SceneDrawing.svg(scene, display: display))
        case .png: bytes = checked(try SceneDrawing.png(scene, display: display, scale: scale))
        case .text:
            let text = try SceneText.render(
                scene, display: display, width: Terminal.width,
                hasColor: output == nil && Terminal.hasColor)
            bytes = Array(text.utf8)
        }
        guard let output else { return try Terminal.print(bytes) }
        try Terminal.write(bytes, toFile: output)
    }

    private func checked(_ picture: SceneDrawing.Picture) -> [UInt8] {
        if let warning = picture.warning { Terminal.complain(warning) }
        return picture.bytes
    }
}
