// SPDX-License-Identifier: MIT
// swift-format-ignore-file
// Written by protocol/generate from protocol/*.toml; changes here are lost.

import PopoverModel

extension RequestLines {
    /// The params' names and types; `?` where one may be left out.
    static func members(of method: Method) -> String {
        switch method {
        case .hello:
            """
            protocol:integer app:app ?roles:[role] ?shield:flag ?focus:flag \
            ?onBehalfOf:represented
            """
        case .setSurface:
            "surface:name ?display:display frame:rect"
        case .removeSurface:
            "surface:name"
        case .setSource:
            """
            source:name rect:rect ?display:display ?surface:name ?edge:preferred-side \
            ?label:text ?help:text ?role:source-role ?disabled:flag ?private:flag
            """
        case .removeSource:
            "source:name"
        case .setOccluder:
            "occluder:name rect:rect ?display:display"
        case .removeOccluder:
            "occluder:name"
        case .open:
            """
            ?behavior:name size:size ?display:display ?surface:name ?source:name ?anchor:rect \
            ?sides:[preferred-side] ?align:alignment ?gap:extent ?within:bounds ?avoid:[rect] \
            ?passthrough:[rect] ?minimum:size ?key:name ?modal:flag ?title:text ?help:text \
            ?buttons:popover-buttons ?severity:severity ?expands:flag ?hit:[rect] \
            ?appearance:declared-appearance ?private:flag ?gesture:gesture-id \
            ?session:session-id ?waitMs:milliseconds
            """
        case .update:
            """
            popover:popover-id ?size:size ?anchor:rect ?sides:[preferred-side] ?align:alignment \
            ?gap:extent ?within:bounds ?avoid:[rect] ?passthrough:[rect] ?hit:[rect] ?modal:flag \
            ?title:text ?help:text ?buttons:popover-buttons
            """
        case .choose:
            "popover:popover-id choice:any ?label:text"
        case .close:
            "popover:popover-id outcome:close-outcome"
        case .detach:
            "popover:popover-id ?frame:rect"
        case .setPanel:
            "panel:panel-id frame:rect"
        case .raisePanel:
            "panel:panel-id"
        case .closePanel:
            "panel:panel-id ?outcome:close-outcome"
        case .presentView:
            "kind:view-kind ?frame:rect ?display:display ?closePopover:flag ?session:session-id"
        case .closeView:
            "view:view-id"
        case .saveDraft:
            "key:name content:any ?revision:integer ?sync:flag ?session:session-id"
        case .loadDraft:
            "key:name ?session:session-id"
        case .listDrafts:
            ""
        case .discardDraft:
            "key:name ?session:session-id"
        case .raiseAlert:
            """
            title:text severity:severity buttons:alert-buttons ?message:text ?size:size \
            ?key:name ?display:display ?renderer:renderer ?timeoutMs:milliseconds \
            ?session:session-id ?private:flag
            """
        case .answerAlert:
            "alert:alert-id button:name"
        case .cancelAlert:
            "alert:alert-id"
        case .cancelRequest:
            "request:request-id"
        case .tap:
            """
            x:length y:length ?display:display ?surface:name ?time:time ?pointer:integer \
            ?swallowed:flag
            """
        case .pointer:
            """
            phase:pointer-phase x:length y:length ?display:display ?surface:name ?time:time \
            ?pointer:integer ?swallowed:flag ?kind:pointer-kind ?button:pointer-button
            """
        case .key:
            "key:keystroke ?display:display ?time:time ?composing:flag"
        case .navigate:
            "step:step ?display:display ?time:time"
        case .activateSource:
            "client:client-id source:name"
        case .subscribe:
            "topics:[topic-glob] ?since:integer"
        case .unsubscribe:
            "topics:[topic-glob]"
        case .publish:
            "topic:app-topic data:any"
        case .setDisplay:
            """
            display:display width:positive height:positive ?scale:positive ?insets:insets \
            ?idiom:idiom ?translucency:flag ?contrast:contrast ?reducedMotion:flag \
            ?direction:writing-direction ?tapMs:milliseconds ?tapSlop:extent ?opens:opens \
            ?textScale:number ?language:language ?speech:flag ?slowPressMs:milliseconds \
            ?reach:rect ?blank:flag
            """
        case .updateDisplay:
            """
            display:display ?width:positive ?height:positive ?scale:positive ?insets:insets \
            ?idiom:idiom ?translucency:flag ?contrast:contrast ?reducedMotion:flag \
            ?direction:writing-direction ?tapMs:milliseconds ?tapSlop:extent ?opens:opens \
            ?textScale:number ?language:language ?speech:flag ?slowPressMs:milliseconds \
            ?reach:rect ?blank:flag
            """
        case .removeDisplay:
            "display:display"
        case .setSession:
            """
            ?display:display ?textScale:number ?contrast:contrast ?reducedMotion:flag \
            ?language:language ?direction:writing-direction ?speech:flag \
            ?slowPressMs:milliseconds ?reach:rect
            """
        case .discover:
            ""
        case .status:
            ""
        case .explain:
            "?popover:popover-id ?limit:integer"
        case .dismiss:
            "?popover:popover-id ?discard:flag ?display:display"
        case .endSession:
            "?display:display"
        case .lockSession:
            "?display:display"
        case .unlockSession:
            "?display:display"
        case .listPlugins:
            ""
        case .loadPlugin:
            "?path:filled-text ?name:name"
        case .unloadPlugin:
            "name:name"
        case .reloadPlugin:
            "name:name"
        case .clearPlugin:
            "name:name"
        case .reloadConfiguration:
            ""
        case .readMetrics:
            ""
        case .setLogLevel:
            "level:log-level"
        case .startRecording:
            "?path:filled-text"
        case .stopRecording:
            ""
        case .dumpRecording:
            "?path:filled-text"
        case .listRecordings:
            ""
        case .shutdown:
            ""
        }
    }

