// SPDX-License-Identifier: MIT

internal import PopoverWire

public enum DaemonRequest {
    public static let subscription = "fleet-subscribe"
    static let health = "fleet-status"

    public static func subscribe(_ topics: [String]) -> String {
        requestLine("bus.subscribe", id: subscription) {
            $0.member("topics", topics)
        }
    }

    public static var status: String { requestLine("status", id: health) { _ in } }

    /// The request that carries out a command; nil for one that needs none.
    /// - Parameter raise: the request that raised the alert to clear.
    public static func order(
        _ order: FleetCommand.Order, id: String, raise: String?
    ) -> String? {
        switch order {
        case .ping: return nil
        case .raise(let alert): return line(alert, id: id)
        case .clear:
            return raise.map { raise in
                requestLine("request.cancel", id: id) { $0.member("request", raise) }
            }
        case .endSession(let display): return session("session.end", display, id)
        case .lockSession(let display): return session("session.lock", display, id)
        case .unlockSession(let display): return session("session.unlock", display, id)
        case .reloadConfiguration: return requestLine("config.reload", id: id) { _ in }
        case .reloadPlugin(let name):
            return requestLine("plugin.reload", id: id) { $0.member("name", name) }
        }
    }

    private static func session(_ method: String, _ display: String?, _ id: String) -> String {
        requestLine(method, id: id) { $0.member("display", ifPresent: display) }
    }

    private static func line(_ alert: FleetCommand.AlertOrder, id: String) -> String {
        requestLine("alert.raise", id: id) { params in
            params.member("title", alert.title)
            params.member("message", ifPresent: alert.message)
            params.member("severity", alert.severity)
            params.name("buttons")
            params.array { buttons in
                buttons.object { button in
                    button.member("id", "ok")
                    button.member("label", alert.button)
                    button.member("role", "default")
                }
            }
            params.member("key", "fleet-" + alert.key)
            params.member("display", ifPresent: alert.display)
            params.member("timeoutMs", ifPresent: alert.timeout)
        }
    }
}
