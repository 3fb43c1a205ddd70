// SPDX-License-Identifier: MIT
// swift-format-ignore-file
// Written by protocol/generate from protocol/*.toml; changes here are lost.

extension DisplaySpecification {
    /// The description with what a person needs in its place.
    public func adapted(to person: PersonalSettings) -> DisplaySpecification {
        var adapted = self
        adapted.textScale = person.textScale ?? textScale
        adapted.contrast = person.contrast ?? contrast
        adapted.reducesMotion = person.reducesMotion ?? reducesMotion
        adapted.language = person.language ?? language
        adapted.direction = person.direction ?? direction
        adapted.speaks = person.speaks ?? speaks
        adapted.slowPress = person.slowPress ?? slowPress
        adapted.reach = person.reach ?? reach
        return adapted
    }

    /// The description with what a client changes of it.
    public func changed(by changes: DisplayChanges) -> DisplaySpecification {
        var changed = self
        changed.size.width = changes.width ?? size.width
        changed.size.height = changes.height ?? size.height
        changed.scale = changes.scale ?? scale
        changed.insets = changes.insets ?? insets
        changed.idiom = changes.idiom ?? idiom
        changed.hasTranslucency = changes.hasTranslucency ?? hasTranslucency
        changed.contrast = changes.contrast ?? contrast
        changed.reducesMotion = changes.reducesMotion ?? reducesMotion
        changed.direction = changes.direction ?? direction
        changed.tapTime = changes.tapTime ?? tapTime
        changed.tapSlop = changes.tapSlop ?? tapSlop
        changed.opens = changes.opens ?? opens
        changed.textScale = changes.textScale ?? textScale
        changed.language = changes.language ?? language
        changed.speaks = changes.speaks ?? speaks
        changed.slowPress = changes.slowPress ?? slowPress
        changed.reach = changes.reach ?? reach
        changed.isBlank = changes.isBlank ?? isBlank
        return changed
    }

    /// The description, but for what only repeats a person's settings that lie over another one.
    public func without(_ person: PersonalSettings, over own: DisplaySpecification)
        -> DisplaySpecification
    {
        let told = own.adapted(to: person)
        var described = self
        if textScale == told.textScale { described.textScale = own.textScale }
        if contrast == told.contrast { described.contrast = own.contrast }
        if reducesMotion == told.reducesMotion { described.reducesMotion = own.reducesMotion }
        if language == told.language { described.language = own.language }
        if direction == told.direction { described.direction = own.direction }
        if speaks == told.speaks { described.speaks = own.speaks }
        if slowPress == told.slowPress { described.slowPress = own.slowPress }
        if reach == told.reach { described.reach = own.reach }
        return described
    }
}