    /// The examples of the description.
    static let examples = [
        ##"{"jsonrpc":"2.0","id":1,"method":"hello","params":{"protocol":1,"app":"shop","roles":["app","input"]}}"##,
        ##"{"jsonrpc":"2.0","id":1,"method":"surface.set","params":{"surface":"window","frame":{"x":100,"y":50,"width":800,"height":600}}}"##,
        ##"{"jsonrpc":"2.0","id":1,"method":"surface.remove","params":{"surface":"window"}}"##,
        ##"{"jsonrpc":"2.0","id":1,"method":"source.set","params":{"source":"basket","rect":{"x":600,"y":80,"width":80,"height":40}}}"##,
        ##"{"jsonrpc":"2.0","id":1,"method":"source.remove","params":{"source":"basket"}}"##,
        ##"{"jsonrpc":"2.0","id":1,"method":"occluder.set","params":{"occluder":"keyboard","rect":{"x":0,"y":560,"width":1280,"height":240}}}"##,
        ##"{"jsonrpc":"2.0","id":1,"method":"occluder.remove","params":{"occluder":"keyboard"}}"##,
        ##"{"jsonrpc":"2.0","id":1,"method":"popover.open","params":{"behavior":"inspector","size":{"width":320,"height":240},"anchor":{"x":600,"y":80,"width":80,"height":40},"key":"order-7"}}"##,
        ##"{"jsonrpc":"2.0","id":1,"method":"popover.update","params":{"popover":"p1","size":{"width":320,"height":300}}}"##,
        ##"{"jsonrpc":"2.0","id":1,"method":"popover.choose","params":{"popover":"p1","choice":"share"}}"##,
        ##"{"jsonrpc":"2.0","id":1,"method":"popover.close","params":{"popover":"p1","outcome":"done"}}"##,
        ##"{"jsonrpc":"2.0","id":1,"method":"popover.detach","params":{"popover":"p1","frame":{"x":40,"y":40,"width":320,"height":240}}}"##,
        ##"{"jsonrpc":"2.0","id":1,"method":"panel.set","params":{"panel":"n1","frame":{"x":80,"y":40,"width":320,"height":240}}}"##,
        ##"{"jsonrpc":"2.0","id":1,"method":"panel.raise","params":{"panel":"n1"}}"##,
        ##"{"jsonrpc":"2.0","id":1,"method":"panel.close","params":{"panel":"n1","outcome":"done"}}"##,
        ##"{"jsonrpc":"2.0","id":1,"method":"view.present","params":{"kind":"modal","closePopover":true}}"##,
        ##"{"jsonrpc":"2.0","id":1,"method":"view.close","params":{"view":"v1"}}"##,
        ##"{"jsonrpc":"2.0","id":1,"method":"draft.save","params":{"key":"order-7","content":{"text":"two of"},"revision":5,"sync":true}}"##,
        ##"{"jsonrpc":"2.0","id":1,"method":"draft.load","params":{"key":"order-7"}}"##,
        ##"{"jsonrpc":"2.0","id":1,"method":"draft.list","params":{}}"##,
        ##"{"jsonrpc":"2.0","id":1,"method":"draft.discard","params":{"key":"order-7"}}"##,
        ##"{"jsonrpc":"2.0","id":1,"method":"alert.raise","params":{"title":"The paper is out","severity":"warning","buttons":[{"id":"later","label":"Later","role":"cancel"},{"id":"done","label":"Refilled"}]}}"##,
        ##"{"jsonrpc":"2.0","id":1,"method":"alert.answer","params":{"alert":"a1","button":"done"}}"##,
        ##"{"jsonrpc":"2.0","id":1,"method":"alert.cancel","params":{"alert":"a1"}}"##,
        ##"{"jsonrpc":"2.0","id":1,"method":"request.cancel","params":{"request":2}}"##,
        ##"{"jsonrpc":"2.0","id":1,"method":"tap","params":{"x":640,"y":100}}"##,
        ##"{"jsonrpc":"2.0","id":1,"method":"pointer","params":{"phase":"down","x":20,"y":700,"kind":"touch"}}"##,
        ##"{"jsonrpc":"2.0","id":1,"method":"key","params":{"key":"Escape"}}"##,
        ##"{"jsonrpc":"2.0","id":1,"method":"navigate","params":{"step":"next"}}"##,
        ##"{"jsonrpc":"2.0","id":1,"method":"source.activate","params":{"client":"c1","source":"basket"}}"##,
        ##"{"jsonrpc":"2.0","id":1,"method":"bus.subscribe","params":{"topics":["popover.*"],"since":0}}"##,
        ##"{"jsonrpc":"2.0","id":1,"method":"bus.unsubscribe","params":{"topics":["popover.*"]}}"##,
        ##"{"jsonrpc":"2.0","id":1,"method":"bus.publish","params":{"topic":"app.shop.sold","data":{"order":7}}}"##,
        ##"{"jsonrpc":"2.0","id":1,"method":"display.set","params":{"display":"main","width":390,"height":844,"idiom":"phone"}}"##,
        ##"{"jsonrpc":"2.0","id":1,"method":"display.update","params":{"display":"main","width":390,"height":844}}"##,
        ##"{"jsonrpc":"2.0","id":1,"method":"display.remove","params":{"display":"side"}}"##,
        ##"{"jsonrpc":"2.0","id":1,"method":"session.set","params":{"textScale":1.5,"contrast":"high"}}"##,
        ##"{"jsonrpc":"2.0","id":1,"method":"rpc.discover","params":{}}"##,
        ##"{"jsonrpc":"2.0","id":1,"method":"status","params":{}}"##,
        ##"{"jsonrpc":"2.0","id":1,"method":"popover.explain","params":{"popover":"p1","limit":1}}"##,
        ##"{"jsonrpc":"2.0","id":1,"method":"popover.dismiss","params":{"popover":"p1"}}"##,
        ##"{"jsonrpc":"2.0","id":1,"method":"session.end","params":{"display":"main"}}"##,
        ##"{"jsonrpc":"2.0","id":1,"method":"session.lock","params":{}}"##,
        ##"{"jsonrpc":"2.0","id":1,"method":"session.unlock","params":{}}"##,
        ##"{"jsonrpc":"2.0","id":1,"method":"plugin.list","params":{}}"##,
        ##"{"jsonrpc":"2.0","id":1,"method":"plugin.load","params":{"name":"menu"}}"##,
        ##"{"jsonrpc":"2.0","id":1,"method":"plugin.unload","params":{"name":"menu"}}"##,
        ##"{"jsonrpc":"2.0","id":1,"method":"plugin.reload","params":{"name":"task"}}"##,
        ##"{"jsonrpc":"2.0","id":1,"method":"plugin.clear","params":{"name":"task"}}"##,
        ##"{"jsonrpc":"2.0","id":1,"method":"config.reload","params":{}}"##,
        ##"{"jsonrpc":"2.0","id":1,"method":"metrics","params":{}}"##,
        ##"{"jsonrpc":"2.0","id":1,"method":"log.level","params":{"level":"debug"}}"##,
        ##"{"jsonrpc":"2.0","id":1,"method":"record.start","params":{"path":"noon"}}"##,
        ##"{"jsonrpc":"2.0","id":1,"method":"record.stop","params":{}}"##,
        ##"{"jsonrpc":"2.0","id":1,"method":"record.dump","params":{}}"##,
        ##"{"jsonrpc":"2.0","id":1,"method":"record.list","params":{}}"##,
        ##"{"jsonrpc":"2.0","id":1,"method":"shutdown","params":{}}"##,
    ]
}

