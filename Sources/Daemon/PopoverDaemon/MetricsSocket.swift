// SPDX-License-Identifier: MIT

import LibUV

/// A socket that serves the metrics over HTTP. Its peers are not clients of the daemon and get
/// nothing but numbers; the mode of the socket file says who may connect.
///
/// | what                              | value |
/// |-----------------------------------|-------|
/// | connections at once               | 8     |
/// | from an accept to the answer read | 5 s   |
/// | bytes of a request's head         | 8 KiB |
final class MetricsSocket {
    /// Its name in systemd (`FileDescriptorName=`).
    static let name = "metrics"
    static let connectionLimit = 8
    static let timeoutMilliseconds: UInt64 = 5000

    private let loop: Loop
    private let listener: PipeListener
    private let address: String
    private let log: Log
    private let text: () -> String
    private var exchanges: [ObjectIdentifier: Exchange] = [:]

    private struct Exchange {
        let connection: PipeConnection
        let deadline: Timer
        var exchange = MetricsExchange()
        var isAnswered = false
    }

    /// Binds the socket; no connection is accepted before `listen()`.
    /// - Parameter text: returns the metrics.
    init(
        _ loop: Loop, at address: ListenAddress, log: Log, text: @escaping () -> String
    ) throws(UVError) {
        self.loop = loop
        self.address = address.description
        self.log = log
        self.text = text
        switch address {
        case .path(let path): listener = try PipeListener(loop, path: path)
        case .inherited(let descriptor): listener = try PipeListener(loop, descriptor: descriptor)
        }
    }

    func listen() throws(UVError) {
        listener.onRestoration = { [log, address] in log.restored(address, error: $0) }
        try listener.listen { [unowned self] in accept($0) }
    }

    private func accept(_ connection: PipeConnection) {
        guard exchanges.count < Self.connectionLimit else { return connection.close() }
        let id = ObjectIdentifier(connection)
        let deadline = Timer(loop) { [unowned self] in end(id) }
        deadline.start(afterMilliseconds: Self.timeoutMilliseconds)
        exchanges[id] = Exchange(connection: connection, deadline: deadline)
        connection.onBytes = { [unowned self] bytes in
            var copy: [UInt8] = []
            copy.append(copying: bytes)
            receive(copy, id)
        }
        connection.onEnd = { [unowned self] in
            // A peer that has sent its request and closed its side still reads.
            if exchanges[id]?.isAnswered != true { end(id) }
        }
        connection.onFailure = { [unowned self] _ in end(id) }
        connection.onDrain = { [unowned self] in end(id) }
        do throws(UVError) { try connection.startReading() } catch { end(id) }
    }

    private func receive(_ bytes: [UInt8], _ id: ObjectIdentifier) {
        guard let answer = exchanges[id]?.exchange.receive(bytes, text: text),
            let connection = exchanges[id]?.connection
        else { return }
        exchanges[id]?.isAnswered = true
        do throws(UVError) {
            try connection.write(answer)
            if connection.pendingBytes == 0 { end(id) }
        } catch {
            end(id)
        }
    }

    private func end(_ id: ObjectIdentifier) {
        guard let exchange = exchanges.removeValue(forKey: id) else { return }
        exchange.deadline.close()
        exchange.connection.close()
    }

    /// Removes the socket and closes all connections.
    func close() {
        for id in Array(exchanges.keys) { end(id) }
        listener.close()
    }
}
