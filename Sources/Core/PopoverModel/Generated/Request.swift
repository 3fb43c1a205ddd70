// SPDX-License-Identifier: MIT
// swift-format-ignore-file
// Written by protocol/generate from protocol/*.toml; changes here are lost.

/// A client's request with checked parameters: one case for each method.
/// Its values are stored out of line, so that a message is cheap to pass on.
public indirect enum Request: Codable, Hashable, Sendable {
    /// Introduces the client; the first request of every connection.
    case hello(Hello)
    /// Registers a window of the client, or moves it.
    case setSurface(String, display: String? = nil, frame: Rect)
    /// Removes a surface.
    case removeSurface(String)
    /// Registers a control that opens popovers, or moves it.
    case setSource(String, rect: Rect, Place = Place(), edge: PreferredSide? = nil, Control = Control())
    /// Removes a source; a popover on it closes (`source-gone`).
    case removeSource(String)
    /// Registers an on-screen keyboard, a toast or a helper, or moves it.
    case setOccluder(String, rect: Rect, display: String? = nil)
    /// Removes an occluder.
    case removeOccluder(String)
    /// Opens a popover, or waits for its display.
    case open(Shared<OpenRequest>)
    /// Changes a popover; the daemon may move it.
    case update(PopoverID, PopoverChanges)
    /// Reports a choice in a popover.
    case choose(PopoverID, choice: JSONText, label: String? = nil)
    /// Closes a popover of the client.
    case close(PopoverID, outcome: CloseOutcome)
    /// Turns a popover into a panel.
    case detach(PopoverID, frame: Rect? = nil)
    /// Moves or resizes a panel of the client.
    case setPanel(PanelID, frame: Rect)
    /// Asks the owner of a panel to bring it to the front.
    case raisePanel(PanelID)
    /// Closes a panel of the client.
    case closePanel(PanelID, outcome: CloseOutcome? = nil)
    /// Presents a modal view or sheet of the client's own, under which no popover lies.
    case presentView(ViewRequest)
    /// Closes a view of the client.
    case closeView(ViewID)
    /// Stores a draft under a key.
    case saveDraft(key: String, content: JSONText, revision: Int64? = nil, sync: Bool = false, session: SessionID? = nil)
    /// Returns the draft under a key.
    case loadDraft(key: String, session: SessionID? = nil)
    /// Lists the drafts of the user's app.
    case listDrafts
    /// Erases the draft under a key.
    case discardDraft(key: String, session: SessionID? = nil)
    /// Raises an alert and waits for its answer.
    case raiseAlert(AlertRequest)
    /// Reports the pressed button.
    case answerAlert(AlertID, button: String)
    /// Withdraws an alert.
    case cancelAlert(AlertID)
    /// Cancels a waiting request.
    case cancelRequest(RequestID)
    /// Reports a tap.
    case tap(TapReport)
    /// Reports a step of a finger or a mouse, from which the daemon recognizes taps.
    case pointer(PointerReport)
    /// Reports a pressed key.
    case key(String, display: String? = nil, time: Instant? = nil, isComposing: Bool = false)
    /// Reports a key of a keypad or a switch, which moves the focus through the controls of all
    /// clients.
    case navigate(Step, display: String? = nil, time: Instant? = nil)
    /// Activates a control of any client, for example from a list of controls out of reach.
    case activateSource(owner: ClientID, source: String)
    /// Asks for events, after the scene.
    case subscribe(topics: [String], since: Int64? = nil)
    /// Ends subscriptions.
    case unsubscribe(topics: [String])
    /// Publishes an event of the client's own.
    case publish(topic: String, data: JSONText)
    /// Describes a display, or replaces its description.
    case setDisplay(DisplaySpecification)
    /// Changes a display; members that are left out stay as they are.
    case updateDisplay(String, DisplayChanges)
    /// Removes a display and everything on it.
    case removeDisplay(String)
    /// Replaces the personal settings of a session; without any, resets them.
    case setSession(display: String? = nil, PersonalSettings = PersonalSettings())
    /// Returns a description of the protocol for programs.
    case discover
    /// Returns the scene.
    case status
    /// Returns the latest decisions and their reasons.
    case explain(popover: PopoverID? = nil, limit: Int = 32)
    /// Closes the popover of any client.
    case dismiss(popover: PopoverID? = nil, discard: Bool = false, display: String? = nil)
    /// Closes everything and erases a session.
    case endSession(display: String? = nil)
    /// Closes everything and refuses opens until the unlock.
    case lockSession(display: String? = nil)
    /// Ends a lock.
    case unlockSession(display: String? = nil)
    /// Returns the daemon's metrics.
    case readMetrics
    /// Saves all drafts and ends the daemon.
    case shutdown
    /// An order to the daemon's process.
    case administer(Administration)
    /// An invalid method or invalid parameters. Its answer is the error, but only after `hello`.
    case invalid(RequestError)

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
        case .setPanel: .setPanel
        case .raisePanel: .raisePanel
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
        case .navigate: .navigate
        case .activateSource: .activateSource
        case .subscribe: .subscribe
        case .unsubscribe: .unsubscribe
        case .publish: .publish
        case .setDisplay: .setDisplay
        case .updateDisplay: .updateDisplay
        case .removeDisplay: .removeDisplay
        case .setSession: .setSession
        case .discover: .discover
        case .status: .status
        case .explain: .explain
        case .dismiss: .dismiss
        case .endSession: .endSession
        case .lockSession: .lockSession
        case .unlockSession: .unlockSession
        case .readMetrics: .readMetrics
        case .shutdown: .shutdown
        case .administer(let order): order.method
        case .invalid: nil
        }
    }

    /// Opens a popover, or waits for its display.
    public static func open(_ open: OpenRequest) -> Request {
        .open(Shared(open))
    }
}

/// Orders of an administrator, carried out outside of the rules.
public enum Administration: Codable, Hashable, Sendable {
    /// Returns the state of every plugin.
    case listPlugins
    /// Loads a plugin.
    case loadPlugin(path: String? = nil, name: String? = nil)
    /// Unloads a plugin.
    case unloadPlugin(String)
    /// Loads a plugin's file again.
    case reloadPlugin(String)
    /// Lifts the quarantine or suspension of a plugin.
    case clearPlugin(String)
    /// Reads the configuration again.
    case reloadConfiguration
    /// Changes the log level.
    case setLogLevel(LogLevel)
    /// Records all events from now on.
    case startRecording(path: String? = nil, asker: UInt32? = nil)
    /// Completes the running recording.
    case stopRecording
    /// Records the latest events.
    case dumpRecording(path: String? = nil, asker: UInt32? = nil)
    /// Lists the recordings in the daemon's folder.
    case listRecordings

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

    /// The same order, of this user, from the kernel; some orders depend on who asks.
    public func asked(by user: UInt32?) -> Administration {
        switch self {
        case .startRecording(let path, _): .startRecording(path: path, asker: user)
        case .dumpRecording(let path, _): .dumpRecording(path: path, asker: user)
        default: self
        }
    }
}
