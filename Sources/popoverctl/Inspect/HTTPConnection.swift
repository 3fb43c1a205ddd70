// SPDX-License-Identifier: MIT

internal import LibUV

/// A connection of a browser: one request, and its response or a stream of lines.
final class HTTPConnection {
    private let pipe: PipeConnection
    private var deadline: LibUV.Timer?
    private var reader = HTTPReader()
    private var state = State.reading
    private let onRequest: (HTTPRequest, HTTPConnection) -> Void
    private let onClose: (HTTPConnection) -> Void

    private enum State {
        case reading
        /// Everything is written; what the peer still sends is ignored.
        case responding(isComplete: Bool)
        case streaming
        case closed
    }

    init(
        _ loop: Loop, _ pipe: PipeConnection,
        onRequest: @escaping (HTTPRequest, HTTPConnection) -> Void,
        onClose: @escaping (HTTPConnection) -> Void
    ) throws(UVError) {
        self.pipe = pipe
        self.onRequest = onRequest
        self.onClose = onClose
        pipe.outputLimitBytes = InspectLimits.outputBytes
        let deadline = Timer(loop) { [unowned self] in close() }
        self.deadline = deadline
        deadline.start(afterMilliseconds: InspectLimits.requestMilliseconds)
        pipe.onBytes = { [unowned self] bytes in read(bytes) }
        pipe.onEnd = { [unowned self] in close() }
        pipe.onFailure = { [unowned self] _ in close() }
        pipe.onDrain = { [unowned self] in drained() }
        do {
            try pipe.startReading()
        } catch {
            close()
            throw error
        }
    }

    /// Whether it is a page that listens, which has the session.
    var isStreaming: Bool {
        if case .streaming = state { true } else { false }
    }

    func respond(_ response: HTTPResponse) {
        respond(response, isComplete: true)
    }

    /// Sends a line of a stream.
    func send(line: [UInt8]) {
        guard case .streaming = state else { return }
        write(line + [UInt8(ascii: "\n")])
    }

    func close() {
        if case .closed = state { return }
        state = .closed
        deadline?.close()
        deadline = nil
        pipe.close()
        onClose(self)
    }

    private func read(_ span: Span<UInt8>) {
        guard case .reading = state else { return }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(span.count)
        for index in span.indices { bytes.append(span[index]) }
        switch reader.read(bytes) {
        case .more: return
        case .request(let request): onRequest(request, self)
        case .refusal(let status):
            respond(HTTPResponse(status, status.rawValue), isComplete: false)
        }
    }

    /// - Parameter isComplete: whether the whole request was read: closing earlier could reset the
    ///   connection before the peer has read the response.
    private func respond(_ response: HTTPResponse, isComplete: Bool) {
        guard case .reading = state else { return }
        if response.isStream {
            state = .streaming
            deadline?.stop()
        } else {
            state = .responding(isComplete: isComplete)
            deadline?.start(afterMilliseconds: InspectLimits.requestMilliseconds)
        }
        write(response.bytes)
    }

    private func write(_ bytes: [UInt8]) {
        do throws(UVError) {
            try pipe.write(bytes)
        } catch {
            return close()
        }
        if pipe.pendingBytes == 0 { drained() }
    }

    private func drained() {
        if case .responding(isComplete: true) = state { close() }
    }
}
