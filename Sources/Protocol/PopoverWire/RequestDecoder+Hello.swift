// SPDX-License-Identifier: MIT
internal import PopoverModel

extension RequestDecoder {
    func hello(_ params: Member) throws(RequestError) -> Hello {
        let version = try params.member("protocol").integer()
        // Other members of another version's hello are not checked.
        guard version == ProtocolVersion.current else {
            return Hello(protocolVersion: version, app: "", roles: [])
        }
        let app = try params.member("app").app()
        guard let roles = params.optional("roles") else {
            return Hello(protocolVersion: version, app: app)
        }
        return Hello(protocolVersion: version, app: app, roles: try roles.roles())
    }
}
