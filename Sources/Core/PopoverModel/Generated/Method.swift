// SPDX-License-Identifier: MIT
// swift-format-ignore-file
// Written by protocol/generate from protocol/*.toml; changes here are lost.

/// The methods of the protocol, spelled as on the wire.
public enum Method: String, CaseIterable, Codable, Hashable, Sendable {
    /// Introduces the client; the first request of every connection.
    case hello
    /// Registers a window of the client, or moves it.
    case setSurface = "surface.set"
    /// Removes a surface.
    case removeSurface = "surface.remove"
    /// Registers a control that opens popovers, or moves it.
    case setSource = "source.set"
    /// Removes a source; a popover on it closes (`source-gone`).
    case removeSource = "source.remove"
    /// Registers an on-screen keyboard, a toast or a helper, or moves it.
    case setOccluder = "occluder.set"
    /// Removes an occluder.
    case removeOccluder = "occluder.remove"
    /// Opens a popover, or waits for its display.
    case open = "popover.open"
    /// Changes a popover; the daemon may move it.
    case update = "popover.update"
    /// Reports a choice in a popover.
    case choose = "popover.choose"
    /// Closes a popover of the client.
    case close = "popover.close"
    /// Turns a popover into a panel.
    case detach = "popover.detach"
    /// Moves or resizes a panel of the client.
    case setPanel = "panel.set"
    /// Asks the owner of a panel to bring it to the front.
    case raisePanel = "panel.raise"
    /// Closes a panel of the client.
    case closePanel = "panel.close"
    /// Presents a modal view or sheet of the client's own, under which no popover lies.
    case presentView = "view.present"
    /// Closes a view of the client.
    case closeView = "view.close"
    /// Stores a draft under a key.
    case saveDraft = "draft.save"
    /// Returns the draft under a key.
    case loadDraft = "draft.load"
    /// Lists the drafts of the user's app.
    case listDrafts = "draft.list"
    /// Erases the draft under a key.
    case discardDraft = "draft.discard"
    /// Raises an alert and waits for its answer.
    case raiseAlert = "alert.raise"
    /// Reports the pressed button.
    case answerAlert = "alert.answer"
    /// Withdraws an alert.
    case cancelAlert = "alert.cancel"
    /// Cancels a waiting request.
    case cancelRequest = "request.cancel"
    /// Reports a tap.
    case tap
    /// Reports a step of a finger or a mouse, from which the daemon recognizes taps.
    case pointer
    /// Reports a pressed key.
    case key
    /// Reports a key of a keypad or a switch, which moves the focus through the controls of all
    /// clients.
    case navigate
    /// Activates a control of any client, for example from a list of controls out of reach.
    case activateSource = "source.activate"
    /// Asks for events, after the scene.
    case subscribe = "bus.subscribe"
    /// Ends subscriptions.
    case unsubscribe = "bus.unsubscribe"
    /// Publishes an event of the client's own.
    case publish = "bus.publish"
    /// Describes a display, or replaces its description.
    case setDisplay = "display.set"
    /// Changes a display; members that are left out stay as they are.
    case updateDisplay = "display.update"
    /// Removes a display and everything on it.
    case removeDisplay = "display.remove"
    /// Replaces the personal settings of a session; without any, resets them.
    case setSession = "session.set"
    /// Returns a description of the protocol for programs.
    case discover = "rpc.discover"
    /// Returns the scene.
    case status
    /// Returns the latest decisions and their reasons.
    case explain = "popover.explain"
    /// Closes the popover of any client.
    case dismiss = "popover.dismiss"
    /// Closes everything and erases a session.
    case endSession = "session.end"
    /// Closes everything and refuses opens until the unlock.
    case lockSession = "session.lock"
    /// Ends a lock.
    case unlockSession = "session.unlock"
    /// Returns the state of every plugin.
    case listPlugins = "plugin.list"
    /// Loads a plugin.
    case loadPlugin = "plugin.load"
    /// Unloads a plugin.
    case unloadPlugin = "plugin.unload"
    /// Loads a plugin's file again.
    case reloadPlugin = "plugin.reload"
    /// Lifts the quarantine or suspension of a plugin.
    case clearPlugin = "plugin.clear"
    /// Reads the configuration again.
    case reloadConfiguration = "config.reload"
    /// Returns the daemon's metrics.
    case readMetrics = "metrics"
    /// Changes the log level.
    case setLogLevel = "log.level"
    /// Records all events from now on.
    case startRecording = "record.start"
    /// Completes the running recording.
    case stopRecording = "record.stop"
    /// Records the latest events.
    case dumpRecording = "record.dump"
    /// Lists the recordings in the daemon's folder.
    case listRecordings = "record.list"
    /// Saves all drafts and ends the daemon.
    case shutdown
}

extension Method {
    /// It is only for administrators, and users to whom a `[[bind]]` gives it.
    public var isAdministrative: Bool {
        switch self {
        case .status, .explain, .dismiss, .endSession, .lockSession, .unlockSession, .listPlugins,
            .loadPlugin, .unloadPlugin, .reloadPlugin, .clearPlugin, .reloadConfiguration,
            .readMetrics, .setLogLevel, .startRecording, .stopRecording, .dumpRecording,
            .listRecordings, .shutdown: true
        default: false
        }
    }

    /// It only makes sense with an answer, and is ignored when nobody waits for one.
    public var needsAnswer: Bool {
        switch self {
        case .hello, .open, .detach, .presentView, .raiseAlert, .subscribe: true
        default: false
        }
    }

    /// Its answer may be delayed. Others are not subject to the limit of pending requests.
    public var mayWait: Bool {
        switch self {
        case .open, .choose, .detach, .presentView, .saveDraft, .raiseAlert, .tap, .pointer, .key,
            .endSession, .listPlugins, .loadPlugin, .unloadPlugin, .reloadPlugin, .clearPlugin,
            .reloadConfiguration, .setLogLevel, .startRecording, .stopRecording, .dumpRecording,
            .listRecordings: true
        default: false
        }
    }

    /// It is carried out during shutdown: drafts, closes, choices and answers are.
    public var isAllowedDuringShutdown: Bool {
        switch self {
        case .choose, .close, .closePanel, .closeView, .saveDraft, .loadDraft, .listDrafts,
            .discardDraft, .answerAlert, .cancelAlert, .cancelRequest, .discover, .status, .explain,
            .readMetrics, .shutdown: true
        default: false
        }
    }

    /// Clients that speak for a process that is none may call it.
    public var isAllowedForOthers: Bool {
        switch self {
        case .open, .update, .choose, .close, .presentView, .closeView, .cancelRequest: true
        default: false
        }
    }
}
