// SPDX-License-Identifier: MIT

public import PopoverModel
public import PopoverWire

extension Place {
    package func writeMembers(to params: inout JSONWriter) {
        params.member("display", ifPresent: display)
        params.member("surface", ifPresent: surface)
    }
}

extension Size {
    fileprivate func writeMembers(to object: inout JSONWriter) {
        object.member("width", width)
        object.member("height", height)
    }
}

extension OpenRequest {
    /// Writes the params of `popover.open`.
    public func writeMembers(to params: inout JSONWriter) {
        params.member("behavior", behavior)
        params.name("size")
        params.object(size.writeMembers)
        params.member("source", ifPresent: source)
        params.member("anchor", ifPresent: anchor)
        place.writeMembers(to: &params)
        params.member("sides", ifPresent: sides?.map(\.rawValue))
        if !avoid.isEmpty { params.member("avoid", avoid) }
        if !passthrough.isEmpty { params.member("passthrough", passthrough) }
        if let minimum {
            params.name("minimum")
            params.object(minimum.writeMembers)
        }
        params.member("key", ifPresent: key)
        if isModal { params.member("modal", true) }
        params.member("title", ifPresent: title)
        params.member("help", ifPresent: help)
        if !buttons.isEmpty {
            params.name("buttons")
            params.array { array in
                for button in buttons { array.object(button.writeMembers) }
            }
        }
        params.member("severity", ifPresent: severity?.rawValue)
        if let appearance {
            params.name("appearance")
            params.object(appearance.writeMembers)
        }
        if expands { params.member("expands", true) }
        if !hit.isEmpty { params.member("hit", hit) }
        params.member("waitMs", ifPresent: wait?.milliseconds)
    }
}

extension PopoverChanges {
    /// Writes the params of `popover.update` except the popover's id.
    public func writeMembers(to params: inout JSONWriter) {
        if let size {
            params.name("size")
            params.object(size.writeMembers)
        }
        params.member("anchor", ifPresent: anchor)
        params.member("sides", ifPresent: sides?.map(\.rawValue))
        params.member("avoid", ifPresent: avoid)
        params.member("passthrough", ifPresent: passthrough)
        params.member("hit", ifPresent: hit)
        params.member("modal", ifPresent: isModal)
        params.member("title", ifPresent: title)
        params.member("help", ifPresent: help)
        if let buttons {
            params.name("buttons")
            params.array { array in
                for button in buttons { array.object(button.writeMembers) }
            }
        }
    }
}

extension DeclaredAppearance {
    fileprivate func writeMembers(to object: inout JSONWriter) {
        object.member("background", ifPresent: background?.description)
        object.member("text", ifPresent: text?.description)
        if !hasArrow { object.member("arrow", false) }
        if !hasBorder { object.member("border", false) }
    }
}

extension Button {
    fileprivate func writeMembers(to object: inout JSONWriter) {
        object.member("id", id)
        object.member("label", label)
        object.member("role", ifPresent: role?.rawValue)
    }
}

extension AlertRequest {
    /// Writes the params of `alert.raise`.
    public func writeMembers(to params: inout JSONWriter) {
        params.member("title", title)
        params.member("message", ifPresent: message)
        params.member("severity", severity.rawValue)
        params.name("buttons")
        params.array { array in
            for button in buttons { array.object(button.writeMembers) }
        }
        params.member("key", ifPresent: key)
        params.member("display", ifPresent: display)
        params.member("renderer", renderer.rawValue)
        params.member("timeoutMs", ifPresent: timeout?.milliseconds)
    }
}

extension TapReport {
    /// Writes the params of `tap`.
    public func writeMembers(to params: inout JSONWriter) {
        params.member("x", point.x)
        params.member("y", point.y)
        place.writeMembers(to: &params)
        params.member("time", ifPresent: time?.microseconds)
        if pointer != 0 { params.member("pointer", pointer) }
        if wasSwallowed { params.member("swallowed", true) }
    }
}
