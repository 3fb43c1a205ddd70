// SPDX-License-Identifier: MIT

internal import ArgumentParser
internal import PopoverModel
internal import PopoverWire

/// The members that a display and the person at it have in common.
struct PersonalOptions: ParsableArguments {
    @Option(help: ArgumentHelp("How much larger text is, from 1 to 4.", valueName: "n"))
    var textScale: Double?

    @Option(help: "Contrast of what is drawn.")
    var contrast: Appearance.Contrast?

    @Flag(inversion: .prefixedNo, help: "Whether nothing moves.")
    var reducedMotion: Bool?

    @Option(help: ArgumentHelp("Language to read and hear, such as de.", valueName: "tag"))
    var language: String?

    @Option(help: "Reading direction.")
    var direction: WritingDirection?

    @Flag(inversion: .prefixedNo, help: "Speak what happens.")
    var speech: Bool?

    @Option(
        help: ArgumentHelp("Longest press that is no tap, in milliseconds.", valueName: "ms"))
    var slowPressMs: Double?

    @Option(
        help: ArgumentHelp(
            "The part of the display that people can touch, as X,Y,WxH.", valueName: "points"))
    var reach: Rect?

    func writeMembers(to params: inout JSONWriter) {
        params.member("textScale", ifPresent: textScale)
        params.member("contrast", ifPresent: contrast?.rawValue)
        params.member("reducedMotion", ifPresent: reducedMotion)
        params.member("language", ifPresent: language)
        params.member("direction", ifPresent: direction?.rawValue)
        params.member("speech", ifPresent: speech)
        params.member("slowPressMs", ifPresent: slowPressMs)
        params.member("reach", ifPresent: reach)
    }
}
