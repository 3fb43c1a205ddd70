// SPDX-License-Identifier: MIT

import LibUV
import PluginProgram
import PopoverModel
import PopoverWire

/// Speaks the topic `announcement` with the voice of Speech Dispatcher.
///
/// The calls to the dispatcher wait for it, in this process; nobody waits for this process. When the
/// dispatcher has gone, it is connected to again after growing pauses.
final class Speech {
    static let description = PluginProgram<SpeechSettings>.Description(
        name: "speech", version: "1.0.0", options: SpeechSettings.table,
        topics: ["announcement", "session.ended"],
        needs: Sandbox(network: true, unixSockets: true, readPaths: ["/dev/input"]))

    /// Older words are about something that has passed, in microseconds.
    private static let fresh: Int64 = 5_000_000
    /// Announcements that wait for the dispatcher.
    private static let mostWaiting = 16

    private let process: PluginProcess<SpeechSettings>
    private var settings = SpeechSettings()
    private var dispatcher: Dispatcher?
    private var retries = RetryPauses()
    private var connectedAt: Int64 = 0
    private var retryTimer: Timer?
    private var headphones: Headphones?
    private var waiting: [Announcement] = []
    /// That of the words spoken last.
    private var display: String?

    init(_ process: PluginProcess<SpeechSettings>) {
        self.process = process
        retryTimer = Timer(process.loop) { [weak self] in self?.connect() }
    }

    func handle(_ message: PluginProgram<SpeechSettings>.Message) {
        switch message {
        case .started(let settings, _): start(settings)
        case .event("announcement", let time, let data):
            if let announcement = Announcement(data, time: time) { announce(announcement) }
        case .event("session.ended", _, let data): endSession(on: data.member("display")?.string)
        case .event, .scene, .gap, .line: break
        case .ended: process.loop.stop()
        }
    }

    private func start(_ settings: SpeechSettings) {
        self.settings = settings
        if settings.needsHeadphones {
            headphones = Headphones(process.loop, paths: settings.jacks) { [weak self] in
                self?.dispatcher?.cancel()
            }
        }
        connect()
    }

    // MARK: The dispatcher comes and goes

    private func connect() {
        do throws(Dispatcher.ConnectionError) {
            dispatcher = try Dispatcher(
                address: settings.address, volume: settings.volume, rate: settings.rate)
        } catch {
            process.tell(.connecting, "no speech dispatcher: \(error.message)")
            retryTimer?.start(afterMilliseconds: UInt64(retries.next()))
            return
        }
        process.tell(.serving, "announcements")
        connectedAt = process.now
        let words = waiting
        waiting = []
        for announcement in words { announce(announcement) }
    }

    private func lost() {
        dispatcher = nil
        process.tell(.connecting, "the speech dispatcher is gone")
        // One that has worked for a while is likely to be there again.
        if retries.ended(after: process.now - connectedAt) {
            connect()
        } else {
            retryTimer?.start(afterMilliseconds: UInt64(retries.next()))
        }
    }

    // MARK: Announcements

    private func announce(_ announcement: Announcement) {
        guard settings.spokenKinds.contains(announcement.kind),
            process.now - announcement.time < Self.fresh
        else { return }
        if let headphones {
            headphones.look()
            guard headphones.arePluggedIn else { return }
        }
        guard let dispatcher else { return wait(announcement) }
        display = announcement.display
        guard
            !dispatcher.say(
                announcement.text, language: announcement.language, announcement.priority)
        else { return }
        wait(announcement)
        lost()
    }

    private func wait(_ announcement: Announcement) {
        waiting.append(announcement)
        if waiting.count > Self.mostWaiting { waiting.removeFirst() }
    }

    /// The next customer hears nothing of the last one.
    /// - Parameter display: nil for all.
    private func endSession(on display: String?) {
        func isOver(_ other: String?) -> Bool { display == nil || other === display }
        waiting.removeAll { isOver($0.display) }
        if isOver(self.display) { dispatcher?.cancel() }
    }
}

/// Words for the ear.
struct Announcement {
    let kind: String
    let text: String
    let language: String?
    let display: String?
    let isAssertive: Bool
    let time: Int64

    /// Nil if it has no words.
    init?(_ data: JSONNode, time: Int64) {
        guard let kind = data.member("kind")?.string, let text = data.member("text")?.string,
            !text.isEmpty
        else { return nil }
        self.kind = kind
        self.text = text
        language = data.member("language")?.string
        display = data.member("display")?.string
        isAssertive = data.member("urgency")?.string == "assertive"
        self.time = time
    }

    /// Who walks on does not want to hear of every control on the way.
    var priority: Dispatcher.Priority {
        if isAssertive { return .interrupting }
        return kind == "focused" || kind == "help" ? .replaceable : .queued
    }
}
