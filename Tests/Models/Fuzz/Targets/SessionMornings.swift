// SPDX-License-Identifier: MIT

import PopoverCore
import PopoverModel

/// Where a fuzzed session may begin: not all that takes many requests to come about has to be found
/// again by chance.
enum SessionMornings {
    /// The first is an empty day; each has the three clients of `wakeUp`.
    static func worlds() throws(Broken) -> [SessionWorld] {
        let worlds = [try empty(), try waiting(), try undecided(), try alerted(), try spread()]
        for world in worlds {
            if let refusal = world.refusal { throw Broken("refused in the morning: \(refusal)") }
        }
        return worlds
    }

    private static let anchor = #""anchor":{"x":600,"y":100,"width":80,"height":40}"#
    private static let size = #""size":{"width":320,"height":200}"#

    private static func empty() throws(Broken) -> SessionWorld {
        var world = SessionWorld()
        try world.wakeUp()
        return world
    }

    /// A popover is asked to close for one that waits.
    private static func waiting() throws(Broken) -> SessionWorld {
        var world = try empty()
        try world.say(
            "source.set", #"{"source":"one","rect":{"x":600,"y":100,"width":80,"height":40}}"#,
            by: 0)
        try world.say(
            "popover.open", #"{"behavior":"task","source":"one","key":"one",\#(size)}"#, by: 0)
        try world.say(
            "popover.open", #"{"behavior":"menu","waitMs":10000,\#(anchor),\#(size)}"#, by: 1)
        try require(world.calls.count == 1, "nobody is asked to close")
        return world
    }

    /// Plugins are asked about an open, while another popover is there.
    private static func undecided() throws(Broken) -> SessionWorld {
        var world = try empty()
        try world.say(
            "popover.open", #"{"behavior":"inspector","key":"two",\#(anchor),\#(size)}"#, by: 0)
        try world.send(.policiesChanged(Array(SessionPlugins.policies.prefix(2))))
        try world.say(
            "popover.open", #"{"behavior":"oracle","key":"two",\#(anchor),\#(size)}"#, by: 1)
        try require(!world.questions.isEmpty, "no plugin is asked")
        return world
    }

    /// An alert is shown over a popover with work that the disk has not taken yet; plugins are
    /// asked about another.
    private static func alerted() throws(Broken) -> SessionWorld {
        var world = try empty()
        try world.say(
            "popover.open", #"{"behavior":"task","key":"one",\#(anchor),\#(size)}"#, by: 0)
        try world.say("draft.save", #"{"key":"one","content":{"a":1},"sync":true}"#, by: 0)
        let buttons = #""buttons":[{"id":"ok","label":"OK"}]"#
        for severity in ["critical", "warning"] {
            try world.say(
                "alert.raise",
                #"{"title":"T","severity":"\#(severity)","timeoutMs":10000,\#(buttons)}"#, by: 2)
        }
        try require(
            !world.calls.isEmpty && !world.questions.isEmpty && !world.stores.isEmpty,
            "no alert, no question, or no work")
        return world
    }

    /// A panel and a popover on one display, a view on the other.
    private static func spread() throws(Broken) -> SessionWorld {
        var world = try empty()
        try world.say(
            "popover.open", #"{"behavior":"inspector","key":"one",\#(anchor),\#(size)}"#, by: 0)
        try world.say("popover.detach", #"{"popover":"p1"}"#, by: 0)
        try world.say(
            "popover.open", #"{"behavior":"sheet","key":"two",\#(anchor),\#(size)}"#, by: 0)
        try world.say("view.present", #"{"kind":"modal","display":"wall"}"#, by: 1)
        return world
    }
}
