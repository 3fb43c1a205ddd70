// SPDX-License-Identifier: MIT

public import PopoverModel

/// Passes bytes on between the daemon's socket and whoever started this process: a client whose
/// every line is somebody else's.
public struct SocketRelay {
    private let socket: SocketStream
    private let timeout: Interval

    public init(path: String, timeout: Interval) throws(ClientError) {
        socket = try SocketStream(path: path, deadline: .now + timeout)
        self.timeout = timeout
    }

    /// Runs until the daemon has closed the connection. When `input` has ended, the daemon is told
    /// that no more will come, and its answers are still passed on.
    ///
    /// - Parameters:
    ///   - input: a descriptor that can be waited for.
    ///   - output: a descriptor; when nobody reads it any more, `outputClosed` is thrown.
    ///   - read: reads what `input` has; empty at its end.
    ///   - write: writes what came from the daemon.
    public func run<Failure: Error>(
        input: Int32, output: Int32, read: () throws(Failure) -> [UInt8],
        write: ([UInt8]) throws(Failure) -> Void
    ) throws {
        var watch = SocketStream.Watch(output: output, input: input)
        while true {
            switch try socket.receive(deadline: nil, watch: watch) {
            case .bytes(let bytes):
                guard !bytes.isEmpty else { return }
                try write(Array(bytes))
            case .input:
                let bytes = try read()
                if bytes.isEmpty {
                    watch.input = nil
                    socket.finish()
                } else {
                    try socket.send(bytes, deadline: .now + timeout)
                }
            case .deadline: return
            }
        }
    }
}
