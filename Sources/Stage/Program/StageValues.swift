// SPDX-License-Identifier: MIT
//
// Values of the rules as CStage has them, and back.

import CStage
import PopoverConfiguration
import PopoverModel
import PopoverStage

func stage_rect(_ rect: Rect) -> (x: Int32, y: Int32, width: Int32, height: Int32) {
    let x = rect.minX.rounded()
    let y = rect.minY.rounded()
    return (
        Int32(clamping: Int(x)), Int32(clamping: Int(y)),
        Int32(clamping: Int(max(1, rect.maxX.rounded() - x))),
        Int32(clamping: Int(max(1, rect.maxY.rounded() - y)))
    )
}

extension StageConfiguration.Rights {
    var raw: UInt32 {
        (keyboard ? STAGE_RIGHT_KEYBOARD.rawValue : 0)
            | (screenshots ? STAGE_RIGHT_SCREENSHOTS.rawValue : 0)
            | (virtualInput ? STAGE_RIGHT_VIRTUAL_INPUT.rawValue : 0)
            | (sandboxes ? STAGE_RIGHT_SANDBOXES.rawValue : 0)
    }
}

extension stage_bounds {
    init(_ shown: Picture.Shown) {
        let room = stage_rect(shown.room)
        self.init(
            x: room.x, y: room.y, width: room.width, height: room.height,
            chooses_size: shown.most != nil,
            most_width: Int32(clamping: Int(shown.most?.width ?? 0)),
            most_height: Int32(clamping: Int(shown.most?.height ?? 0)))
    }
}

extension Picture.Level {
    var raw: stage_level {
        switch self {
        case .background: STAGE_LEVEL_BACKGROUND
        case .app: STAGE_LEVEL_APP
        case .dimmedApp: STAGE_LEVEL_DIMMED_APP
        case .popover: STAGE_LEVEL_POPOVER
        case .keyboard: STAGE_LEVEL_KEYBOARD
        case .dimmedPopover: STAGE_LEVEL_DIMMED_POPOVER
        case .alert: STAGE_LEVEL_ALERT
        case .ring: STAGE_LEVEL_RING
        }
    }
}

extension LayerRequest {
    init(_ raw: stage_window_description) {
        self.init(
            layer: Layer(rawValue: raw.layer) ?? .top, anchor: Edges(rawValue: raw.anchor),
            exclusiveZone: Double(raw.exclusive_zone),
            margins: Insets(
                top: Double(raw.margin_top), left: Double(raw.margin_left),
                bottom: Double(raw.margin_bottom), right: Double(raw.margin_right)),
            size: Size(width: Double(raw.desired_width), height: Double(raw.desired_height)),
            output: raw.output == 0 ? nil : raw.output, keys: Keys(rawValue: raw.keys) ?? .none)
    }
}

extension KeyboardState {
    init(_ raw: stage_keyboard) {
        self.init(
            keymap: raw.keymap, depressed: raw.depressed, latched: raw.latched,
            locked: raw.locked, group: raw.group, isForwarded: raw.is_forwarded)
    }
}

extension stage_keyboard {
    init(_ state: KeyboardState) {
        self.init(
            keymap: state.keymap, depressed: state.depressed, latched: state.latched,
            locked: state.locked, group: state.group, is_forwarded: state.isForwarded)
    }
}

extension WheelStep {
    init(_ raw: stage_wheel_step) {
        self.init(
            source: Source(rawValue: raw.source) ?? .wheel, isHorizontal: raw.is_horizontal,
            delta: raw.delta, steps: raw.steps)
    }
}

extension stage_wheel_step {
    init(_ step: WheelStep) {
        self.init(
            source: step.source.rawValue, is_horizontal: step.isHorizontal, delta: step.delta,
            steps: step.steps)
    }
}

extension StageConfiguration.Guest {
    var rule: GuestRule {
        let kind: ViewRequest.Kind? =
            switch dialogs {
            case .plain: nil
            case .modal: .modal
            case .sheet: .sheet
            }
        return GuestRule(
            appID: appID, opensPopovers: opensPopovers, behavior: behavior, isModal: isModal,
            dialogs: kind)
    }
}
