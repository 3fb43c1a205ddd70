// SPDX-License-Identifier: MIT

extension Request {
    /// Its method; nil if the request is invalid.
    public var method: Method? {
        switch self {
        case .hello: .hello
        case .setSurface: .setSurface
        case .removeSurface: .removeSurface
        case .setSource: .setSource
        case .removeSource: .removeSource
        case .setOccluder: .setOccluder
        case .removeOccluder: .removeOccluder
        case .open: .open
        case .update: .update
        case .choose: .choose
        case .close: .close
        case .detach: .detach
        case .closePanel: .closePanel
        case .presentView: .presentView
        case .closeView: .closeView
        case .saveDraft: .saveDraft
        case .loadDraft: .loadDraft
        case .listDrafts: .listDrafts
        case .discardDraft: .discardDraft
        case .raiseAlert: .raiseAlert
        case .answerAlert: .answerAlert
        case .cancelAlert: .cancelAlert
        case .cancelRequest: .cancelRequest
        case .tap: .tap
        case .pointer: .pointer
        case .key: .key
        case .subscribe: .subscribe
        case .unsubscribe: .unsubscribe
        case .publish: .publish
        case .setDisplay: .setDisplay
        case .removeDisplay: .removeDisplay
        case .status: .status
        case .readMetrics: .readMetrics
        case .explain: .explain
        case .dismiss: .dismiss
        case .endSession: .endSession
        case .lockSession: .lockSession
        case .unlockSession: .unlockSession
        case .administer(let order): order.method
        case .shutdown: .shutdown
        case .invalid: nil
        }
    }
}

extension Administration {
    public var method: Method {
        switch self {
        case .listPlugins: .listPlugins
        case .loadPlugin: .loadPlugin
        case .unloadPlugin: .unloadPlugin
        case .reloadPlugin: .reloadPlugin
        case .clearPlugin: .clearPlugin
        case .reloadConfiguration: .reloadConfiguration
        case .setLogLevel: .setLogLevel
        case .startRecording: .startRecording
        case .stopRecording: .stopRecording
        case .dumpRecording: .dumpRecording
        case .listRecordings: .listRecordings
        }
    }
}

extension Method {
    /// Whether it is only for administrators and users to whom a `[[bind]]` gives it.
    public var isAdministrative: Bool {
        switch self {
        case .status, .explain, .dismiss, .endSession, .lockSession, .unlockSession, .listPlugins,
            .loadPlugin, .unloadPlugin, .reloadPlugin, .clearPlugin, .reloadConfiguration,
            .setLogLevel, .startRecording, .stopRecording, .dumpRecording, .listRecordings,
            .readMetrics, .shutdown:
            true
        case .hello, .setSurface, .removeSurface, .setSource, .removeSource, .setOccluder,
            .removeOccluder, .open, .update, .choose, .close, .detach, .closePanel, .presentView,
            .closeView, .saveDraft, .loadDraft, .listDrafts, .discardDraft, .raiseAlert,
            .answerAlert, .cancelAlert, .cancelRequest, .tap, .pointer, .key, .subscribe,
            .unsubscribe, .publish, .setDisplay, .removeDisplay:
            false
        }
    }
}