extension RequestValues {
    /// The values of enumerations, by the name of the type.
    static let enumerations: [String: [String]] = [
        "role": ["app", "shell", "input", "observer"],
        "source-role": ["button", "link", "checkbox", "radio", "switch", "tab", "field", "menu", "list-item"],
        "step": ["next", "previous", "up", "down", "left", "right", "activate", "back", "help"],
        "navigation-outcome": ["moved", "activated", "passed", "explained", "closed", "none"],
        "announcement-kind": ["focused", "opened", "closed", "warned", "chosen", "help"],
        "urgency": ["polite", "assertive"],
        "side": ["top", "bottom", "left", "right"],
        "preferred-side": ["top", "bottom", "left", "right", "start", "end"],
        "alignment": ["start", "center", "end"],
        "bounds": ["display", "surface"],
        "writing-direction": ["ltr", "rtl"],
        "button-role": ["default", "cancel", "destructive"],
        "severity": ["info", "warning", "critical"],
        "close-outcome": ["done", "cancel", "keep"],
        "view-kind": ["modal", "sheet"],
        "renderer": ["self", "shell"],
        "pointer-phase": ["down", "move", "up", "cancel", "wheel"],
        "pointer-kind": ["touch", "mouse", "pen"],
        "pointer-button": ["primary", "secondary", "middle"],
        "idiom": ["kiosk", "desktop", "tablet", "phone", "tv", "watch"],
        "opens": ["free", "asked"],
        "contrast": ["normal", "high"],
        "material": ["translucent", "opaque"],
        "easing": ["ease-out", "ease-in-out", "ease-in"],
        "log-level": ["trace", "debug", "info", "notice", "warning", "error", "critical"],
        "presentation-kind": ["popover", "sheet"],
        "popover-state": ["visible", "closing"],
        "alert-state": ["queued", "presented"],
        "recording-limit": ["size", "time", "slow"],
        "disposition": ["save", "discard"],
        "draft-outcome": ["saved", "kept", "discarded", "none"],
        "tap-verdict": ["inside", "dismissed", "swallowed", "passed", "idle", "swiped", "none"],
        "close-reason": ["choice", "done", "cancel", "outside-tap", "source-tap", "key", "replaced", "display-changed", "source-gone", "detached", "view-presented", "session-ended", "administrator", "idle", "client-gone", "shutdown", "unresponsive", "timed-out", "released", "keep"],
        "refusal-reason": ["hello-first", "modal-active", "alert-active", "popover-active", "superseded", "timed-out", "cancelled", "toggled", "unsupported-idiom", "not-for-warnings", "unknown-behavior", "no-renderer", "detach-not-allowed", "locked", "stale", "does-not-fit", "panel-active", "unasked", "policy", "key-active", "session-ended", "displaced"],
        "bye-reason": ["slow", "malformed", "flood", "quota", "hello-timeout", "shutdown"],
        "decision-subject": ["open", "tap", "key", "choice", "detach", "close", "alert", "idle"],
        "testimony-failure": ["late", "failed", "unfit"],
        "plugin-kind": ["behaviors", "policy"],
        "plugin-tier": ["native", "program"],
        "plugin-state": ["loaded", "failed", "unloaded", "starting", "suspended", "quarantined"],
        "service-state": ["connecting", "serving", "failed"],
        "change-effect": ["now", "at-start"],
    ]
}
