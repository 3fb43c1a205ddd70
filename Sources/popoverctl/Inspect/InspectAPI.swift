// SPDX-License-Identifier: MIT

internal import LibUV
internal import PopoverDrawing
internal import PopoverModel
internal import PopoverWire

/// The data of the page: the protocol's own JSON, relayed, and pictures of scenes.
///
/// | request | response |
/// |---|---|
/// | `GET /api/about` | what is shown, the guidelines, and whether the page may control |
/// | `GET /api/entries?from=N` | a part of the timeline |
/// | `GET /api/scene?n=N` | a scene as `status` has it, and the place of each display in its picture |
/// | `GET /api/picture?n=N&display=NAME` | the display as SVG |
/// | `GET /api/scenario?n=N` | the story up to entry N as a scenario |
/// | `GET /api/drafts` | the stored drafts of this user |
/// | `GET /api/stream` | lines: new entries, scenes and metrics of a running daemon |
/// | `POST /api/control` | carries out a request of the daemon, with `--control` only |
final class InspectAPI {
    private let source: any InspectSource
    private let guidelines: [InspectFiles.Guideline]
    /// nil without `--control`.
    private let control: InspectControl?
    private let drafts: InspectDrafts?

    init(
        _ source: any InspectSource, guidelines: [InspectFiles.Guideline],
        control: InspectControl? = nil, drafts: InspectDrafts? = nil
    ) {
        self.source = source
        self.guidelines = guidelines
        self.control = control
        self.drafts = drafts
    }

    func response(to request: HTTPRequest) -> HTTPResponse {
        switch (request.method, request.path) {
        case (.get, "/api/about"): about
        case (.get, "/api/entries"): entries(from: request.number("from") ?? 0)
        case (.get, "/api/scene"): scene(request)
        case (.get, "/api/picture"): picture(request)
        case (.get, "/api/scenario"): scenario(upTo: request.number("n") ?? .max)
        case (.get, "/api/drafts"): drafts?.response ?? Self.liveOnly
        case (.get, "/api/stream"): source is LiveSource ? .stream : Self.liveOnly
        case (.post, "/api/control"):
            control?.response(to: request.body)
                ?? HTTPResponse(.forbidden, "start popoverctl inspect with --control for this")
        default: HTTPResponse(.notFound, "no such address: \(request.path)")
        }
    }

    private static let liveOnly = HTTPResponse(.notFound, "a recording has none")

    /// What a new stream begins with.
    var firstLines: [JSONText] {
        guard let live = source as? LiveSource else { return [] }
        return [live.connectionLine]
    }

    private var about: HTTPResponse {
        HTTPResponse { about in
            about.member("mode", source.mode)
            about.member("title", source.title)
            about.member("server", source.server)
            about.member("control", control != nil)
            about.member("monotonic", source.clock.monotonic.microseconds)
            about.member("wall", source.clock.wall)
            about.member("first", source.entries.first)
            about.member("last", source.entries.last)
            about.name("guidelines")
            about.object { rows in
                for guideline in guidelines { rows.member(JSONName(guideline.row), guideline.text) }
            }
            if let live = source as? LiveSource {
                about.member("scene", live.current)
                about.member("user", Int64(Accounts.currentUserID))
                about.member("metrics", live.samples)
            }
            if let recording = source as? RecordingSource {
                about.member("reason", recording.reason)
                about.member("problem", ifPresent: recording.problem)
            }
        }
    }

    private func entries(from number: Int) -> HTTPResponse {
        HTTPResponse { object in
            object.member("first", source.entries.first)
            object.member("last", source.entries.last)
            object.member("entries", source.entries.from(number).map(\.json))
        }
    }

    private func scene(_ request: HTTPRequest) -> HTTPResponse {
        guard let scene = request.number("n").flatMap(source.scene) else { return Self.noScene }
        return HTTPResponse { object in
            object.member("scene", scene)
            object.name("users")
            object.object { users in
                for user in Set(scene.clients.map(\.uid)).sorted() {
                    users.member(JSONName("\(user)"), ifPresent: Accounts.userName(of: user))
                }
            }
            object.name("places")
            object.object { places in
                for display in scene.displays {
                    let name = display.specification.name
                    guard let layout = try? PictureLayout(scene, display: name),
                        let place = layout.places.first
                    else { continue }
                    places.name(JSONName(name))
                    places.object { rect in
                        rect.member("x", place.origin.x)
                        rect.member("y", place.origin.y)
                        rect.member("width", layout.size.width)
                        rect.member("height", layout.size.height)
                    }
                }
            }
        }
    }

    private func picture(_ request: HTTPRequest) -> HTTPResponse {
        guard let scene = request.number("n").flatMap(source.scene) else { return Self.noScene }
        do throws(DrawingError) {
            let picture = try SceneDrawing.svg(scene, display: request.query["display"])
            return HTTPResponse(.ok, type: "image/svg+xml", picture.bytes)
        } catch {
            return HTTPResponse(.unprocessable, error.message)
        }
    }

    private static let noScene = HTTPResponse(.notFound, "this scene is not kept")

    private func scenario(upTo number: Int) -> HTTPResponse {
        let story = ScenarioStory(source.entries.upTo(number), scene: source.scene)
        return HTTPResponse(.ok, type: "text/plain; charset=utf-8", Array(story.text.utf8))
    }
}
