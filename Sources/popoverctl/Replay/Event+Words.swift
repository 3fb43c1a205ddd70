// SPDX-License-Identifier: MIT

internal import PopoverClient
internal import PopoverCore
internal import PopoverModel
internal import PopoverWire

extension Event {
    /// The event on one line.
    var words: String {
        switch self {
        case .configured(let settings):
            "configuration loaded: displays \(settings.displays.map(\.name))"
        case .draftsLoaded(let drafts): "\(drafts.count) drafts loaded from disk"
        case .wallClockSet: "wall clock set"
        case .behaviorLoaded(let behavior): "behavior \(behavior.name) loaded"
        case .behaviorUnloaded(let name): "behavior \(name) unloaded"
        case .policiesChanged(let policies): "policies: \(policies.map(\.name))"
        case .pluginChanged(let plugin): "plugin \(plugin.name): \(plugin.state.rawValue)"
        case .clientConnected(let client, let credentials):
            "\(client) connected, user \(credentials.uid)"
                + (credentials.plugin.map { ", as plugin \($0)" } ?? "")
        case .clientRequested(let client, let id, let request):
            "\(client) \(request.words)\(id.map { ", id \($0.text)" } ?? "")"
        case .clientAnswered(let client, let call, let answer):
            "\(client) answered \(call): \(answer.words)"
        case .clientHeard(let client): "\(client) sent a line without effect"
        case .clientFinished(let client): "\(client) finished sending"
        case .clientDisconnected(let client): "\(client) disconnected"
        case .draftsStored(let ticket): "\(ticket) stored on disk"
        case .draftsNotStored(let ticket): "\(ticket) not stored: disk error"
        case .answered(let question, let respondent, let verdict):
            "\(respondent.words) answered \(question): \(verdict?.words ?? "no valid verdict")"
        case .administered(let ticket, _): "administrator's request \(ticket) executed"
        case .deadlineReached: "deadline reached"
        case .shutdownRequested: "shutdown requested"
        }
    }
}

extension Respondent {
    var words: String {
        switch self {
        case .behavior(let name): "behavior \(name)"
        case .policy(let name): "policy \(name)"
        }
    }
}

extension CallAnswer {
    fileprivate var words: String {
        switch self {
        case .draft(let content): "a draft of \(content.count) bytes"
        case .draftTooDeep: "a draft that is nested too deeply"
        case .saved: "saved"
        case .empty: "nothing"
        case .error: "an error"
        }
    }
}

extension Request {
    /// The method and its params, as sent.
    fileprivate var words: String {
        if case .invalid(let error) = self { return "sent an invalid request: \(error.message)" }
        var params = JSONWriter()
        params.object(writeMembers)
        return "\(methodName) \(String(decoding: params.bytes, as: UTF8.self))"
    }
}
