// SPDX-License-Identifier: MIT

internal import PopoverClient
internal import PopoverModel
internal import PopoverWire

/// What the page may change, with `--control`.
struct InspectControl {
    static let methods: Set<String> = [
        "popover.dismiss", "session.end", "session.lock", "session.unlock",
    ]

    let source: LiveSource

    /// Carries out `{"method", "params"}`.
    func response(to body: [UInt8]) -> HTTPResponse {
        guard let request = try? JSONReader().parse(body[...], depthLimit: 8),
            let method = request.member("method")?.string
        else { return HTTPResponse(.badRequest, "expected an object with a method") }
        guard Self.methods.contains(method) else {
            return HTTPResponse(.forbidden, "the page may not call \(method)")
        }
        do throws(ClientError) {
            let result = try source.call(method, params: request.member("params")?.compactText)
            return HTTPResponse { $0.member("result", result.compactText) }
        } catch {
            return HTTPResponse(.unprocessable, error.message)
        }
    }
}
