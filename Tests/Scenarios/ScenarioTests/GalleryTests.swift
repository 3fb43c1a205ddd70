// SPDX-License-Identifier: MIT

import Foundation
import LibUV
import PopoverClient
import PopoverDrawing
import PopoverModel
import PopoverScenario
import PopoverTestSupport
import Testing

/// Holds `docs/development/gallery.md` and its pictures to what the scenarios show.
@Suite("The gallery")
struct GalleryTests {
    private static let folder = "docs/development/gallery"
    private static let motionFolder = "docs/development/motion"
    /// Frames in between, which suites of `Tests/Machines/Screens` take on real screens.
    private static let motion = [
        ("A page in Chromium", ["web-1-appears", "web-2-resizes", "web-3-dims", "web-4-alert"]),
        ("Programs of GTK 3 and GTK 4", ["gtk3-1-resizes", "gtk4-1-resizes"]),
        ("A program of Qt", ["qt-1-resizes", "qt-2-dims", "qt-3-alert"]),
    ]
    private static let isUpdating =
        ProcessInfo.processInfo.environment["POPOVER_UPDATE"] == "1"

    /// The scenarios with pictures.
    private static let names = ScenarioFiles.names.filter { name in
        // An unreadable scenario fails in PlayTests.
        (try? ScenarioFiles.scenario(name).pictures.isEmpty) == false
    }

    init() {
        ignoreSIGPIPE()
    }

    @Test(
        "Its pictures are what is to be seen; POPOVER_UPDATE=1 takes them anew", arguments: names)
    func pictures(name: String) throws {
        let scenario = try ScenarioFiles.scenario(name)
        let taken = try Self.pictures(of: scenario)
        #expect(taken.map(\.name) == scenario.pictures)
        for (name, picture) in taken {
            #expect(picture.textsWithoutFont.isEmpty, "\(name): \(picture.warning ?? "")")
            let bytes = picture.bytes
            let file = ScenarioFiles.root.appending(path: "\(Self.folder)/\(name).png")
            if Self.isUpdating { try Data(bytes).write(to: file) }
            let kept = try #require(DecodedPNG([UInt8](try Data(contentsOf: file))), "\(name)")
            let new = try #require(DecodedPNG(bytes))
            #expect(kept.width == new.width && kept.height == new.height, "\(name)")
            let share = kept.difference(from: new)
            #expect(share < 0.005, "\(name): \(share * 100) % of it is different")
        }
    }

    @Test("Its page shows them all; POPOVER_UPDATE=1 rewrites it")
    func page() throws {
        let path = "docs/development/gallery.md"
        let rendered = try Self.page
        if Self.isUpdating {
            try rendered.write(
                to: ScenarioFiles.root.appending(path: path), atomically: true, encoding: .utf8)
        }
        let isCurrent = try ScenarioFiles.text(of: path) == rendered
        #expect(isCurrent, "\(path): POPOVER_UPDATE=1 swift test --filter GalleryTests")
        let shown = try Self.names.flatMap { try ScenarioFiles.scenario($0).pictures }
        #expect(Self.pictures(in: Self.folder) == shown.sorted())
        #expect(Self.pictures(in: Self.motionFolder) == Self.motion.flatMap(\.1).sorted())
    }

    /// The names of the pictures in a folder, sorted.
    private static func pictures(in folder: String) -> [String] {
        ScenarioFiles.files(below: folder, endingIn: ".png")
            .map { URL(filePath: $0).deletingPathExtension().lastPathComponent }.sorted()
    }

    private static var page: String {
        get throws {
            var lines = [
                "# Gallery", "",
                "Pictures of the scenarios, taken by `popoverctl simulate --own-daemon --pictures FOLDER`.",
                "A test takes every picture again and compares it with these. [Motion](#motion) has frames of real screens.",
            ]
            for name in names {
                let scenario = try ScenarioFiles.scenario(name)
                lines += ["", "## \(scenario.title)", ""]
                lines.append("[\(name)](../../Tests/Scenarios/\(name))")
                for picture in scenario.pictures {
                    lines += ["", "![\(picture)](gallery/\(picture).png)"]
                }
            }
            lines += [
                "", "## Motion", "",
                "Frames that were taken while something moved, and the alert at the end. `test_motion_web.py` and",
                "`test_motion_toolkits.py` in `Tests/Machines/Screens` find them, and none with reduced motion. With",
                "`POPOVER_UPDATE=1` they replace the pictures; fonts differ between machines, so they compare what moves.",
            ]
            for (program, pictures) in motion {
                lines += ["", "### \(program)"]
                for picture in pictures { lines += ["", "![\(picture)](motion/\(picture).png)"] }
            }
            return lines.joined(separator: "\n") + "\n"
        }
    }

    /// Plays a scenario and returns its pictures.
    private static func pictures(
        of scenario: Scenario
    ) throws -> [(name: String, picture: SceneDrawing.Picture)] {
        let stage = try Stage(
            .own(program: "\(ScenarioFiles.programs)/popoverd"),
            relay: "\(ScenarioFiles.programs)/popoverctl", patience: .milliseconds(30_000))
        defer { stage.close() }
        var taken: [(String, SceneDrawing.Picture)] = []
        var trouble: (any Error)?
        let player = Player(scenario, on: stage) { moment in
            guard case .picture(let name) = moment else { return }
            do {
                let client = try ClientConnection(
                    path: stage.socket, app: "gallery", timeout: .milliseconds(30_000))
                taken.append((name, try SceneDrawing.png(client.status(), scale: 0.5)))
            } catch {
                trouble = error
            }
        }
        try player.play()
        if let trouble { throw trouble }
        return taken
    }
}

extension DecodedPNG {
    /// The share of pixels, 0 to 1, that are visibly different in a picture of the same size, also from the
    /// pixels around. Other versions of fonts and of Pango draw edges otherwise, or half a pixel beside.
    fileprivate func difference(from other: DecodedPNG) -> Double {
        guard width == other.width, height == other.height else { return 1 }
        var different = 0
        for y in 0..<height {
            for x in 0..<width where !other.isLike(brightness(x, y), near: x, y) {
                different += 1
            }
        }
        return Double(different) / Double(max(1, width * height))
    }

    private func isLike(_ wanted: Int, near x: Int, _ y: Int) -> Bool {
        func isLike(_ x: Int, _ y: Int) -> Bool { abs(wanted - brightness(x, y)) <= 96 }
        if isLike(x, y) { return true }
        return (max(0, y - 1)...min(height - 1, y + 1)).contains { y in
            (max(0, x - 1)...min(width - 1, x + 1)).contains { x in isLike(x, y) }
        }
    }
}
