// SPDX-License-Identifier: MIT

package import PopoverCore
package import PopoverModel
import PopoverWire

/// Carries out the rules' orders, one after the other. What comes of an order is posted as an
/// event; nothing here decides anything, and nothing calls back.
package final class EffectRunner {
    private let codec: MessageCodec
    private let sessions: Sessions
    private let drafts: DraftWriter
    private let respondents: any Respondents
    private let inbox: Inbox
    /// Set once, by whoever owns all of them.
    package weak var administrator: (any Administrator)?

    package init(
        codec: MessageCodec, sessions: Sessions, drafts: DraftWriter,
        respondents: any Respondents, inbox: Inbox
    ) {
        self.codec = codec
        self.sessions = sessions
        self.drafts = drafts
        self.respondents = respondents
        self.inbox = inbox
    }

    package func run(_ effect: Effect) {
        switch effect {
        case .answer(let client, let id, let answer):
            tell(client, answer, id)
        case .notify(let client, let notification):
            if case .popoverClosed(let closed) = notification, closed.isUnresponsive {
                sessions.tellMissed(closed, by: client)
            }
            sessions.send(codec.encoder.notification(notification), to: client)
        case .announce(let notification, let clients):
            // The same bytes for everyone.
            sessions.send(codec.encoder.notification(notification), to: clients)
        case .call(let client, let id, let call):
            sessions.send(codec.encoder.call(call, id: id), to: client)
        case .publish(let event, let subscribers):
            // The same bytes for everyone.
            sessions.publish(event, codec.encoder.event(event), to: subscribers)
        case .notifyGap(let client, let from, let to):
            sessions.send(codec.encoder.gap(from: from, to: to), to: client, sequence: to)
        case .store(let ticket, let changes): drafts.store(ticket, changes)
        case .ask(let question, let respondent, let facts):
            inbox.meter.asked(question, respondent, facts.hook, at: inbox.now)
            respondents.ask(question, respondent, facts)
        case .withdraw(let question, let respondent, let isLate):
            inbox.meter.withdrew(question, respondent, isLate: isLate)
            respondents.withdraw(question, respondent, isLate: isLate)
        case .administer(let ticket, let order):
            administrator?.administer(order) { [inbox] answer in
                inbox.post(.administered(ticket, answer))
            }
        case .disconnect(let client, let reason): sessions.disconnect(client, reason)
        case .exit: administrator?.rulesEnded()
        }
    }

    private func tell(_ client: ClientID, _ answer: Answer, _ id: RequestID) {
        switch answer {
        case .subscribed(let latest, _):
            // It comes after the events before.
            sessions.send(
                codec.encoder.answer(answer, id: id), to: client, sequence: latest)
        case .status(let scene):
            sessions.send(
                codec.encoder.answer(.status(withCounters(scene)), id: id), to: client)
        case .metrics(var metrics):
            complete(&metrics)
            sessions.send(codec.encoder.answer(.metrics(metrics), id: id), to: client)
        case .failed(let failure):
            inbox.meter.failed(failure)
            sessions.send(codec.encoder.answer(answer, id: id), to: client)
        default: sessions.send(codec.encoder.answer(answer, id: id), to: client)
        }
    }

    /// Everything that is counted, by the rules, the shell and the administrator.
    package var metrics: Metrics {
        var metrics = inbox.metrics
        complete(&metrics)
        return metrics
    }

    private func complete(_ metrics: inout Metrics) {
        sessions.complete(&metrics)
        inbox.meter.add(to: &metrics)
        administrator?.complete(&metrics)
    }

    /// The rules know nothing of bytes; an administrator wants to see them all the same.
    private func withCounters(_ scene: Scene) -> Scene {
        var scene = scene
        scene.counters += sessions.counters.all
        sessions.complete(&scene.limits)
        administrator?.complete(&scene)
        return scene
    }
}
