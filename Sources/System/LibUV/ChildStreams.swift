// SPDX-License-Identifier: MIT

import CLibUV
import Glibc

/// The standard streams of a process to start: this side's ends, and the child's until it has them.
final class ChildStreams {
    /// This process's ends of the `piped` streams: input, output, errors.
    let pipes: [PipeConnection?]
    /// The child's descriptors; nil for `/dev/null`.
    let descriptors: [Int32?]
    /// The descriptors among these to close after the start.
    private var childEnds: [Int32]

    /// Throws if no descriptors are left, and leaves none open.
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

    /// Call after the start: a stream ends only when no other process holds the child's end.
    func closeChildEnds() {
        for end in childEnds { Glibc.close(end) }
        childEnds = []
    }

    /// Closes both ends after a failed start.
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
