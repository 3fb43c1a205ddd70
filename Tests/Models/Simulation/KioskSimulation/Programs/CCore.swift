// SPDX-License-Identifier: MIT

import CPopoverClient

/// The core of the C library.
@safe final class CCore: ClientCore {
    private let client: OpaquePointer
    /// The numbers of the simulator, by those of the library.
    private var numbers: [Int64: Int64] = [:]
    private var names: [Int64: Int64] = [:]
    private var isDialing = false
    private var isConnected = false
    private var early: [CoreNews] = []

    init(app: String, timeout: Int64) {
        let made = unsafe app.withCString { name in
            var options = unsafe popover_options()
            unsafe options.app = name
            unsafe options.timeout_ms = UInt32(timeout)
            return unsafe popover_client_new(&options)
        }
        guard let made = unsafe made else {
            preconditionFailure("There is no memory for a client.")
        }
        unsafe client = made
    }

    deinit {
        unsafe popover_client_free(client)
    }

    func start(now: Int64) -> CoreTurn { tick(now: now) }

    func opened(now: Int64) -> CoreTurn {
        isDialing = false
        isConnected = true
        unsafe popover_client_connected(client, now)
        return turn(now)
    }

    func ended(now: Int64) -> CoreTurn {
        disconnect(now)
        return turn(now)
    }

    func feed(_ bytes: [UInt8], now: Int64) -> CoreTurn {
        unsafe bytes.withUnsafeBytes { buffer in
            unsafe popover_client_feed(client, buffer.baseAddress, buffer.count, now)
        }
        return turn(now)
    }

    func tick(now: Int64) -> CoreTurn {
        unsafe popover_client_tick(client, now)
        return turn(now)
    }

    func open(_ number: Int64, key: String, display: String, now: Int64) -> CoreTurn {
        let size = popover_size(width: 320, height: 240)
        var anchor = popover_rect(x: 100, y: 100, width: 44, height: 44)
        let made = unsafe key.withCString { key in
            unsafe display.withCString { display in
                unsafe "inspector".withCString { behavior in
                    unsafe withUnsafePointer(to: &anchor) { anchor in
                        var open = unsafe popover_open()
                        unsafe open.behavior = behavior
                        unsafe open.size = size
                        unsafe open.display = display
                        unsafe open.anchor = anchor
                        unsafe open.key = key
                        return unsafe popover_client_open(client, &open, nil)
                    }
                }
            }
        }
        return turn(now, made, number)
    }

    func save(_ number: Int64, key: String, work: String, revision: Int64, now: Int64) -> CoreTurn {
        let made = unsafe popover_client_save_draft(
            client, key, "\"\(work)\"", revision, false, nil)
        return turn(now, made, number)
    }

    func close(_ number: Int64, form: Int64, outcome: String, now: Int64) -> CoreTurn {
        let name = names[form] ?? 0
        let value = outcome == "done" ? POPOVER_CLOSE_OUTCOME_DONE : POPOVER_CLOSE_OUTCOME_CANCEL
        return turn(now, unsafe popover_client_close(client, name, value, nil), number)
    }

    func answer(form: Int64, work: String?, now: Int64) -> CoreTurn {
        let name = names[form] ?? 0
        if let work {
            _ = unsafe popover_client_answer_close(client, name, "\"\(work)\"")
        } else {
            _ = unsafe popover_client_answer_close(client, name, nil)
        }
        return turn(now)
    }

    // MARK: What it says

    private func disconnect(_ now: Int64) {
        isDialing = false
        isConnected = false
        unsafe popover_client_disconnected(client, POPOVER_ERROR_CONNECTION_LOST, nil, now)
    }

    /// - Parameter made: the library's number of the request that the simulator calls `number`.
    private func turn(_ now: Int64, _ made: Int64, _ number: Int64) -> CoreTurn {
        if made > 0 {
            numbers[made] = number
            names[number] = made
        } else {
            early.append(.failed(number, "\(made)"))
        }
        return turn(now)
    }

    private func turn(_ now: Int64) -> CoreTurn {
        var turn = CoreTurn()
        turn.news = early
        early = []
        takeOutput(&turn)
        if unsafe popover_client_state(client) == POPOVER_CLIENT_DISCONNECT {
            turn.hangsUp = true
            disconnect(now)
        }
        if unsafe popover_client_state(client) == POPOVER_CLIENT_CONNECT, !isDialing {
            isDialing = true
            turn.wantsDial = true
        }
        takeNews(&turn)
        let left = unsafe popover_client_timeout(client, now)
        turn.due = left < 0 ? nil : now + Int64(left)
        return turn
    }

    private func takeOutput(_ turn: inout CoreTurn) {
        var length = 0
        guard let bytes = unsafe popover_client_output(client, &length), length > 0 else { return }
        unsafe bytes.withMemoryRebound(to: UInt8.self, capacity: length) { bytes in
            unsafe turn.output += UnsafeBufferPointer(start: bytes, count: length)
        }
        unsafe popover_client_sent(client, length)
    }

    private func takeNews(_ turn: inout CoreTurn) {
        while let pointer = unsafe popover_client_next_event(client) {
            let event = unsafe pointer.pointee
            let number = numbers[unsafe event.number] ?? 0
            switch unsafe event.type {
            case POPOVER_EVENT_READY: turn.news.append(.ready)
            case POPOVER_EVENT_LOST: turn.news.append(.lost)
            case POPOVER_EVENT_OPENED:
                let draft = unsafe event.opened.draft
                let work = unsafe draft.map { unsafe Self.word(unsafe $0.pointee.content) }
                let revision = unsafe event.opened.revision
                let name = unsafe String(cString: event.opened.id)
                unsafe names[number] = event.opened.popover
                turn.news.append(
                    .granted(number, popover: name, work: work, revision: revision))
            case POPOVER_EVENT_FAILED:
                let message = unsafe event.failure.message.map { unsafe String(cString: $0) }
                turn.news.append(.failed(number, message ?? ""))
            case POPOVER_EVENT_DRAFT_SAVED, POPOVER_EVENT_RESPONSE:
                turn.news.append(.done(number))
            case POPOVER_EVENT_WILL_CLOSE:
                let discards = unsafe event.will_close.disposition == POPOVER_DISPOSITION_DISCARD
                turn.news.append(.asked(form: number, discards: discards))
            case POPOVER_EVENT_CLOSED:
                let isSaved = unsafe event.closed.draft == POPOVER_DRAFT_OUTCOME_SAVED
                turn.news.append(.closed(form: number, draft: isSaved ? "saved" : ""))
            default: break
            }
        }
    }

    /// The content of a draft, a string of JSON, without its quotes.
    private static func word(_ json: UnsafePointer<CChar>?) -> String {
        unsafe json.map { String(unsafe String(cString: $0).dropFirst().dropLast()) } ?? ""
    }
}
