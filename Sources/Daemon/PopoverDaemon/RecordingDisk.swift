// SPDX-License-Identifier: MIT

import LibUV
import PopoverCore
import PopoverModel
import PopoverRecording

/// Writes recordings on a worker thread, where a copy of the rules decides the events again.
struct RecordingDisk {
    /// The size limit of a recording.
    static let maxBytes = 64 * 1024 * 1024
    private static let chunk = 256 * 1024

    let folder: RecordingFolder
    private let maxBytes: Int
    private var current: Current?

    /// The recording in progress.
    private final class Current {
        let file: PrivateFile
        var writer: RecordingWriter
        var limit: String?

        init(file: PrivateFile, base: Checkpoint) {
            self.file = file
            writer = RecordingWriter(base: base.arbiter)
        }
    }

    init(folder: RecordingFolder, maxBytes: Int = Self.maxBytes) {
        self.folder = folder
        self.maxBytes = maxBytes
    }

    /// A recording to write in one go.
    struct Dump: Sendable {
        let header: RecordingHeader
        /// nil for a new file in the recordings folder.
        var path: String?
        let snapshot: EventRing.Snapshot
        /// The rules have not finished the last event.
        var isUndecided = false
        /// The state after the last event, redacted to the short form.
        var state: Checkpoint?
    }

    func dump(_ dump: Dump) -> Result<RecordingFile, UVError> {
        do throws(UVError) {
            let snapshot = dump.snapshot
            var written = try write(dump, from: snapshot.base, snapshot.events[...])
            // The latest events matter most, so the first ones are dropped.
            if written.limit != nil, let start = snapshot.newerSegment {
                written.file.remove()
                written = try write(dump, from: start.base, snapshot.events[start.index...])
            }
            return .success(description(of: written))
        } catch {
            return .failure(error)
        }
    }

    private func write(
        _ dump: Dump, from base: Checkpoint, _ events: ArraySlice<RecordedEvent>
    ) throws(UVError) -> Current {
        let file = try folder.makeFile(dump.header.reason, at: dump.path)
        let current = Current(file: file, base: base)
        do throws(UVError) {
            try file.write(current.writer.opening(dump.header))
            try write(events.dropLast(dump.isUndecided ? 1 : 0), to: current)
            if dump.isUndecided, current.limit == nil, let last = events.last {
                try file.write(current.writer.addUndecided(last))
            }
            let state = current.limit == nil ? dump.state : nil
            try file.write(current.writer.ending(state: state, limit: current.limit))
        } catch {
            file.remove()
            throw error
        }
        return current
    }

    // MARK: A recording in progress

    /// Starts a recording.
    /// - Parameter base: the current state, redacted to the short form.
    mutating func begin(
        _ header: RecordingHeader, at path: String?, base: Checkpoint
    ) -> Result<RecordingFile, UVError> {
        do throws(UVError) {
            let file = try folder.makeFile(header.reason, at: path)
            let started = Current(file: file, base: base)
            do throws(UVError) {
                try file.write(started.writer.opening(header))
            } catch {
                file.remove()
                throw error
            }
            current = started
            return .success(description(of: started, isRunning: true))
        } catch {
            return .failure(error)
        }
    }

    /// - Returns: its description; `isRunning` is false if it is full.
    mutating func append(_ events: [RecordedEvent]) -> Result<RecordingFile, UVError>? {
        guard let recording = current else { return nil }
        current = nil
        do throws(UVError) {
            try write(events[...], to: recording)
        } catch {
            return .failure(error)
        }
        current = recording
        return .success(description(of: recording, isRunning: recording.limit == nil))
    }

    /// Writes the end of the recording.
    /// - Parameters:
    ///   - state: after the last event, redacted to the short form.
    ///   - limit: the limit that has ended it; nil if it was stopped on request.
    mutating func finish(state: Checkpoint?, limit: String?) -> Result<RecordingFile, UVError>? {
        guard let recording = current else { return nil }
        current = nil
        let limit = recording.limit ?? limit
        do throws(UVError) {
            let state = limit == nil ? state : nil
            try recording.file.write(recording.writer.ending(state: state, limit: limit))
        } catch {
            return .failure(error)
        }
        var described = description(of: recording)
        described.limit = limit
        return .success(described)
    }

    /// Removes the recording in progress, and all in the folder.
    mutating func erase() -> UVError? {
        do throws(UVError) {
            if let current { try PrivateFile.erase(current.file.path) }
        } catch {
            return error
        }
        current = nil
        return folder.erase()
    }

    private func write(
        _ events: ArraySlice<RecordedEvent>, to recording: Current
    ) throws(UVError) {
        var text: [UInt8] = []
        for event in events where recording.limit == nil {
            text += recording.writer.add(event)
            if text.count >= Self.chunk {
                try recording.file.write(text)
                text.removeAll(keepingCapacity: true)
            }
            if recording.file.bytes + text.count >= maxBytes { recording.limit = "size" }
        }
        try recording.file.write(text)
    }

    private func description(
        of recording: Current, isRunning: Bool = false
    ) -> RecordingFile {
        RecordingFile(
            path: recording.file.path, bytes: recording.file.bytes,
            events: recording.writer.events, isRunning: isRunning, limit: recording.limit)
    }
}
