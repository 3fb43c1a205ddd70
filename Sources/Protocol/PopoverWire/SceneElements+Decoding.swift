// SPDX-License-Identifier: MIT
internal import PopoverModel

extension SceneDisplay {
    init(decoding display: Member) throws(RequestError) {
        // Described as by clients.
        let decoder = RequestDecoder(limits: Limits(), timing: Timing())
        self.init(
            specification: try decoder.displaySpecification(display),
            session: try display.optional("session")?.identifier(),
            personal: try display.optional("personal").map { person throws(RequestError) in
                try decoder.personalSettings(person)
            },
            isLocked: try display.member("locked").flag(),
            isShielded: try display.member("shield").flag(),
            focus: try display.optional("focus").map { focus throws(RequestError) in
                try DisplayFocus(decoding: focus)
            },
            blankSince: try display.optional("blankSince")?.instant())
    }
}

extension ScenePopover {
    init(decoding popover: Member) throws(RequestError) {
        self.init(
            popover: try popover.member("popover").identifier(),
            client: try popover.member("client").identifier(),
            app: try popover.member("app").string(),
            behavior: try popover.member("behavior").string(),
            display: try popover.member("display").string(),
            closing: try popover.optional("reason")?.choice(),
            presentation: try Presentation(decoding: popover),
            source: try popover.optional("source")?.string(),
            anchor: try popover.member("anchor").rect(),
            passthrough: try popover.member("passthrough").list { rect throws(RequestError) in
                try rect.rect()
            },
            // A daemon of before does not tell it.
            avoid: try popover.optional("avoid")?.list { rect throws(RequestError) in
                try rect.rect()
            } ?? [],
            key: try popover.optional("key")?.string(),
            title: try popover.optional("title")?.string(),
            isModal: try popover.member("modal").flag(),
            isPrivate: try popover.optional("private")?.flag() ?? false)
    }
}

extension SceneWaiting {
    init(decoding waiting: Member) throws(RequestError) {
        self.init(
            client: try waiting.member("client").identifier(),
            app: try waiting.member("app").string(),
            display: try waiting.member("display").string(),
            behavior: try waiting.member("behavior").string())
    }
}

extension SceneAlert {
    init(decoding alert: Member) throws(RequestError) {
        self.init(
            alert: try alert.member("alert").identifier(),
            client: try alert.optional("client")?.identifier(),
            app: try alert.member("app").string(),
            display: try alert.member("display").string(),
            severity: try alert.member("severity").choice(),
            title: try alert.member("title").string(),
            message: try alert.optional("message")?.string(),
            buttons: try alert.member("buttons").list { button throws(RequestError) in
                Button(
                    id: try button.member("id").string(),
                    label: try button.member("label").string(),
                    role: try button.optional("role")?.choice())
            },
            frame: try alert.optional("frame")?.rect(),
            renderer: try alert.optional("renderer")?.identifier(),
            isPrivate: try alert.optional("private")?.flag() ?? false)
    }
}

extension ScenePanel {
    init(decoding panel: Member) throws(RequestError) {
        self.init(
            panel: try panel.member("panel").identifier(),
            client: try panel.member("client").identifier(),
            app: try panel.member("app").string(),
            display: try panel.member("display").string(),
            frame: try panel.member("frame").rect(),
            key: try panel.optional("key")?.string(),
            title: try panel.optional("title")?.string(),
            isPrivate: try panel.optional("private")?.flag() ?? false)
    }
}

extension SceneView {
    init(decoding view: Member) throws(RequestError) {
        self.init(
            view: try view.member("view").identifier(),
            client: try view.member("client").identifier(),
            app: try view.member("app").string(),
            display: try view.member("display").string(),
            kind: try view.member("kind").choice(),
            frame: try view.optional("frame")?.rect())
    }
}

extension SceneLimit {
    init(decoding limit: Member) throws(RequestError) {
        self.init(
            name: try limit.member("limit").string(),
            value: Int(try limit.member("value").integer()),
            used: try limit.optional("used")?.integer().count,
            peak: try limit.optional("peak")?.integer().count,
            holder: try limit.optional("holder")?.string(),
            hits: try limit.member("hits").integer())
    }
}

extension Int64 {
    fileprivate var count: Int { Int(self) }
}

extension SceneClient {
    init(decoding client: Member) throws(RequestError) {
        let uid = try client.member("uid")
        let pid = try client.member("pid")
        guard let user = UInt32(exactly: try uid.integer()) else { throw uid.wrong("a user's id") }
        guard let process = Int32(exactly: try pid.integer()) else {
            throw pid.wrong("a process's id")
        }
        self.init(
            client: try client.member("client").identifier(),
            app: try client.member("app").string(),
            roles: try client.member("roles").list { role throws(RequestError) -> Role in
                try role.choice()
            },
            uid: user, pid: process)
    }
}
