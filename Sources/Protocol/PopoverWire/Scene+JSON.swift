// SPDX-License-Identifier: MIT
public import PopoverModel

extension Scene: JSONWritable {
    public func write(to writer: inout JSONWriter) {
        writer.object(writeMembers)
    }

    /// Bytes for a region, as a rule.
    private static let regionBytes = 192

    func writeMembers(to scene: inout JSONWriter) {
        // Grown from line to line, a buffer of megabytes would be copied ten times.
        let regions = surfaces.count + sources.count + occluders.count
        if regions > 64 { scene.reserve(regions * Self.regionBytes) }
        scene.member("sequence", sequence)
        scene.list("displays", displays) { $1.writeMembers(to: &$0) }
        scene.list("popovers", popovers) { $1.writeMembers(to: &$0) }
        scene.list("waiting", waiting) { $1.writeMembers(to: &$0) }
        scene.list("alerts", alerts) { $1.writeMembers(to: &$0) }
        scene.list("panels", panels) { $1.writeMembers(to: &$0) }
        scene.list("views", views) { $1.writeMembers(to: &$0) }
        scene.list("surfaces", surfaces) { $1.writeMembers(of: "surface", to: &$0) }
        scene.list("sources", sources) { $1.writeMembers(of: "source", to: &$0) }
        scene.list("occluders", occluders) { $1.writeMembers(of: "occluder", to: &$0) }
        scene.list("clients", clients) { $1.writeMembers(to: &$0) }
        scene.member("behaviors", behaviors)
        scene.member("plugins", plugins)
        scene.name("counters")
        scene.object { object in
            for counter in counters { object.member(JSONName(counter.name), counter.value) }
        }
        if !limits.isEmpty { scene.list("limits", limits) { $1.writeMembers(to: &$0) } }
        scene.member("appearance", appearance)
        server?.writeMembers(to: &scene)
    }
}

extension SceneServer {
    fileprivate func writeMembers(to scene: inout JSONWriter) {
        scene.member("server", name)
        scene.member("started", started.microseconds)
        scene.member("uptimeMs", uptime.milliseconds)
        scene.member("socket", ifPresent: socket)
        scene.member("configuration", ifPresent: configuration)
        scene.member("state", ifPresent: state)
    }
}

extension SceneLimit {
    fileprivate func writeMembers(to object: inout JSONWriter) {
        object.member("limit", name)
        object.member("value", value)
        object.member("used", ifPresent: used)
        object.member("peak", ifPresent: peak)
        object.member("holder", ifPresent: holder)
        object.member("hits", hits)
    }
}

extension SceneDisplay {
    fileprivate func writeMembers(to object: inout JSONWriter) {
        specification.writeMembers(to: &object)
        object.member("session", ifPresent: session)
        object.member("personal", ifPresent: personal)
        object.member("locked", isLocked)
        object.member("shield", isShielded)
        object.member("focus", ifPresent: focus)
        object.member("blankSince", ifPresent: blankSince?.microseconds)
    }
}

extension ScenePopover {
    fileprivate func writeMembers(to object: inout JSONWriter) {
        object.member("popover", popover)
        object.member("client", client)
        object.member("app", app)
        object.member("behavior", behavior)
        object.member("display", display)
        object.member("state", closing == nil ? "visible" : "closing")
        object.member("reason", ifPresent: closing)
        presentation.writeMembers(to: &object)
        object.member("source", ifPresent: source)
        object.member("anchor", anchor)
        object.member("passthrough", passthrough)
        object.member("avoid", avoid)
        object.member("key", ifPresent: key)
        object.member("title", ifPresent: title)
        object.member("modal", isModal)
        if isPrivate { object.member("private", true) }
    }
}

extension SceneWaiting {
    fileprivate func writeMembers(to object: inout JSONWriter) {
        object.member("client", client)
        object.member("app", app)
        object.member("display", display)
        object.member("behavior", behavior)
    }
}

extension SceneAlert {
    fileprivate func writeMembers(to object: inout JSONWriter) {
        object.member("alert", alert)
        object.member("client", ifPresent: client)
        object.member("app", app)
        object.member("display", display)
        object.member("severity", severity)
        object.member("title", title)
        object.member("message", ifPresent: message)
        object.member("buttons", buttons)
        object.member("state", frame == nil ? "queued" : "presented")
        object.member("frame", ifPresent: frame)
        object.member("renderer", ifPresent: renderer)
        if isPrivate { object.member("private", true) }
    }
}

extension ScenePanel {
    fileprivate func writeMembers(to object: inout JSONWriter) {
        object.member("panel", panel)
        object.member("client", client)
        object.member("app", app)
        object.member("display", display)
        object.member("frame", frame)
        object.member("key", ifPresent: key)
        object.member("title", ifPresent: title)
        if isPrivate { object.member("private", true) }
    }
}

extension SceneView {
    fileprivate func writeMembers(to object: inout JSONWriter) {
        object.member("view", view)
        object.member("client", client)
        object.member("app", app)
        object.member("display", display)
        object.member("kind", kind)
        object.member("frame", ifPresent: frame)
    }
}

extension SceneRegion {
    fileprivate func writeMembers(of kind: String, to object: inout JSONWriter) {
        object.member(JSONName(kind), name)
        object.member("client", client)
        object.member("app", app)
        object.member("display", display)
        object.member("rect", rect)
        guard let control else { return }
        object.member("label", ifPresent: control.label)
        object.member("help", ifPresent: control.help)
        if control.role != .button { object.member("role", control.role) }
        if control.isDisabled { object.member("disabled", true) }
        if control.isPrivate { object.member("private", true) }
    }
}

extension SceneClient {
    fileprivate func writeMembers(to object: inout JSONWriter) {
        object.member("client", client)
        object.member("app", app)
        object.roles(roles)
        object.member("uid", Int64(uid))
        object.member("pid", Int64(pid))
    }
}
