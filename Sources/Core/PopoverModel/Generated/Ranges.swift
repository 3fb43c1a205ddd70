// SPDX-License-Identifier: MIT
// swift-format-ignore-file
// Written by protocol/generate from protocol/*.toml; changes here are lost.

/// A screen, as a client or the configuration describes it. Here its ranges.
public enum DisplaySpecificationRanges {
    public static let scale: ClosedRange<Double> = 0.1...16
    public static let tapTime: ClosedRange<Double> = 10...10000
    public static let tapSlop: ClosedRange<Double> = 0...1000
    public static let textScale: ClosedRange<Double> = 1...4
    public static let slowPress: ClosedRange<Double> = 0...10000
}

/// The personal settings of a display; absent members are the display's own. Here its ranges.
public enum PersonalSettingsRanges {
    public static let textScale: ClosedRange<Double> = 1...4
    public static let slowPress: ClosedRange<Double> = 0...10000
}

/// The width and height of a display, in points. Here its ranges.
public enum DisplaySizeRanges {
    public static let width: ClosedRange<Double> = 1...100000
    public static let height: ClosedRange<Double> = 1...100000
}

/// Space that a display's edges take, in points. Here its ranges.
public enum InsetsRanges {
    public static let top: ClosedRange<Double> = 0...100000
    public static let left: ClosedRange<Double> = 0...100000
    public static let bottom: ClosedRange<Double> = 0...100000
    public static let right: ClosedRange<Double> = 0...100000
}
