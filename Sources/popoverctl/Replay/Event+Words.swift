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
    /// The method and its most important params.
    fileprivate var words: String {
        let (method, details) = spelled
        return ([method.map { $0.rawValue } ?? "sent an invalid request"] + details)
            .joined(separator: " ")
    }

    private var spelled: (Method?, [String]) {
        switch self {
        case .hello(let hello):
            (
                .hello,
                ["as", hello.app] + Role.allCases.filter(hello.roles.contains).map(\.rawValue)
            )
        case .open(let open):
            (
                .open,
                [open.behavior] + [open.place.display, open.source, open.key].compactMap(\.self)
            )
        case .update(let popover, _): (.update, ["\(popover)"])
        case .choose(let popover, let choice): (.choose, ["\(popover)", "\(choice.count) bytes"])
        case .close(let popover, let outcome): (.close, ["\(popover)", outcome.rawValue])
        case .detach(let popover, _): (.detach, ["\(popover)"])
        case .closePanel(let panel): (.closePanel, ["\(panel)"])
        case .presentView(let view):
            (.presentView, [view.kind.rawValue, view.display].compactMap(\.self))
        case .closeView(let view): (.closeView, ["\(view)"])
        case .saveDraft(let key, let content, _, _):
            (.saveDraft, [key, "\(content.count) bytes"])
        case .loadDraft(let key): (.loadDraft, [key])
        case .listDrafts: (.listDrafts, [])
        case .discardDraft(let key): (.discardDraft, [key])
        case .raiseAlert(let alert): (.raiseAlert, [alert.severity.rawValue, "\"\(alert.title)\""])
        case .answerAlert(let alert, let button): (.answerAlert, ["\(alert)", button])
        case .cancelAlert(let alert): (.cancelAlert, ["\(alert)"])
        case .cancelRequest(let id): (.cancelRequest, [id.text])
        case .tap, .pointer, .key: gesture
        case .setSurface, .removeSurface, .setSource, .removeSource, .setOccluder,
            .removeOccluder, .setDisplay, .removeDisplay:
            surroundings
        case .subscribe(let topics, _): (.subscribe, topics)
        case .unsubscribe(let topics): (.unsubscribe, topics)
        case .publish(let topic, let data): (.publish, [topic, "\(data.count) bytes"])
        case .status, .readMetrics, .explain, .dismiss, .endSession, .lockSession, .unlockSession,
            .administer,
            .shutdown:
            administration
        case .invalid(let failure): (nil, [failure.message])
        }
    }

    private var gesture: (Method?, [String]) {
        switch self {
        case .tap(let tap): (.tap, [tap.point.words] + (tap.wasSwallowed ? ["swallowed"] : []))
        case .pointer(let pointer):
            (.pointer, [pointer.phase.rawValue, pointer.report.point.words])
        case .key(let key, _, _, _): (.key, [KeyName.redacted(key)])
        default: (nil, [])
        }
    }

    private var surroundings: (Method?, [String]) {
        switch self {
        case .setSurface(let name, _, _): (.setSurface, [name])
        case .removeSurface(let name): (.removeSurface, [name])
        case .setSource(let name, _, _): (.setSource, [name])
        case .removeSource(let name): (.removeSource, [name])
        case .setOccluder(let name, _, _): (.setOccluder, [name])
        case .removeOccluder(let name): (.removeOccluder, [name])
        case .setDisplay(let display): (.setDisplay, [display.name])
        case .removeDisplay(let name): (.removeDisplay, [name])
        default: (nil, [])
        }
    }

    private var administration: (Method?, [String]) {
        switch self {
        case .status: (.status, [])
        case .readMetrics: (.readMetrics, [])
        case .explain(let popover, _): (.explain, [popover.map { "\($0)" }].compactMap(\.self))
        case .dismiss(.popover(let popover), _): (.dismiss, ["\(popover)"])
        case .dismiss(.display(let display), _): (.dismiss, [display])
        case .endSession(let display): (.endSession, [display].compactMap(\.self))
        case .lockSession(let display): (.lockSession, [display].compactMap(\.self))
        case .unlockSession(let display): (.unlockSession, [display].compactMap(\.self))
        case .administer(let order): order.spelled
        case .shutdown: (.shutdown, [])
        default: (nil, [])
        }
    }
}

extension Administration {
    fileprivate var spelled: (Method?, [String]) {
        switch self {
        case .listPlugins: (.listPlugins, [])
        case .loadPlugin(let name): (.loadPlugin, [name])
        case .unloadPlugin(let name): (.unloadPlugin, [name])
        case .reloadPlugin(let name): (.reloadPlugin, [name])
        case .clearPlugin(let name): (.clearPlugin, [name])
        case .reloadConfiguration: (.reloadConfiguration, [])
        case .setLogLevel(let level): (.setLogLevel, [level.rawValue])
        case .startRecording: (.startRecording, [])
        case .stopRecording: (.stopRecording, [])
        case .dumpRecording: (.dumpRecording, [])
        case .listRecordings: (.listRecordings, [])
        }
    }
}

extension Point {
    fileprivate var words: String { "\(x.short) \(y.short)" }
}
