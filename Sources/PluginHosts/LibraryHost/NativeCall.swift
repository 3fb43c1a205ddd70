// SPDX-License-Identifier: MIT

public import PopoverModel

/// What a plugin is called for. The numbers stand in the crashMarker, so that they never change.
public enum NativeCall: UInt32, CaseIterable, Hashable, Sendable, CustomStringConvertible {
    /// The dynamic linker and what it runs of the library's.
    case load = 1
    /// The entry point.
    case describe = 2
    case create = 3
    case selfTest = 4
    case importState = 5
    case exportState = 6
    case destroy = 7
    case open = 16
    case choice = 17
    case outsideTap = 18
    case detach = 19
    case disposition = 20
    case alert = 21
    case idle = 22

    public init(_ hook: Hook) {
        self =
            switch hook {
            case .open: .open
            case .choice: .choice
            case .outsideTap: .outsideTap
            case .detach: .detach
            case .disposition: .disposition
            case .alert: .alert
            case .idle: .idle
            }
    }

    /// As messages for people name it.
    public var description: String {
        switch self {
        case .load: "load"
        case .describe: "popoverd_plugin_abi_2"
        case .create: "create"
        case .selfTest: "self_test"
        case .importState: "import_state"
        case .exportState: "export_state"
        case .destroy: "destroy"
        case .open: "answer to open"
        case .choice: "answer to choice"
        case .outsideTap: "answer to outside-tap"
        case .detach: "answer to detach"
        case .disposition: "answer to disposition"
        case .alert: "answer to alert"
        case .idle: "answer to idle"
        }
    }
}
