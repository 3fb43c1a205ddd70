// SPDX-License-Identifier: MIT

public import PopoverModel
public import PopoverWire

/// Reads what administrators are answered, in a client's own error.
public enum SceneDecoder {
    /// Reads a scene from what `status` answers, or from a subscription's snapshot.
    ///
    /// - Throws: `notUnderstood`, with the member that is missing or wrong.
    public static func decode(_ node: JSONNode) throws(ClientError) -> Scene {
        do throws(RequestError) {
            return try Scene(decoding: node)
        } catch {
            throw .notUnderstood(error.message)
        }
    }

    /// Reads what `popover.explain` answers.
    public static func decisions(in result: JSONNode) throws(ClientError) -> [Decision] {
        do throws(RequestError) {
            return try Decision.list(decoding: result)
        } catch {
            throw .notUnderstood(error.message)
        }
    }

    /// Reads what `plugin.list` answers.
    public static func plugins(in result: JSONNode) throws(ClientError) -> [PluginState] {
        do throws(RequestError) {
            return try PluginState.list(decoding: result)
        } catch {
            throw .notUnderstood(error.message)
        }
    }
}
