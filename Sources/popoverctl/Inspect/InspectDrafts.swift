// SPDX-License-Identifier: MIT

internal import LibUV
internal import PopoverClient
internal import PopoverModel
internal import PopoverWire

/// The stored drafts that the daemon gives to this user: of each app, as that app.
struct InspectDrafts {
    let source: LiveSource
    /// Connects as an app.
    let connect: (String) throws(ClientError) -> ClientConnection

    /// `{"drafts": [{"app", "key", "bytes", "revision", "savedAt", "reason", "content"}], "refused"}`
    var response: HTTPResponse {
        HTTPResponse { object in
            var refused: [String: String] = [:]
            object.name("drafts")
            object.array { list in
                for app in apps {
                    do throws(ClientError) {
                        try write(to: &list, of: app)
                    } catch {
                        refused[app] = error.message
                    }
                }
            }
            object.name("refused")
            object.object { apps in
                for (app, why) in refused.sorted(by: { $0.key < $1.key }) {
                    apps.member(JSONName(app), why)
                }
            }
        }
    }

    /// The apps that this user's clients have used, as far as the inspector has seen.
    private var apps: [String] {
        guard let scene = source.scene(source.current) else { return [] }
        let own = scene.clients.filter { $0.uid == Accounts.currentUserID }.map(\.app)
        return Set(own + source.draftApps).sorted()
    }

    private func write(to list: inout JSONWriter, of app: String) throws(ClientError) {
        let client = try connect(app)
        let result = try client.call("draft.list")
        guard let drafts = result.member("drafts")?.elements else { return }
        for draft in drafts {
            guard let key = draft.member("key")?.string else { continue }
            let loaded = try client.call("draft.load") { $0.member("key", key) }
            list.object { object in
                object.member("app", app)
                object.member("key", key)
                for name in ["bytes", "revision", "savedAt"] {
                    object.member(JSONName(name), ifPresent: draft.member(name)?.integer)
                }
                object.member("reason", ifPresent: draft.member("reason")?.string)
                object.member(
                    "content", ifPresent: loaded.member("draft")?.member("content")?.compactText)
            }
        }
    }
}

extension LiveSource {
    /// Apps of which drafts were saved or restored.
    fileprivate var draftApps: Set<String> {
        var apps: Set<String> = []
        for entry in entries.list {
            guard case .event(let text) = entry.content,
                let event = try? JSONReader().parse(text.bytes[...], depthLimit: 64),
                event.member("topic")?.string?.hasPrefix("draft.") == true,
                let app = event.member("data")?.member("app")?.string
            else { continue }
            apps.insert(app)
        }
        return apps
    }
}
