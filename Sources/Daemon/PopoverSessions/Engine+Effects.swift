// SPDX-License-Identifier: MIT

import PopoverCore
package import PopoverModel
import PopoverWire

/// Effects to bytes: orders of the rules, which are carried out as they are.
extension Engine {
    func run(_ effect: Effect) {
        switch effect {
        case .answer(let client, let id, let answer):
            send(answer, to: client, id)
        case .notify(let client, let notification):
            if case .popoverClosed(let closed) = notification, closed.isUnresponsive {
                sessions.logUnresponsive(closed, owner: client)
            }
            sessions.send(to: client) { codec.encoder.notification(notification, to: &$0) }
        case .announce(let notification, let clients):
            // Encoded once for all recipients.
            let line = codec.encoder.notification(notification)
            if case .shield(let display, _, _) = notification {
                sessions.show(line, of: display, to: clients)
            } else {
                sessions.send(line, to: clients)
            }
        case .call(let client, let id, let call):
            sessions.send(to: client) { codec.encoder.call(call, id: id, to: &$0) }
        case .publish(let event, let subscribers):
            // Encoded once for all recipients.
            sessions.publish(event, codec.encoder.event(event), to: subscribers)
        case .notifyGap(let client, let from, let to):
            sessions.send(to: client, sequence: to) {
                $0 += codec.encoder.gap(from: from, to: to)
            }
        case .store(let ticket, let changes): drafts.store(ticket, changes)
        case .ask(let question, let respondent, let facts):
            meter.asked(question, respondent, facts.hook, at: now)
            plugins?.ask(question, respondent, facts)
        case .withdraw(let question, let respondent, let isLate):
            meter.withdrew(question, respondent, isLate: isLate)
            plugins?.withdraw(question, respondent, isLate: isLate)
        case .administer(let ticket, let order):
            administrator?.administer(order) { [self] answer in
                post(.administered(ticket, answer))
            }
        case .reportHung(let client): sessions.logHung(client)
        case .disconnect(let client, let reason): sessions.disconnect(client, reason)
        case .exit: administrator?.rulesEnded()
        }
    }

    private func send(_ answer: consuming Answer, to client: ClientID, _ id: RequestID) {
        var sequence: Int64?
        switch answer {
        case .welcome: sessions.clientCame(client)
        case .subscribed(let latest, _):
            // The answer follows all earlier events.
            sequence = latest
        case .status(let scene): answer = .status(withCounters(scene))
        case .metrics(var metrics):
            complete(&metrics)
            answer = .metrics(metrics)
        case .failed(let error): meter.failed(error)
        default: break
        }
        sessions.send(to: client, sequence: sequence) {
            codec.encoder.answer(answer, id: id, to: &$0)
        }
    }

    /// The metrics of the rules, the sessions and the process.
    package var metrics: Metrics {
        var metrics = arbiter.metrics
        complete(&metrics)
        return metrics
    }

    private func complete(_ metrics: inout Metrics) {
        sessions.complete(&metrics)
        meter.add(to: &metrics)
        administrator?.complete(&metrics)
    }

    /// Adds the counters of the sessions and the process to the rules' scene.
    private func withCounters(_ scene: Scene) -> Scene {
        var scene = scene
        scene.counters += sessions.counters.all
        sessions.complete(&scene.limits)
        administrator?.complete(&scene)
        return scene
    }
}
