// SPDX-License-Identifier: MIT
import PopoverModel
import PopoverWire

private let display = MemberSample.optional("display", .display, #""main""#)

/// The members of a source that say what it is.
let controlMembers: [MemberSample] = [
    .optional("label", .text, #""Basket""#), .optional("help", .text, #""What you buy.""#),
    .optional("role", .choice, #""list-item""#), .optional("disabled", .flag, "true"),
    .optional("private", .flag, "true"),
]

let control = Control(
    label: "Basket", help: "What you buy.", role: .listItem, isDisabled: true, isPrivate: true)

let focusSamples = [
    MethodSample(
        .navigate,
        [
            MemberSample("step", .choice, #""previous""#), display,
            .optional("time", .integer(least: 0), "7"),
        ],
        .navigate(.previous, display: "main", time: Instant(microseconds: 7)),
        least: .navigate(.previous, display: nil, time: nil)),
    MethodSample(
        .activateSource,
        [MemberSample("client", .identifier, #""c5""#), MemberSample("source", .name, #""pay""#)],
        .activateSource(owner: ClientID(number: 5), source: "pay")),
]

private let personMembers: [MemberSample] = [
    .optional("textScale", .number(in: 1...4), "1.5"), .optional("contrast", .choice, #""high""#),
    .optional("reducedMotion", .flag, "true"), .optional("language", .language, #""de-AT""#),
    .optional("direction", .choice, #""rtl""#), .optional("speech", .flag, "true"),
    .optional("slowPressMs", .duration(in: 0...10_000), "300"),
    .optional("reach", .rect, #"{"x":0,"y":400,"width":800,"height":600}"#),
]

private let displayMembers: [MemberSample] = [
    .optional("scale", .number(in: 0.1...16), "2"),
    .optional("insets", .insets, #"{"top":1,"left":2,"bottom":3,"right":0}"#),
    .optional("idiom", .choice, #""tv""#),
    .optional("translucency", .flag, "false"),
    .optional("tapMs", .duration(in: 10...10_000), "1500"),
    .optional("tapSlop", .number(in: 0...1000), "24.5"),
    .optional("opens", .choice, #""asked""#),
]

let displaySamples = [
    MethodSample(
        .setDisplay,
        [
            MemberSample("display", .display, #""wall""#),
            MemberSample("width", .number(in: 1...100_000), "1920"),
            MemberSample("height", .number(in: 1...100_000), "1080.5"),
        ] + displayMembers + personMembers,
        .setDisplay(
            DisplaySpecification(
                name: "wall", size: Size(width: 1920, height: 1080.5), scale: 2,
                insets: Insets(top: 1, left: 2, bottom: 3), idiom: .tv,
                hasTranslucency: false, contrast: .high, reducesMotion: true, direction: .rtl,
                tapTime: .milliseconds(1500), tapSlop: 24.5, opens: .asked, textScale: 1.5,
                language: "de-AT", speaks: true, slowPress: .milliseconds(300),
                reach: Rect(x: 0, y: 400, width: 800, height: 600))),
        least: .setDisplay(
            DisplaySpecification(name: "wall", size: Size(width: 1920, height: 1080.5)))),
    MethodSample(
        .updateDisplay,
        [
            MemberSample("display", .display, #""wall""#),
            .optional("width", .number(in: 1...100_000), "1920"),
            .optional("height", .number(in: 1...100_000), "1080.5"),
        ] + displayMembers + personMembers,
        .updateDisplay(
            "wall",
            DisplayChanges(
                width: 1920, height: 1080.5, scale: 2,
                insets: Insets(top: 1, left: 2, bottom: 3), idiom: .tv,
                hasTranslucency: false, contrast: .high, reducesMotion: true, direction: .rtl,
                tapTime: .milliseconds(1500), tapSlop: 24.5, opens: .asked, textScale: 1.5,
                language: "de-AT", speaks: true, slowPress: .milliseconds(300),
                reach: Rect(x: 0, y: 400, width: 800, height: 600))),
        least: .updateDisplay("wall", DisplayChanges())),
    MethodSample(
        .removeDisplay, [MemberSample("display", .display, #""wall""#)], .removeDisplay("wall")),
    MethodSample(
        .setSession, [display] + personMembers,
        .setSession(
            display: "main",
            PersonalSettings(
                textScale: 1.5, contrast: .high, reducesMotion: true, language: "de-AT",
                direction: .rtl, speaks: true, slowPress: .milliseconds(300),
                reach: Rect(x: 0, y: 400, width: 800, height: 600))),
        least: .setSession(display: nil)),
]
