// SPDX-License-Identifier: MIT

package import PopoverModel
import PopoverRecording
import PopoverSessions
import PopoverWire

extension Daemon: Administrator {
    package func administer(
        _ order: Administration, then handler: @escaping (Answer) -> Void
    ) {
        switch order {
        case .listPlugins: handler(.plugins(plugins.states))
        case .loadPlugin(let path, let name): plugins.load(path ?? name ?? "", then: handler)
        case .unloadPlugin(let name): plugins.unload(name, then: handler)
        case .reloadPlugin(let name): plugins.reload(name, then: handler)
        case .clearPlugin(let name): plugins.clear(name, then: handler)
        case .reloadConfiguration: handler(reload())
        case .setLogLevel(let level):
            log.level = level
            log.write(.notice, "log level changed: level=\(level.rawValue)")
            handler(.done)
        case .startRecording(let path, let requester):
            recorder.start(at: path, for: requester, state: engine.arbiter, then: handler)
        case .stopRecording: recorder.stop(state: engine.arbiter, then: handler)
        case .dumpRecording(let path, let requester):
            recorder.dump(
                .dumped, at: path, for: requester, state: engine.arbiter, then: handler)
        case .listRecordings: handler(recorder.list())
        }
    }

    package func complete(_ scene: inout Scene) {
        scene.plugins = plugins.states
        scene.server = SceneServer(
            name: ServerVersion.name, started: started, uptime: Clock.now - started,
            socket: server.path, configuration: configurationFile, state: stateFolder)
    }
}
