// SPDX-License-Identifier: MIT

import FuzzTargets
import PopoverModel

/// Generates requests of every method, mostly meaningful ones.
package struct Script {
    private struct Template {
        let head: [UInt8]
        let members: [Member]
    }

    private struct Member {
        /// Quoted, with its colon.
        let name: [UInt8]
        let isOptional: Bool
        let kind: String
        /// Meaningful values first.
        let values: [[UInt8]]
    }

    private let templates: [Method: Template]

    /// Create it once for all days.
    package init() {
        var templates: [Method: Template] = [:]
        for method in Method.allCases {
            let members = RequestLines.params(of: method).map { param in
                Member(
                    name: Array("\"\(param.name)\":".utf8), isOptional: param.isOptional,
                    kind: param.kind,
                    values: RequestValues.values(of: param.kind).map { Array($0.utf8) })
            }
            templates[method] = Template(
                head: Array(#","method":"\#(method.rawValue)","params":{"#.utf8), members: members)
        }
        self.templates = templates
    }

    /// The names of existing objects that a client knows.
    struct Knowledge {
        var popover: String?
        var panel: String?
        var view: String?
        var alert: String?
        var button: String?
        var request: Int64?
        var time: Int64
        /// The rate of random members, in thousandths.
        var carelessness: Int
    }

    /// A request with its LF.
    func line(
        _ method: Method, id: Int64?, _ known: Knowledge, _ chance: inout Chance
    ) -> [UInt8] {
        guard let template = templates[method] else { return [] }
        var line = Array(#"{"jsonrpc":"2.0""#.utf8)
        if let id {
            line += #","id":"#.utf8
            line += "\(id)".utf8
        }
        line += template.head
        var isFirst = true
        for member in template.members {
            if member.isOptional && chance.below(4) != 0 { continue }
            if !isFirst { line.append(UInt8(ascii: ",")) }
            isFirst = false
            line += member.name
            if let value = value(of: member.kind, known),
                !chance.happens(perMille: known.carelessness)
            {
                line += value.utf8
            } else if chance.happens(perMille: known.carelessness) {
                line += chance.pick(member.values)
            } else {
                line += member.values[chance.below(max(1, member.values.count / 2))]
            }
        }
        line += "}}\n".utf8
        return line
    }

    private func value(of kind: String, _ known: Knowledge) -> String? {
        switch kind {
        case "popover-id": known.popover.map { "\"\($0)\"" }
        case "panel-id": known.panel.map { "\"\($0)\"" }
        case "view-id": known.view.map { "\"\($0)\"" }
        case "alert-id": known.alert.map { "\"\($0)\"" }
        case "button:name": known.button.map { "\"\($0)\"" }
        case "request-id": known.request.map { "\($0)" }
        case "time": "\(known.time)"
        default: nil
        }
    }
}
