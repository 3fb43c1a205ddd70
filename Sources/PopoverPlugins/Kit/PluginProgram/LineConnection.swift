// SPDX-License-Identifier: MIT

public import LibUV
internal import PopoverWire

/// A connection to the daemon, line by line, until either side ends it.
public final class LineConnection: PipeObserver {
    /// In bytes: a scene of many clients' sources.
    private static let longestLine = 64 << 20

    private let connection: PipeConnection
    private var framer = LineFramer(limit: longestLine)
    private let handle: (String) -> Void
    private let end: () -> Void
    private var isOpen = true

    /// - Parameters:
    ///   - handle: handles a line of the daemon's.
    ///   - end: the connection is lost; not called after `close`.
    public init(
        _ connection: PipeConnection, handle: @escaping (String) -> Void,
        end: @escaping () -> Void
    ) throws {
        self.connection = connection
        self.handle = handle
        self.end = end
        connection.observer = self
        do {
            try connection.startReading()
        } catch {
            close()
            throw error
        }
    }

    public func send(_ line: String) {
        guard isOpen else { return }
        do {
            try connection.write(Array((line + "\n").utf8))
        } catch {
            lose()
        }
    }

    public func close() {
        guard isOpen else { return }
        isOpen = false
        // It is the observer until the connection is closed.
        connection.close { withExtendedLifetime(self) {} }
    }

    private func lose() {
        guard isOpen else { return }
        close()
        end()
    }

    // MARK: The stream

    public func received(_ bytes: Span<UInt8>) {
        var copy: [UInt8] = []
        copy.reserveCapacity(bytes.count)
        for index in bytes.indices { copy.append(bytes[index]) }
        var rest = copy[...]
        while isOpen, let frame = framer.next(in: &rest) {
            guard case .line(let line) = frame else { continue }
            handle(String(decoding: line, as: UTF8.self))
        }
    }

    public func ended() { lose() }
    public func failed(_ error: UVError) { lose() }
    public func drained() {}
}
