// SPDX-License-Identifier: MIT

import CHeadphones
import LibUV

/// The headphone jacks of this machine. Devices that come later are found by the next `look`.
final class Headphones {
    private let loop: Loop
    private let paths: [String]
    private let onUnplugged: () -> Void
    private var jacks: [String: Jack] = [:]

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

    var arePluggedIn: Bool { jacks.values.contains { $0.isOccupied } }

    /// Opens the devices that are not open.
    func look() {
        for path in paths where jacks[path] == nil {
            var isOccupied = false
            let descriptor = unsafe headphones_open(path, &isOccupied)
            guard descriptor >= 0 else { continue }
            do throws(UVError) {
                let poll = try DescriptorPoll(loop, descriptor: descriptor) { [weak self] _ in
                    self?.changed(path)
                }
                jacks[path] = Jack(descriptor: descriptor, poll: poll, isOccupied: isOccupied)
                try poll.start([.readable, .disconnected])
            } catch {
                System.writeStandardError("cannot watch \(path): \(error)\n")
                if jacks[path] == nil { headphones_close(descriptor) } else { forget(path) }
            }
        }
    }

    private func changed(_ path: String) {
        guard var jack = jacks[path] else { return }
        let wasPluggedIn = arePluggedIn
        if unsafe headphones_read(jack.descriptor, &jack.isOccupied) {
            jacks[path] = jack
        } else {
            forget(path)
        }
        if wasPluggedIn, !arePluggedIn { onUnplugged() }
    }

    private func forget(_ path: String) {
        guard let jack = jacks.removeValue(forKey: path) else { return }
        jack.poll.close { headphones_close(jack.descriptor) }
    }
}

private struct Jack {
    let descriptor: Int32
    let poll: DescriptorPoll
    var isOccupied: Bool
}
