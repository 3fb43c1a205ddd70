// SPDX-License-Identifier: MIT

import CSpeech
import LibUV

/// The headphone jacks of this machine.
final class Headphones {
    private struct Jack {
        let descriptor: Int32
        let poll: DescriptorPoll
        var isOccupied: Bool
    }

    private let loop: Loop
    private let paths: [String]
    private let onUnplugged: () -> Void
    private var jacks: [String: Jack] = [:]
    private(set) var arePluggedIn = false

    /// - Parameters:
    ///   - paths: devices; `*` is all of /dev/input.
    ///   - onUnplugged: called when the last headphones are unplugged.
    init(_ loop: Loop, paths: [String], onUnplugged: @escaping () -> Void) {
        self.loop = loop
        self.paths = paths.flatMap { path in
            path == "*" ? (0..<256).map { "/dev/input/event\($0)" } : [path]
        }
        self.onUnplugged = onUnplugged
        look()
    }

    /// Looks for new devices, and reads what the loop has not reported yet.
    func look() {
        for path in jacks.keys { read(path) }
        for path in paths where jacks[path] == nil { open(path) }
        update()
    }

    private func open(_ path: String) {
        var isOccupied = false
        let descriptor = unsafe headphones_open(path, &isOccupied)
        guard descriptor >= 0 else { return }
        do throws(UVError) {
            let poll = try DescriptorPoll(loop, descriptor: descriptor) { [weak self] report in
                self?.polled(path, report)
            }
            jacks[path] = Jack(descriptor: descriptor, poll: poll, isOccupied: isOccupied)
            try poll.start([.readable, .disconnected])
        } catch {
            System.writeStandardError("cannot watch \(path): \(error)\n")
            if jacks[path] == nil { headphones_close(descriptor) } else { forget(path) }
        }
    }

    private func polled(_ path: String, _ report: DescriptorPoll.Report) {
        if case .ready = report, read(path) { return update() }
        forget(path)
        update()
    }

    /// - Returns: false if the device is gone, which the loop tells as well.
    @discardableResult
    private func read(_ path: String) -> Bool {
        guard let jack = jacks[path] else { return false }
        var isOccupied = jack.isOccupied
        defer { jacks[path]?.isOccupied = isOccupied }
        return unsafe headphones_read(jack.descriptor, &isOccupied)
    }

    private func forget(_ path: String) {
        guard let jack = jacks.removeValue(forKey: path) else { return }
        jack.poll.close { headphones_close(jack.descriptor) }
    }

    private func update() {
        let wasPluggedIn = arePluggedIn
        arePluggedIn = jacks.values.contains { $0.isOccupied }
        if wasPluggedIn, !arePluggedIn { onUnplugged() }
    }
}
