// SPDX-License-Identifier: MIT

public import CPopoverPlugin
public import PopoverPluginKit

// The bundled behaviors. The daemon links these tables.

/// Options: a choice closes it, and so does a tap anywhere outside (G5).
public enum Menu: BehaviorPlugin {
    public static let name = "menu"
    public static let version = "1.0.0"
    public static let behaviors = [
        BehaviorDescription(name: name, choiceCloses: true)
    ]
}

/// Buttons: each closes it; a tap outside is its Cancel, which discards (G6, G16).
public enum ActionSheet: BehaviorPlugin {
    public static let name = "action-sheet"
    public static let version = "1.0.0"
    public static let behaviors = [
        BehaviorDescription(
            name: name, choiceCloses: true, outsideTapDisposition: .discard, avoidsScrolling: true)
    ]
}

/// Settings of a thing: stays on a choice, saves on a tap outside, may be detached (G7, G22).
public enum Inspector: BehaviorPlugin {
    public static let name = "inspector"
    public static let version = "1.0.0"
    public static let behaviors = [
        BehaviorDescription(name: name, isDetachable: true)
    ]
}

/// Multiple selection: stays until dismissed or until a tap outside, which saves (G8).
public enum Selection: BehaviorPlugin {
    public static let name = "selection"
    public static let version = "1.0.0"
    public static let behaviors = [
        BehaviorDescription(name: name)
    ]
}

/// A task: ends by Done or Cancel; a tap outside saves as Done does (G9, G16).
public enum Task: BehaviorPlugin {
    public static let name = "task"
    public static let version = "1.0.0"
    public static let behaviors = [
        BehaviorDescription(name: name, avoidsScrolling: true)
    ]
}

/// The left pane of a split view, in portrait only, from a titled button (G29).
public enum SplitPane: BehaviorPlugin {
    public static let name = "split-pane"
    public static let version = "1.0.0"
    public static let behaviors = [
        BehaviorDescription(name: name, needsTitle: true, isPortraitOnly: true)
    ]
}

/// Short help: it takes no place, has no shield, and ends by itself.
public enum Hint: BehaviorPlugin {
    public static let name = "hint"
    public static let version = "1.0.0"
    public static let behaviors = [
        BehaviorDescription(
            name: name, isHint: true, widthRange: 60...320, sides: [.top, .bottom, .right, .left])
    ]
}

/// The descriptor of each, as a library would return it.
public var bundledBehaviors: [UnsafePointer<popover_plugin>?] {
    unsafe [
        descriptor(of: Menu.self), descriptor(of: ActionSheet.self), descriptor(of: Inspector.self),
        descriptor(of: Selection.self), descriptor(of: Task.self), descriptor(of: SplitPane.self),
        descriptor(of: Hint.self),
    ]
}
