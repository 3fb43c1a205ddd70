// SPDX-License-Identifier: MIT
// swift-format-ignore-file
// Written by protocol/generate from protocol/*.toml; changes here are lost.

/// The result of a request, or why there is none.
/// Its values are stored out of line, so that a message is cheap to pass on.
public indirect enum Answer: Codable, Hashable, Sendable {
    /// Nothing but that it is done.
    case done
    /// The client, the daemon, and the daemon's limits.
    case welcome(Welcome)
    /// A popover that was granted.
    case opened(Grant)
    /// Where a popover is now.
    case updated(Presentation, Animation, scrim: Double? = nil, advice: [Advice]? = nil)
    /// Whether a choice closes the popover.
    case chosen(closes: Bool)
    /// The panel that a popover became.
    case detached(PanelID, frame: Rect)
    /// Where a panel is now.
    case panelSet(frame: Rect)
    /// A view that was granted.
    case viewPresented(ViewID)
    /// A draft that was stored.
    case draftSaved(revision: Int64, isDurable: Bool)
    /// A draft, if there is one.
    case draft(StoredDraft?)
    /// The drafts of a user's app, without their content.
    case drafts([DraftSummary])
    /// The pressed button.
    case alertAnswered(AlertID, button: String)
    /// The verdict on a tap or a key.
    case judged(TapJudgement)
    /// The effect of a step of a keypad.
    case navigated(NavigationOutcome, client: ClientID? = nil, source: String? = nil)
    /// The scene as of a sequence number.
    case subscribed(sequence: Int64, Scene)
    /// The number of a published event.
    case published(sequence: Int64)
    /// The scene.
    case status(Scene)
    /// The daemon's metrics.
    case metrics(Metrics)
    /// Decisions, oldest first.
    case decisions([Decision])
    /// The options that a reload has changed.
    case reloaded([ConfigurationChange] = [])
    /// The state of every plugin.
    case plugins([PluginState])
    /// A plugin's state.
    case plugin(PluginState)
    /// A recording.
    case recording(RecordingFile)
    /// Recordings, oldest first.
    case recordings([RecordingFile])
    /// A description of the protocol for programs.
    case discovered(Discovery)
    case failed(RequestError)
}
