// SPDX-License-Identifier: MIT
// swift-format-ignore-file
// Written by protocol/generate from protocol/*.toml; changes here are lost.

internal import PopoverModel

extension ConfigurationTable {
    static let displayMembers: [ConfigurationOption<DisplaySpecification>] = [
        .value("scale", \.scale, .number(DisplaySpecificationRanges.scale),
            "Pixels per point."),
        .inline("insets", \.insets, insets,
            "Space that bars take at the edges, in points. Each defaults to 0. At least 44 points stay free between opposite edges, or all of a smaller display."),
        .value("idiom", \.idiom, .choice(),
            "Kind of device. A phone shows popovers as sheets; a tv and a watch show none."),
        .value("translucency", \.hasTranslucency, .flag,
            "Whether the display can blur what is behind a popover. If not, popovers are opaque."),
        .value("contrast", \.contrast, .choice(),
            "With \"high\", popovers on this display are opaque."),
        .value("reducedMotion", \.reducesMotion, .flag,
            "Whether to avoid animations on this display."),
        .value("direction", \.direction, .optional(.choice()),
            "Writing direction of the people at this display: where the sides start and end are. By default ltr."),
        .value("tapMs", \.tapTime, .optional(.milliseconds(DisplaySpecificationRanges.tapTime)),
            "Longest press that counts as a tap on this display. People with slow hands need more. \"\" selects timing.tapMs."),
        .value("tapSlop", \.tapSlop, .optional(.number(DisplaySpecificationRanges.tapSlop)),
            "How far a finger may move during a tap on this display, in points. \"\" selects timing.tapSlop."),
        .value("opens", \.opens, .optional(.choice()),
            "With \"asked\", an app may open a popover only after people have touched it. With \"free\", the default, other opens get advice."),
        .value("textScale", \.textScale, .optional(.number(DisplaySpecificationRanges.textScale)),
            "How much larger clients draw text than designed."),
        .value("language", \.language, .optional(.language),
            "Language of the people at this display, as a BCP 47 tag."),
        .value("speech", \.speaks, .optional(.flag),
            "Whether to announce what people are to hear. A person may change this for a session, and textScale, language, contrast, reducedMotion and direction, too."),
        .value("slowPressMs", \.slowPress, .optional(.milliseconds(DisplaySpecificationRanges.slowPress)),
            "Shortest press that counts as a tap, for slow or shaking hands. 0 or \"\" selects tapMs, the longest one."),
    ]
}
