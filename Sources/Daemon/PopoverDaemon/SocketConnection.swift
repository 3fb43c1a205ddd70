// SPDX-License-Identifier: MIT

import LibUV
import PopoverSessions

final class SocketConnection: Connection {
    /// What the kernel holds for a client that does not read. It is the daemon's memory, and the kernel
    /// reserves twice as much; the default is 208 KiB.
    static let kernelBytes: Int32 = 16 * 1024

    private let pipe: PipeConnection
    /// Reports when a half-closed peer hangs up.
    private var hangUp: HangUpWatch?
    /// Lives until the connection is closed. Not weak: a weak reference would move the reader's
    /// reference counts into a side table and slow down every other reference.
    unowned var reader: (any ConnectionReader)?

    init(_ pipe: PipeConnection) {
        self.pipe = pipe
        // The loop keeps the pipe until it is closed; its closer owns this object.
        pipe.observer = self
        pipe.limitSendBuffer(to: Self.kernelBytes)
    }

    var isOpen: Bool { pipe.isOpen }
    var pendingBytes: Int { pipe.pendingBytes }

    func startReading() throws(ConnectionError) {
        do throws(UVError) { try pipe.startReading() } catch { throw ConnectionError(error) }
    }

    func stopReading() { pipe.stopReading() }

    func write(_ bytes: ArraySlice<UInt8>) throws(ConnectionError) {
        do throws(UVError) { try pipe.write(bytes.span) } catch { throw ConnectionError(error) }
    }

    func watchHangUp() throws(ConnectionError) {
        do throws(UVError) {
            hangUp = try HangUpWatch(pipe) { [unowned self] in reader?.hungUp() }
        } catch {
            throw ConnectionError(error)
        }
    }

    func close() {
        hangUp?.close()
        hangUp = nil
        pipe.close()
    }
}

extension SocketConnection: PipeObserver {
    func received(_ bytes: Span<UInt8>) {
        var copy: [UInt8] = []
        copy.append(copying: bytes)
        reader?.received(copy, isFull: bytes.count == Loop.readLimitBytes)
    }

    func ended() { reader?.ended() }
    func failed(_ error: UVError) { reader?.failed(ConnectionError(error)) }
    func drained() { reader?.drained() }
}

extension ConnectionError {
    fileprivate init(_ error: UVError) {
        self.init(isPeerGone: error.isPeerGone, "\(error)")
    }
}
