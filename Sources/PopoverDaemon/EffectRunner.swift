// SPDX-License-Identifier: MIT

import PopoverCore
import PopoverModel
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
    /// Set once, by the daemon itself.
    weak var daemon: Daemon?

    init(
        codec: MessageCodec, server: Server, drafts: DraftWriter, plugins: PluginDesk,
        inbox: Inbox, log: Log
    ) {
        self.codec = codec
        self.server = server
        self.drafts = drafts
        self.plugins = plugins
        self.log = log
        self.inbox = inbox
    }

    func run(_ effect: Effect) {
        switch effect {
        case .answer(let client, let id, let answer):
            server.send(codec.encoder.answer(withCounters(answer), id: id), to: client)
        case .notify(let client, let notification):
            server.send(codec.encoder.notification(notification), to: client)
        case .call(let client, let id, let call):
            server.send(codec.encoder.call(call, id: id), to: client)
        case .publish(let event, let subscribers):
            // The same bytes for everyone.
            let line = codec.encoder.event(event)
            for client in subscribers { server.send(line, to: client) }
        case .tellGap(let client, let from, let to):
            server.send(codec.encoder.gap(from: from, to: to), to: client)
        case .store(let ticket, let changes): drafts.store(ticket, changes)
        case .ask(let question, let respondent, let facts):
            inbox.post(.answered(question, respondent, plugins.answer(facts, by: respondent)))
        case .withdraw: break
        case .administer(let ticket, let order):
            inbox.post(.administered(ticket, administer(order)))
        case .disconnect(let client, let reason): server.disconnect(client, reason)
        case .exit: daemon?.rulesEnded()
        }
    }

    private func administer(_ order: Administration) -> Answer {
        switch order {
        case .listPlugins: return .plugins(plugins.states)
        case .loadPlugin(let name): return plugins.load(name)
        case .unloadPlugin(let name): return plugins.unload(name)
        case .reloadPlugin(let name): return plugins.reload(name)
        case .clearPlugin(let name): return plugins.reload(name)
        case .reloadConfiguration: return daemon?.reload() ?? .failed(.shuttingDown)
        case .setLogLevel(let level):
            log.level = level
            log.write(.notice, "the log's level is \(level.rawValue) from now on")
            return .done
        }
    }

    /// The rules know nothing of bytes; an administrator wants to see them all the same.
    private func withCounters(_ answer: Answer) -> Answer {
        guard case .status(var scene) = answer else { return answer }
        scene.counters += server.counters.all
        return .status(scene)
    }
}
