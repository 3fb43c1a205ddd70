// SPDX-License-Identifier: MIT

package import PopoverModel

/// Lines of every method, made of bytes: each byte chooses a member's value, some that hold and
/// some that do not.
///
/// A method that is new is in no list here, and this does not compile without it.
package enum RequestLines {
    /// The members' names and kinds of values; `?` where a member may be left out.
    package static func members(of method: Method) -> String {
        switch method {
        case .hello: "protocol:version app:app ?roles:roles"
        case .setSurface: "surface:name ?display:display frame:rect"
        case .removeSurface: "surface:name"
        case .setSource: "source:name rect:rect ?display:display ?surface:name"
        case .removeSource: "source:name"
        case .setOccluder: "occluder:name rect:rect ?display:display"
        case .removeOccluder: "occluder:name"
        case .open:
            "behavior:behavior size:size anchor:rect ?source:name ?key:name ?waitMs:wait "
                + "?display:display ?surface:name ?modal:flag ?title:text ?sides:sides "
                + "?avoid:rects ?passthrough:rects ?minimum:size ?buttons:labels ?help:text "
                + "?severity:severity ?expands:flag ?hit:rects ?appearance:look"
        case .update:
            "popover:popover ?size:size ?anchor:rect ?sides:sides ?avoid:rects "
                + "?passthrough:rects ?hit:rects ?modal:flag ?title:text ?help:text ?buttons:labels"
        case .choose: "popover:popover choice:any"
        case .close: "popover:popover outcome:outcome"
        case .detach: "popover:popover ?frame:rect"
        case .closePanel: "panel:panel"
        case .presentView: "kind:view ?frame:rect ?display:display ?closePopover:flag"
        case .closeView: "view:viewName"
        case .saveDraft: "key:name content:any ?revision:count ?sync:flag"
        case .loadDraft, .discardDraft: "key:name"
        case .raiseAlert:
            "title:text severity:severity buttons:buttons ?key:name ?display:display "
                + "?renderer:renderer ?timeoutMs:wait ?message:text"
        case .answerAlert: "alert:alert button:button"
        case .cancelAlert: "alert:alert"
        case .cancelRequest: "request:request"
        case .tap: "x:length y:length ?display:display ?surface:name ?time:time ?swallowed:flag"
        case .pointer:
            "phase:phase x:length y:length ?pointer:count ?kind:pointer ?button:mouse "
                + "?display:display ?surface:name ?time:time ?swallowed:flag"
        case .key: "key:key ?display:display ?time:time ?composing:flag"
        case .subscribe: "topics:topics ?since:count"
        case .unsubscribe: "topics:topics"
        case .publish: "topic:topic data:any"
        case .setDisplay:
            "display:display width:side height:side ?scale:scale ?insets:insets ?idiom:idiom "
                + "?translucency:flag ?contrast:contrast ?reducedMotion:flag"
        case .removeDisplay: "display:display"
        case .explain: "?popover:popover ?limit:count"
        case .dismiss: "?popover:popover ?display:display ?discard:flag"
        case .endSession, .lockSession, .unlockSession: "?display:display"
        case .loadPlugin: "?path:name ?name:name"
        case .unloadPlugin, .reloadPlugin, .clearPlugin: "name:name"
        case .setLogLevel: "level:level"
        case .startRecording, .dumpRecording: "?path:name"
        case .listDrafts, .discover, .status, .readMetrics, .listPlugins, .reloadConfiguration,
            .stopRecording, .listRecordings, .shutdown:
            ""
        }
    }

    private struct Template {
        var method: String
        var members: [Member]
        /// The line from the method to its parameters' bracket.
        var head: [UInt8]
    }

    private struct Member {
        var name: String
        var isOptional: Bool
        var values: [String]
        /// `"name":value` for each value: joining bytes is cheap, and lines are made all the time.
        var spellings: [[UInt8]]
    }

    private static let templates = Method.allCases.map { method in
        Template(
            method: method.rawValue, members: members(of: method).split(separator: " ").map(member),
            head: Array(#""method":"\#(method.rawValue)","params":{"#.utf8))
    }

    private static func member(_ text: Substring) -> Member {
        let parts = text.split(separator: ":").map(String.init)
        let isOptional = parts[0].first == "?"
        let name = isOptional ? String(parts[0].dropFirst()) : parts[0]
        let values = RequestValues.values(of: parts[1])
        return Member(
            name: name, isOptional: isOptional, values: values,
            spellings: values.map { Array("\"\(name)\":\($0)".utf8) })
    }

    /// Those that a session mostly consists of come more often.
    private static let order: [Int] = {
        let often: [Method] = [
            .open, .open, .open, .open, .close, .update, .detach, .tap, .tap, .pointer, .saveDraft,
            .raiseAlert, .raiseAlert, .answerAlert, .presentView, .setSource, .choose, .key,
        ]
        return Array(Method.allCases.indices)
            + often.compactMap { Method.allCases.firstIndex(of: $0) }
    }()

    /// A request of some method; a number as its id, or none.
    static func line(_ bytes: inout InputBytes, id: Int?) -> [UInt8] {
        let template = templates[bytes.pick(order)]
        // One byte leaves out what it does not need, one each chooses what it says.
        var mask = UInt32(bytes.byte())
        mask |= template.members.count > 12 ? UInt32(bytes.byte()) << 8 : mask << 8
        var line = Array(#"{"jsonrpc":"2.0","#.utf8)
        line.reserveCapacity(512)
        if let id { line += Array("\"id\":\(id),".utf8) }
        line += template.head
        var isFirst = true
        for member in template.members {
            if member.isOptional {
                let isLeftOut = mask & 1 == 0
                mask >>= 1
                if isLeftOut { continue }
            }
            if !isFirst { line.append(UInt8(ascii: ",")) }
            isFirst = false
            line += bytes.pick(member.spellings)
        }
        line.append(UInt8(ascii: "}"))
        line.append(UInt8(ascii: "}"))
        return line
    }

    /// Every method with few members and with many.
    static var samples: [[UInt8]] {
        var samples = [Array(#"{"jsonrpc":"2.0","id":"r1","result":{"draft":{"a":[1]}}}"#.utf8)]
        for method in Method.allCases.indices {
            for rest in [[0, 0], [255, 255, 1, 2, 3, 1, 2, 3, 1, 1, 1, 1]] as [[UInt8]] {
                var bytes = InputBytes([UInt8(method)] + rest)
                samples.append(line(&bytes, id: method))
            }
        }
        return samples
    }

    /// Methods, members and words, for the fuzzer's dictionary.
    static var words: [String] {
        let members = templates.flatMap { $0.members.map(\.name) }
        let values = templates.flatMap { $0.members.flatMap(\.values) }
        return templates.map(\.method) + members + values
    }
}
