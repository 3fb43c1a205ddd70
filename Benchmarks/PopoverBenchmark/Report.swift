// SPDX-License-Identifier: MIT

/// The results, with goals if there are any.
struct Row {
    let name: String
    let value: Double
    let unit: Unit
    var goal: Double?

    enum Unit: String {
        case nanoseconds = "ns"
        case ratio = "x"
    }

    var holds: Bool? { goal.map { value <= $0 } }
}

struct Report {
    var rows: [Row]
    var checksum: Double

    /// A table.
    var table: String {
        let width = rows.map(\.name.count).max() ?? 0
        let lines = rows.map { row in
            var line = row.name.padded(to: width)
            line += "  " + decimal(row.value).padded(to: 10, onLeft: true) + " \(row.unit.rawValue)"
            if let goal = row.goal, let holds = row.holds {
                line += "  goal \(decimal(goal)) \(row.unit.rawValue): "
                line += holds ? "holds" : "MISSED"
            }
            return line
        }
        return lines.joined(separator: "\n") + "\nchecksum \(checksum)"
    }

    /// One JSON object.
    var json: String {
        let objects = rows.map { row in
            var object = #"{"name":"\#(row.name)","value":\#(decimal(row.value))"#
            object += #","unit":"\#(row.unit.rawValue)""#
            if let goal = row.goal, let holds = row.holds {
                object += #","goal":\#(decimal(goal)),"holds":\#(holds)"#
            }
            return object + "}"
        }
        return #"{"rows":[\#(objects.joined(separator: ","))],"checksum":\#(checksum)}"#
    }

    /// With two decimals.
    private func decimal(_ value: Double) -> String {
        let hundredths = Int(value * 100 + 0.5)
        let fraction = String(hundredths % 100)
        return "\(hundredths / 100)." + (fraction.count < 2 ? "0" : "") + fraction
    }
}

extension String {
    fileprivate func padded(to width: Int, onLeft: Bool = false) -> String {
        let padding = String(repeating: " ", count: max(0, width - count))
        return onLeft ? padding + self : self + padding
    }
}
