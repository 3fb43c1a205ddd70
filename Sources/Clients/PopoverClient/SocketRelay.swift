// SPDX-License-Identifier: MIT

public import PopoverModel

/// Relays bytes between the daemon's socket and two descriptors.
public struct SocketRelay {
    private let socket: SocketStream
    private let timeout: Interval

    /// Connects to `path`; nil is where clients look for the socket.
    public init(path: String?, timeout: Interval) throws(ClientError) {
        socket = try SocketStream(path: path, deadline: .now + timeout)
        self.timeout = timeout
    }

    /// Runs until the daemon closes the connection. At the end of `input`, it half-closes the connection
    /// and still relays the daemon's lines.
    ///
    /// - Parameters:
    ///   - input: a descriptor for `poll`.
    ///   - output: a descriptor; when its reader closes it, `outputClosed` is thrown.
    ///   - read: reads from `input`; empty at its end.
    ///   - write: writes bytes of the daemon.
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
