// SPDX-License-Identifier: MIT

internal import PopoverModel
internal import PopoverWire

extension PluginService {
    /// Of a plugin's state, as far as a daemon of any version tells it; nil if it reports none.
    init?(in plugin: JSONNode) {
        guard let service = plugin.member("service"),
            let state = service.member("state")?.string.flatMap(State.init(rawValue:))
        else { return nil }
        self.init(
            state: state, message: service.member("message")?.string,
            time: service.member("time")?.integer.map(Instant.init(microseconds:)))
    }

    /// As `connecting since 2026-11-22T20:15:00.250+01:00: no bus`.
    var dated: String {
        let since = time.map { " since \(Terminal.wallTime(of: $0))" } ?? ""
        return state.rawValue + since + (message.map { ": \($0)" } ?? "")
    }
}
