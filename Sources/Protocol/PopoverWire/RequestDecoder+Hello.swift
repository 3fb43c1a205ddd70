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
        if let process = params.optional("onBehalfOf") {
            hello.represented = try represented(process)
        }
        return hello
    }

    private func represented(_ process: Member) throws(RequestError) -> RepresentedProcess {
        RepresentedProcess(
            pid: Int64(try process.member("pid").integer(in: 1...Int(Int32.max))),
            uid: Int64(try process.member("uid").integer(in: 0...Int(UInt32.max - 1))))
    }
}
