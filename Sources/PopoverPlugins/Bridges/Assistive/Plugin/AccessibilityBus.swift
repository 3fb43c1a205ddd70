// SPDX-License-Identifier: MIT

import CAccessible

/// The application on the accessibility bus; there is one in a process.
@safe
enum AccessibilityBus {
    /// - Returns: false if the session has no accessibility bus.
    static func connect(name: String, version: String, sessionBus: String) -> Bool {
        unsafe accessible_connect(name, version, sessionBus)
    }

    static func set(_ window: VisibleWindow) {
        let frame = window.frame.map { Int32(clamping: Int($0.rounded())) }
        unsafe window.identifier.withCString { identifier in
            unsafe window.name.withCString { name in
                unsafe window.description.withCString { description in
                    var raw = unsafe accessible_window(
                        identifier: identifier, name: name, description: description,
                        role: window.role.raw, x: frame[0], y: frame[1], width: frame[2],
                        height: frame[3], is_modal: window.isModal, is_active: window.isActive)
                    unsafe accessible_set(&raw)
                }
            }
        }
    }

    static func remove(_ identifier: String) { unsafe accessible_remove(identifier) }

    static func announce(_ words: String, of identifier: String?) {
        unsafe accessible_announce(identifier ?? "", words)
    }

    /// Serves the bus and reads standard input, until `stop`.
    /// - Returns: false if the bus has gone.
    static func run(_ read: @escaping (ArraySlice<UInt8>) -> Void) -> Bool {
        let reader = Reader(read)
        defer { withExtendedLifetime(reader) {} }
        return unsafe accessible_run(
            0,
            { context, bytes, count in
                guard let context = unsafe context else { return }
                let reader = unsafe Unmanaged<Reader>.fromOpaque(context).takeUnretainedValue()
                let bytes = unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
                reader.read(bytes[...])
            }, Unmanaged.passUnretained(reader).toOpaque())
    }

    static func stop() { accessible_stop() }
}

private final class Reader {
    let read: (ArraySlice<UInt8>) -> Void

    init(_ read: @escaping (ArraySlice<UInt8>) -> Void) { self.read = read }
}

extension VisibleWindow.Role {
    fileprivate var raw: Int32 {
        switch self {
        case .alert: Int32(ACCESSIBLE_ALERT)
        case .dialog: Int32(ACCESSIBLE_DIALOG)
        case .menu: Int32(ACCESSIBLE_MENU)
        case .toolTip: Int32(ACCESSIBLE_TOOL_TIP)
        case .window: Int32(ACCESSIBLE_WINDOW)
        }
    }
}
