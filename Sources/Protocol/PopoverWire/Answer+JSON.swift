// SPDX-License-Identifier: MIT
internal import PopoverModel

extension Answer {
    /// Writes `result` with its value, or `error`.
    /// - Parameter started: the start of the daemon, for the result of `hello`.
    func writeOutcome(to response: inout JSONWriter, started: Instant?) {
        if case .failed(let failure) = self {
            response.member("error", failure)
        } else {
            response.name("result")
            response.object { result in
                writeMembers(to: &result)
                if case .welcome = self {
                    result.member("started", ifPresent: started?.microseconds)
                }
            }
        }
    }
}

extension Welcome {
    func writeMembers(to result: inout JSONWriter) {
        result.member("protocol", ProtocolVersion.current)
        result.member("server", ServerVersion.name)
        result.member("client", client)
        result.member("displays", displays)
        result.name("limits")
        result.object { limits in
            self.limits.writeMembers(to: &limits)
            timing.writeMembers(to: &limits)
        }
        result.member("appearance", appearance)
    }
}
