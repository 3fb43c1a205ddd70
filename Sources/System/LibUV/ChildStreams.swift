// SPDX-License-Identifier: MIT

import CLibUV
import Glibc

/// The standard streams of a process that is to be started: our ends, and its own until it has
/// them.
final class ChildStreams {
    /// Our ends of those that are `piped`: input, output, errors.
    let pipes: [PipeConnection?]
    /// The descriptors that the process is to have; nil is `/dev/null`.
    let descriptors: [Int32?]
    /// Of these, those that are only here for it.
    private var childEnds: [Int32]

    /// Throws when there are no descriptors left, and leaves none open then.
    init(_ loop: Loop, _ options: ChildProcess.Options) throws(UVError) {
        let wanted = [options.standardInput, options.standardOutput, options.standardError]
        var pipes: [PipeConnection?] = []
        var descriptors: [Int32?] = []
        var childEnds: [Int32] = []
        do throws(UVError) {
            for (index, stream) in wanted.enumerated() {
                switch stream {
                case .ignored: descriptors.append(nil)
                case .inherited(let descriptor): descriptors.append(descriptor)
                case .piped:
                    let (pipe, end) = try Self.openPipe(loop, isInput: index == 0, options.program)
                    childEnds.append(end)
                    descriptors.append(end)
                    pipes.append(pipe)
                    continue
                }
                pipes.append(nil)
            }
        } catch {
            for pipe in pipes { pipe?.close() }
            for end in childEnds { Glibc.close(end) }
            throw error
        }
        self.pipes = pipes
        self.descriptors = descriptors
        self.childEnds = childEnds
    }

    /// The process has its ends, or there will be none: a stream ends when nobody else holds it.
    func closeChildEnds() {
        for end in childEnds { Glibc.close(end) }
        childEnds = []
    }

    /// There is no process.
    func close() {
        closeChildEnds()
        for pipe in pipes { pipe?.close() }
    }

    private static func openPipe(
        _ loop: Loop, isInput: Bool, _ program: String
    ) throws(UVError) -> (PipeConnection, Int32) {
        var ends: (uv_file, uv_file) = (-1, -1)
        let ours = Int32(UV_NONBLOCK_PIPE.rawValue)
        let status = unsafe withUnsafeMutableBytes(of: &ends) { bytes in
            unsafe uv_pipe(
                bytes.baseAddress?.assumingMemoryBound(to: uv_file.self), isInput ? 0 : ours,
                isInput ? ours : 0)
        }
        try check(status, "start \(program)")
        let theirs = isInput ? ends.0 : ends.1
        do throws(UVError) {
            return (try PipeConnection(loop, adopting: isInput ? ends.1 : ends.0), theirs)
        } catch {
            Glibc.close(theirs)
            throw UVError(code: error.code, operation: "start \(program)")
        }
    }
}
