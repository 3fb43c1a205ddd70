// SPDX-License-Identifier: MIT
public import PopoverModel

extension BusEvent {
    func writeMembers(to params: inout JSONWriter) {
        params.member("sequence", sequence)
        params.member("topic", topic.name)
        params.member("time", time.microseconds)
        params.member("data", fact)
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
        data.member("rule", ifPresent: rule)
        if let specification { data.specificationWithoutName(specification) }
        data.member("removed", ifPresent: isRemoved)
        data.member("unresponsive", ifPresent: isUnresponsive)
        if let options { data.member("options", options) }
    }
}
