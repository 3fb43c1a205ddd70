// SPDX-License-Identifier: MIT
// swift-format-ignore-file
// Written by protocol/generate from protocol/*.toml; changes here are lost.

import PopoverModel
import PopoverWire

let displayMembers: [MemberSample] = [
    MemberSample("display", .display, #""wall""#),
    MemberSample("width", .number(in: 1...100000), #"12500.875"#),
    MemberSample("height", .number(in: 1...100000), #"18750.8125"#),
    .optional("scale", .number(in: 0.1...16), #"4.75"#),
    .optional("insets", .insets, #"{"top":4,"left":5,"bottom":6,"right":7.25}"#),
    .optional("idiom", .choice, #""watch""#),
    .optional("translucency", .flag, #"false"#),
    .optional("contrast", .choice, #""high""#),
    .optional("reducedMotion", .flag, #"true"#),
    .optional("direction", .choice, #""rtl""#),
    .optional("tapMs", .duration(in: 10...10000), #"6878"#),
    .optional("tapSlop", .number(in: 0...1000), #"750"#),
    .optional("opens", .choice, #""asked""#),
    .optional("textScale", .number(in: 1...4), #"3.625"#),
    .optional("language", .language, #""de-AT""#),
    .optional("speech", .flag, #"true"#),
    .optional("slowPressMs", .duration(in: 0...10000), #"1250"#),
    .optional("reach", .rect, #"{"x":17,"y":18,"width":19,"height":20.25}"#),
    .optional("blank", .flag, #"true"#),
]

/// A display whose every member is another than by default.
let wall = DisplaySpecification(
    name: "wall",
    size: Size(width: 12500.875, height: 18750.8125),
    scale: 4.75,
    insets: Insets(top: 4, left: 5, bottom: 6, right: 7.25),
    idiom: .watch,
    hasTranslucency: false,
    contrast: .high,
    reducesMotion: true,
    direction: .rtl,
    tapTime: .milliseconds(6878),
    tapSlop: 750,
    opens: .asked,
    textScale: 3.625,
    language: "de-AT",
    speaks: true,
    slowPress: .milliseconds(1250),
    reach: Rect(x: 17, y: 18, width: 19, height: 20.25),
    isBlank: true)

let changedMembers: [MemberSample] = [
    .optional("width", .number(in: 1...100000), #"12500.875"#),
    .optional("height", .number(in: 1...100000), #"18750.8125"#),
    .optional("scale", .number(in: 0.1...16), #"4.75"#),
    .optional("insets", .insets, #"{"top":4,"left":5,"bottom":6,"right":7.25}"#),
    .optional("idiom", .choice, #""watch""#),
    .optional("translucency", .flag, #"false"#),
    .optional("contrast", .choice, #""high""#),
    .optional("reducedMotion", .flag, #"true"#),
    .optional("direction", .choice, #""rtl""#),
    .optional("tapMs", .duration(in: 10...10000), #"6878"#),
    .optional("tapSlop", .number(in: 0...1000), #"750"#),
    .optional("opens", .choice, #""asked""#),
    .optional("textScale", .number(in: 1...4), #"3.625"#),
    .optional("language", .language, #""de-AT""#),
    .optional("speech", .flag, #"true"#),
    .optional("slowPressMs", .duration(in: 0...10000), #"1250"#),
    .optional("reach", .rect, #"{"x":17,"y":18,"width":19,"height":20.25}"#),
    .optional("blank", .flag, #"true"#),
]

/// What makes any display to that one.
let wallChanges = DisplayChanges(
    width: 12500.875,
    height: 18750.8125,
    scale: 4.75,
    insets: Insets(top: 4, left: 5, bottom: 6, right: 7.25),
    idiom: .watch,
    hasTranslucency: false,
    contrast: .high,
    reducesMotion: true,
    direction: .rtl,
    tapTime: .milliseconds(6878),
    tapSlop: 750,
    opens: .asked,
    textScale: 3.625,
    language: "de-AT",
    speaks: true,
    slowPress: .milliseconds(1250),
    reach: Rect(x: 17, y: 18, width: 19, height: 20.25),
    isBlank: true)

let personMembers: [MemberSample] = [
    .optional("textScale", .number(in: 1...4), #"1.375"#),
    .optional("contrast", .choice, #""high""#),
    .optional("reducedMotion", .flag, #"true"#),
    .optional("language", .language, #""de-AT""#),
    .optional("direction", .choice, #""rtl""#),
    .optional("speech", .flag, #"true"#),
    .optional("slowPressMs", .duration(in: 0...10000), #"3125"#),
    .optional("reach", .rect, #"{"x":20,"y":21,"width":22,"height":23.25}"#),
]

/// What a person needs, with every member.
let person = PersonalSettings(
    textScale: 1.375,
    contrast: .high,
    reducesMotion: true,
    language: "de-AT",
    direction: .rtl,
    speaks: true,
    slowPress: .milliseconds(3125),
    reach: Rect(x: 20, y: 21, width: 22, height: 23.25))
