// SPDX-License-Identifier: MIT

internal import Glibc
internal import PopoverConfiguration
internal import PopoverModel
internal import PopoverWire

/// A report for support, as one JSON object. It contains only members that are known to hold no words
/// of people: no titles, no keys, and only the names of plugins' options.
struct DoctorReport {
    let doctor: Doctor
    /// Lines of the journal, oldest first.
    let journal: [String]

    /// The members of `status` to copy; everything else is left out.
    private static let reported: [(section: String, members: Set<String>)] = [
        (
            "displays",
            [
                "display", "width", "height", "scale", "insets", "idiom", "locked", "shield",
                "translucency", "contrast", "reducedMotion",
            ]
        ),
        (
            "popovers",
            [
                "popover", "client", "app", "behavior", "display", "state", "reason",
                "presentation", "frame", "side", "arrow", "scrolls", "modal",
            ]
        ),
        ("waiting", ["client", "app", "display", "behavior"]),
        ("alerts", ["alert", "client", "app", "display", "severity", "frame", "renderer"]),
        ("panels", ["panel", "client", "app", "display", "frame"]),
        ("views", ["view", "client", "app", "display", "kind", "frame"]),
        ("surfaces", ["client", "app", "display", "rect"]),
        ("sources", ["client", "app", "display", "rect"]),
        ("occluders", ["client", "app", "display", "rect"]),
        ("clients", ["client", "app", "roles", "uid", "pid"]),
        (
            "plugins",
            [
                "name", "kind", "path", "version", "state", "message", "behaviors", "hooks",
                "roles", "calls", "late",
            ]
        ),
        ("limits", ["limit", "value", "used", "peak", "holder", "hits"]),
    ]

    var bytes: [UInt8] {
        var writer = JSONWriter()
        writer.object { report in
            report.member("report", "popoverctl doctor")
            report.member("version", ServerVersion.number)
            report.name("findings")
            report.array { list in
                for result in doctor.results { list.object { result.write(to: &$0) } }
            }
            writeStatus(to: &report)
            report.name("configuration")
            report.array { list in
                for option in doctor.configuration?.settings ?? [] {
                    list.object { Self.write(option, to: &$0) }
                }
            }
            report.member("configurationFiles", doctor.configuration?.files ?? [])
            report.member("metrics", doctor.figures?.text ?? "")
            report.member("journal", journal)
        }
        return writer.bytes + [UInt8(ascii: "\n")]
    }

    private func writeStatus(to report: inout JSONWriter) {
        report.name("status")
        report.object { status in
            for (section, members) in Self.reported {
                guard let elements = doctor.status?.member(section)?.elements else { continue }
                status.name(JSONName(section))
                status.array { list in
                    for element in elements {
                        list.object { Self.copy(element, members, to: &$0) }
                    }
                }
            }
            if let counters = doctor.status?.member("counters") {
                status.member("counters", counters.compactText)
            }
        }
    }

    private static func copy(
        _ element: JSONNode, _ members: Set<String>, to object: inout JSONWriter
    ) {
        guard var all = element.members else { return }
        while let member = all.next() {
            if members.contains(member.name) {
                object.member(JSONName(member.name), member.value.compactText)
            }
        }
    }

    private static func write(_ option: EffectiveOption, to object: inout JSONWriter) {
        object.member("option", option.name)
        if !option.isPrivate { object.member("value", option.value) }
        object.member("file", ifPresent: option.origin?.file)
        object.member("line", ifPresent: option.origin?.line)
    }

    /// The latest lines of the unit's journal.
    static func readJournal() -> [String] {
        let words = [
            "journalctl", "--unit=popoverd.service", "--lines=500", "--no-pager", "--quiet",
            "--output=short-iso",
        ]
        guard let bytes = Command.output(words) else { return [] }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }
}
