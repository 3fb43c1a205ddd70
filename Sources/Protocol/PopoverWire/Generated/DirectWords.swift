// SPDX-License-Identifier: MIT
// swift-format-ignore-file
// Written by protocol/generate from protocol/*.toml; changes here are lost.

internal import PopoverModel

/// The names of members that the direct reader knows.
enum DirectName: UInt8 {
    case jsonrpc, id, method, params, result, draft, saved, surface, display, frame, source, rect, edge, label, help, role, disabled, `private`, occluder, behavior, size, anchor, sides, align, gap, within, avoid, passthrough, minimum, key, modal, title, buttons, severity, expands, hit, gesture, session, waitMs, popover, outcome, content, revision, sync, x, y, time, pointer, swallowed, phase, kind, button, topic, data, width, height

    /// - Parameter text: as `DirectReader.word` reads it.
    init?(_ text: UInt128) {
        guard text > UInt64.max else {
            switch UInt64(truncatingIfNeeded: text) {
            case 0x226370726e6f736a: self = .jsonrpc
            case 0x226469: self = .id
            case 0x22646f6874656d: self = .method
            case 0x22736d61726170: self = .params
            case 0x22746c75736572: self = .result
            case 0x227466617264: self = .draft
            case 0x226465766173: self = .saved
            case 0x2265636166727573: self = .surface
            case 0x2279616c70736964: self = .display
            case 0x22656d617266: self = .frame
            case 0x22656372756f73: self = .source
            case 0x2274636572: self = .rect
            case 0x2265676465: self = .edge
            case 0x226c6562616c: self = .label
            case 0x22706c6568: self = .help
            case 0x22656c6f72: self = .role
            case 0x2265746176697270: self = .`private`
            case 0x22657a6973: self = .size
            case 0x22726f68636e61: self = .anchor
            case 0x227365646973: self = .sides
            case 0x226e67696c61: self = .align
            case 0x22706167: self = .gap
            case 0x226e6968746977: self = .within
            case 0x2264696f7661: self = .avoid
            case 0x226d756d696e696d: self = .minimum
            case 0x2279656b: self = .key
            case 0x226c61646f6d: self = .modal
            case 0x22656c746974: self = .title
            case 0x22736e6f74747562: self = .buttons
            case 0x2273646e61707865: self = .expands
            case 0x22746968: self = .hit
            case 0x2265727574736567: self = .gesture
            case 0x226e6f6973736573: self = .session
            case 0x22734d74696177: self = .waitMs
            case 0x227265766f706f70: self = .popover
            case 0x22656d6f6374756f: self = .outcome
            case 0x22746e65746e6f63: self = .content
            case 0x22636e7973: self = .sync
            case 0x2278: self = .x
            case 0x2279: self = .y
            case 0x22656d6974: self = .time
            case 0x227265746e696f70: self = .pointer
            case 0x226573616870: self = .phase
            case 0x22646e696b: self = .kind
            case 0x226e6f74747562: self = .button
            case 0x226369706f74: self = .topic
            case 0x2261746164: self = .data
            case 0x226874646977: self = .width
            case 0x22746867696568: self = .height
            default: return nil
            }
            return
        }
        switch text {
        case 0x2264656c6261736964: self = .disabled
        case 0x22726564756c63636f: self = .occluder
        case 0x22726f697661686562: self = .behavior
        case 0x226867756f72687473736170: self = .passthrough
        case 0x227974697265766573: self = .severity
        case 0x226e6f697369766572: self = .revision
        case 0x226465776f6c6c617773: self = .swallowed
        default: return nil
        }
    }
}

extension PreferredSide: DirectChoice {
    init?(_ text: UInt128) {
        switch text {
        case 0x22706f74: self = .top
        case 0x226d6f74746f62: self = .bottom
        case 0x227466656c: self = .left
        case 0x227468676972: self = .right
        case 0x227472617473: self = .start
        case 0x22646e65: self = .end
        default: return nil
        }
    }
}

extension Control.Role: DirectChoice {
    init?(_ text: UInt128) {
        guard text > UInt64.max else {
            switch UInt64(truncatingIfNeeded: text) {
            case 0x226e6f74747562: self = .button
            case 0x226b6e696c: self = .link
            case 0x226f69646172: self = .radio
            case 0x22686374697773: self = .`switch`
            case 0x22626174: self = .tab
            case 0x22646c656966: self = .field
            case 0x22756e656d: self = .menu
            default: return nil
            }
            return
        }
        switch text {
        case 0x22786f626b63656863: self = .checkbox
        case 0x226d6574692d7473696c: self = .listItem
        default: return nil
        }
    }
}

extension Alignment: DirectChoice {
    init?(_ text: UInt128) {
        switch text {
        case 0x227472617473: self = .start
        case 0x227265746e6563: self = .center
        case 0x22646e65: self = .end
        default: return nil
        }
    }
}

extension Bounds: DirectChoice {
    init?(_ text: UInt128) {
        switch text {
        case 0x2279616c70736964: self = .display
        case 0x2265636166727573: self = .surface
        default: return nil
        }
    }
}

extension Severity: DirectChoice {
    init?(_ text: UInt128) {
        guard text > UInt64.max else {
            switch UInt64(truncatingIfNeeded: text) {
            case 0x226f666e69: self = .info
            case 0x22676e696e726177: self = .warning
            default: return nil
            }
            return
        }
        switch text {
        case 0x226c61636974697263: self = .critical
        default: return nil
        }
    }
}

extension CloseOutcome: DirectChoice {
    init?(_ text: UInt128) {
        switch text {
        case 0x22656e6f64: self = .done
        case 0x226c65636e6163: self = .cancel
        case 0x227065656b: self = .keep
        default: return nil
        }
    }
}

extension PointerReport.Phase: DirectChoice {
    init?(_ text: UInt128) {
        switch text {
        case 0x226e776f64: self = .down
        case 0x2265766f6d: self = .move
        case 0x227075: self = .up
        case 0x226c65636e6163: self = .cancel
        case 0x226c65656877: self = .wheel
        default: return nil
        }
    }
}

extension PointerReport.Kind: DirectChoice {
    init?(_ text: UInt128) {
        switch text {
        case 0x226863756f74: self = .touch
        case 0x226573756f6d: self = .mouse
        case 0x226e6570: self = .pen
        default: return nil
        }
    }
}

extension PointerReport.Button: DirectChoice {
    init?(_ text: UInt128) {
        guard text > UInt64.max else {
            switch UInt64(truncatingIfNeeded: text) {
            case 0x227972616d697270: self = .primary
            case 0x22656c6464696d: self = .middle
            default: return nil
            }
            return
        }
        switch text {
        case 0x22797261646e6f636573: self = .secondary
        default: return nil
        }
    }
}

extension Button.Role: DirectChoice {
    init?(_ text: UInt128) {
        guard text > UInt64.max else {
            switch UInt64(truncatingIfNeeded: text) {
            case 0x22746c7561666564: self = .`default`
            case 0x226c65636e6163: self = .cancel
            default: return nil
            }
            return
        }
        switch text {
        case 0x226576697463757274736564: self = .destructive
        default: return nil
        }
    }
}
