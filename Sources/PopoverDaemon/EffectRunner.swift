// SPDX-License-Identifier: MIT

import PopoverCore
import PopoverModel
import PopoverRecording
import PopoverWire

/// Carries out the rules' orders, one after the other. What comes of an order is posted as an
/// event; nothing here decides anything, and nothing calls back.
final class EffectRunner {
    private let codec: MessageCodec
    private let server: Server
    private let drafts: DraftWriter
    private let plugins: PluginDesk
    private let log: Log
    private let inbox: Inbox
    private let recorder: Recorder
    /// Set once, by the daemon itself.
    weak var daemon: Daemon?

    init(
        codec: MessageCodec, server: Server, drafts: DraftWriter, plugins: PluginDesk,
        inbox: Inbox, recorder: Recorder, log: Log
    ) {
        self.codec = codec
        self.server = server
        self.drafts = drafts
        self.plugins = plugins
        self.log = log
        self.inbox = inbox
        self.recorder = recorder
    }

    func run(_ effect: Effect) {
        switch effect {
        case .answer(let client, let id, let answer):
            var sequence: Int64?
            if case .subscribed(let latest, _) = answer { sequence = latest }
            server.send(
                codec.encoder.answer(withCounters(answer), id: id), to: client,
                sequence: sequence)
        case .notify(let client, let notification):
            server.send(codec.encoder.notification(notification), to: client)
        case .call(let client, let id, let call):
            server.send(codec.encoder.call(call, id: id), to: client)
        case .publish(let event, let subscribers):
            // The same bytes for everyone.
            let line = codec.encoder.event(event)
            for client in subscribers {
                server.publish(event, line, to: client)
            }
        case .tellGap(let client, let from, let to):
            server.send(codec.encoder.gap(from: from, to: to), to: client, sequence: to)
        case .store(let ticket, let changes): drafts.store(ticket, changes)
        case .ask(let question, let respondent, let facts):
            plugins.ask(question, respondent, facts)
        case .withdraw(let question, let respondent, let isLate):
            plugins.withdraw(question, respondent, isLate: isLate)
        case .administer(let ticket, let order):
            administer(order) { [inbox] answer in inbox.post(.administered(ticket, answer)) }
        case .disconnect(let client, let reason): server.disconnect(client, reason)
        case .exit: daemon?.rulesEnded()
        }
    }

    private func administer(
        _ order: Administration, then handler: @escaping (Answer) -> Void
    ) {
        switch order {
        case .listPlugins: handler(.plugins(plugins.states))
        case .loadPlugin(let name): plugins.load(name, then: handler)
        case .unloadPlugin(let name): plugins.unload(name, then: handler)
        case .reloadPlugin(let name): plugins.reload(name, then: handler)
        case .clearPlugin(let name): plugins.clear(name, then: handler)
        case .reloadConfiguration: handler(daemon?.reload() ?? .failed(.shuttingDown))
        case .setLogLevel(let level):
            log.level = level
            log.write(.notice, "the log's level is \(level.rawValue) from now on")
            handler(.done)
        case .startRecording(let path, let asker):
            recorder.start(at: path, for: asker, state: inbox.arbiter, then: handler)
        case .stopRecording: recorder.stop(state: inbox.arbiter, then: handler)
        case .dumpRecording(let path, let asker):
            recorder.dump(.dumped, at: path, for: asker, state: inbox.arbiter, then: handler)
        case .listRecordings: handler(recorder.list())
        }
    }

    /// The rules know nothing of bytes; an administrator wants to see them all the same.
    private func withCounters(_ answer: Answer) -> Answer {
        guard case .status(var scene) = answer else { return answer }
        scene.counters += server.counters.all
        server.complete(&scene.limits)
        scene.plugins = plugins.states
        return .status(scene)
    }
}
