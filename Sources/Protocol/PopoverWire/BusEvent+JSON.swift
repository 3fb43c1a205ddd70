// SPDX-License-Identifier: MIT
public import PopoverModel

extension BusEvent: JSONWritable {
    public func write(to writer: inout JSONWriter) { writer.object(writeMembers) }

    func writeMembers(to params: inout JSONWriter) {
        params.member("sequence", sequence)
        params.member("topic", topic.name)
        params.member("time", time.microseconds)
        params.member("data", fact)
    }
}

extension DisplayFocus {
    /// Without the client and its app, which the fact has.
    fileprivate func writeFacts(to data: inout JSONWriter) {
        data.member("pid", ifPresent: pid)
        target.writeMembers(to: &data)
        data.member("rect", ifPresent: rect)
        data.member("ring", hasRing)
        data.member("foreign", isForeign)
    }
}

extension Announcement {
    fileprivate func writeMembers(to data: inout JSONWriter) {
        data.member("kind", kind)
        data.member("role", ifPresent: role)
        data.member("text", ifPresent: text)
        data.member("language", ifPresent: language)
        data.member("urgency", urgency)
    }
}

extension Fact: JSONWritable {
    /// Members that do not apply are omitted. Published data is written as it came.
    public func write(to writer: inout JSONWriter) {
        if let published {
            writer.value(published)
        } else {
            writer.object(writeMembers)
        }
    }

    private func writeMembers(to data: inout JSONWriter) {
        data.member("popover", ifPresent: popover)
        data.member("alert", ifPresent: alert)
        data.member("panel", ifPresent: panel)
        data.member("view", ifPresent: view)
        data.member("client", ifPresent: client)
        data.member("app", ifPresent: app)
        data.member("display", ifPresent: display ?? specification?.name)
        data.member("reason", ifPresent: reason)
        data.member("message", ifPresent: message)
        data.member("behavior", ifPresent: behavior)
        data.member("source", ifPresent: source)
        data.member("key", ifPresent: key)
        data.member("revision", ifPresent: revision)
        data.member("bytes", ifPresent: bytes)
        data.member("title", ifPresent: title)
        data.member("severity", ifPresent: severity)
        data.member("button", ifPresent: button)
        presentation?.writeMembers(to: &data)
        point?.writeMembers(to: &data)
        data.member("verdict", ifPresent: verdict)
        if let roles { data.roles(roles) }
        data.member("plugin", ifPresent: plugin)
        data.member("service", ifPresent: service)
        data.member("rule", ifPresent: rule)
        if let specification { specification.value.writeMembersWithoutName(to: &data) }
        data.member("session", ifPresent: session)
        if let sessions { data.member("sessions", sessions.map(\.description)) }
        data.member("personal", ifPresent: personal?.value)
        data.member("removed", ifPresent: isRemoved)
        data.member("unresponsive", ifPresent: isUnresponsive)
        if let options { data.member("options", options) }
        focus?.value.writeFacts(to: &data)
        announcement?.value.writeMembers(to: &data)
    }
}
