// SPDX-License-Identifier: MIT
// swift-format-ignore-file
// Written by protocol/generate from protocol/*.toml; changes here are lost.

import PopoverModel

extension Arbiter {
    /// Carries out a request by the rule of its method, a function of the same name.
    mutating func carryOut(_ request: Request, of client: ClientID, id: RequestID?) {
        switch request {
        case .hello: break
        case .setSurface(let surface, let display, let frame): self.setSurface(surface, display, frame, client, id)
        case .removeSurface(let surface): self.removeSurface(surface, client, id)
        case .setSource(let source, let rect, let place, let edge, let control): self.setSource(source, rect, place, edge, control, client, id)
        case .removeSource(let source): self.removeSource(source, client, id)
        case .setOccluder(let occluder, let rect, let display): self.setOccluder(occluder, rect, display, client, id)
        case .removeOccluder(let occluder): self.removeOccluder(occluder, client, id)
        case .open(let open): self.open(open, client, id)
        case .update(let popover, let changes): self.update(popover, changes, client, id)
        case .choose(let popover, let choice, let label): self.choose(popover, choice, label, client, id)
        case .close(let popover, let outcome): self.close(popover, outcome, client, id)
        case .detach(let popover, let frame): self.detach(popover, frame, client, id)
        case .setPanel(let panel, let frame): self.setPanel(panel, frame, client, id)
        case .raisePanel(let panel): self.raisePanel(panel, client, id)
        case .closePanel(let panel, let outcome): self.closePanel(panel, outcome, client, id)
        case .presentView(let viewRequest): self.presentView(viewRequest, client, id)
        case .closeView(let view): self.closeView(view, client, id)
        case .saveDraft(let key, let content, let revision, let sync, let session): self.saveDraft(key, content, revision, sync, session, client, id)
        case .loadDraft(let key, let session): self.loadDraft(key, session, client, id)
        case .listDrafts: self.listDrafts(client, id)
        case .discardDraft(let key, let session): self.discardDraft(key, session, client, id)
        case .raiseAlert(let alertRequest): self.raiseAlert(alertRequest, client, id)
        case .answerAlert(let alert, let button): self.answerAlert(alert, button, client, id)
        case .cancelAlert(let alert): self.cancelAlert(alert, client, id)
        case .cancelRequest(let request): self.cancelRequest(request, client, id)
        case .tap(let tapReport): self.tap(tapReport, client, id)
        case .pointer(let pointerReport): self.pointer(pointerReport, client, id)
        case .key(let key, let display, let time, let isComposing): self.key(key, display, time, isComposing, client, id)
        case .navigate(let step, let display, let time): self.navigate(step, display, time, client, id)
        case .activateSource(let owner, let source): self.activateSource(owner, source, client, id)
        case .subscribe(let topics, let since): self.subscribe(topics, since, client, id)
        case .unsubscribe(let topics): self.unsubscribe(topics, client, id)
        case .publish(let topic, let data): self.publish(topic, data, client, id)
        case .setDisplay(let displaySpecification): self.setDisplay(displaySpecification, client, id)
        case .updateDisplay(let display, let changes): self.updateDisplay(display, changes, client, id)
        case .removeDisplay(let display): self.removeDisplay(display, client, id)
        case .setSession(let display, let personalSettings): self.setSession(display, personalSettings, client, id)
        case .discover: self.discover(client, id)
        case .status:
            administrate(.status, client, id) { $0.status(client, id) }
        case .explain(let popover, let limit):
            administrate(.explain, client, id) { $0.explain(popover, limit, client, id) }
        case .dismiss(let popover, let discard, let display):
            administrate(.dismiss, client, id) { $0.dismiss(popover, discard, display, client, id) }
        case .endSession(let display):
            administrate(.endSession, client, id) { $0.endSession(display, client, id) }
        case .lockSession(let display):
            administrate(.lockSession, client, id) { $0.lockSession(display, client, id) }
        case .unlockSession(let display):
            administrate(.unlockSession, client, id) { $0.unlockSession(display, client, id) }
        case .readMetrics:
            administrate(.readMetrics, client, id) { $0.readMetrics(client, id) }
        case .shutdown:
            administrate(.shutdown, client, id) { $0.shutdown(client, id) }
        case .administer(let order):
            administrate(order.method, client, id) { $0.administer(order, client, id) }
        case .invalid: break
        }
    }
}
