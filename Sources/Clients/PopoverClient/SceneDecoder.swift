// SPDX-License-Identifier: MIT

public import PopoverModel
public import PopoverWire

/// Decodes the results of methods for administrators; throws `ClientError`.
public enum SceneDecoder {
    /// Decodes the result of `status`, or the snapshot of a subscription.
    ///
    /// - Throws: `notUnderstood` with the member that is missing or invalid.
    public static func decode(_ node: JSONNode) throws(ClientError) -> Scene {
        do throws(RequestError) {
            return try Scene(decoding: node)
        } catch {
            throw .notUnderstood(error.message)
        }
    }

    /// Decodes the result of `popover.explain`.
    public static func decisions(in result: JSONNode) throws(ClientError) -> [Decision] {
        do throws(RequestError) {
            return try Decision.list(decoding: result)
        } catch {
            throw .notUnderstood(error.message)
        }
    }

    /// Decodes the result of `plugin.list`.
    public static func plugins(in result: JSONNode) throws(ClientError) -> [PluginState] {
        do throws(RequestError) {
            return try PluginState.list(decoding: result)
        } catch {
            throw .notUnderstood(error.message)
        }
    }
}
