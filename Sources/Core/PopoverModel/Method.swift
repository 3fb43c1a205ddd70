// SPDX-License-Identifier: MIT

/// The methods of the protocol, spelled as on the wire.
public enum Method: String, CaseIterable, Codable, Hashable, Sendable {
    case hello
    case setSurface = "surface.set"
    case removeSurface = "surface.remove"
    case setSource = "source.set"
    case removeSource = "source.remove"
    case setOccluder = "occluder.set"
    case removeOccluder = "occluder.remove"
    case open = "popover.open"
    case update = "popover.update"
    case choose = "popover.choose"
    case close = "popover.close"
    case detach = "popover.detach"
    case closePanel = "panel.close"
    case presentView = "view.present"
    case closeView = "view.close"
    case saveDraft = "draft.save"
    case loadDraft = "draft.load"
    case listDrafts = "draft.list"
    case discardDraft = "draft.discard"
    case raiseAlert = "alert.raise"
    case answerAlert = "alert.answer"
    case cancelAlert = "alert.cancel"
    case cancelRequest = "request.cancel"
    case tap
    case pointer
    case key
    case subscribe = "bus.subscribe"
    case unsubscribe = "bus.unsubscribe"
    case publish = "bus.publish"
    case setDisplay = "display.set"
    case removeDisplay = "display.remove"
    case status
    case explain = "popover.explain"
    case dismiss = "popover.dismiss"
    case endSession = "session.end"
    case lockSession = "session.lock"
    case unlockSession = "session.unlock"
    case listPlugins = "plugin.list"
    case loadPlugin = "plugin.load"
    case unloadPlugin = "plugin.unload"
    case reloadPlugin = "plugin.reload"
    case clearPlugin = "plugin.clear"
    case reloadConfiguration = "config.reload"
    case setLogLevel = "log.level"
    case startRecording = "record.start"
    case stopRecording = "record.stop"
    case dumpRecording = "record.dump"
    case listRecordings = "record.list"
    case readMetrics = "metrics"
    case shutdown
}
