// SPDX-License-Identifier: MIT
internal import PopoverModel

extension RequestDecoder {
    func hello(_ params: Member) throws(RequestError) -> Hello {
        let version = try params.member("protocol").integer()
        // Other members of another version's hello are not checked.
        guard version == ProtocolVersion.current else {
            return Hello(protocolVersion: version, app: "", roles: [])
        }
        var hello = Hello(protocolVersion: version, app: try params.member("app").app())
        if let roles = params.optional("roles") { hello.roles = try roles.roles() }
        if let shield = params.optional("shield") { hello.wantsShields = try shield.flag() }
        if let focus = params.optional("focus") { hello.wantsFocus = try focus.flag() }
        return hello
    }
}
