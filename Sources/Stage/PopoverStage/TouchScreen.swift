// SPDX-License-Identifier: MIT

/// A touch screen, or a tablet with a pen, which belongs to one output.
package struct TouchScreen: Hashable, Sendable, Identifiable {
    package var id: UInt32
    package var name: String
    /// The output that it, or udev, says it is on.
    package var output: String?
    package var isTablet: Bool

    package init(id: UInt32, name: String, output: String? = nil, isTablet: Bool = false) {
        self.id = id
        self.name = name
        self.output = output
        self.isTablet = isTablet
    }

    package enum Place: Hashable, Sendable, CustomStringConvertible {
        case on(String)
        /// It may belong to another output.
        case assumed(String)
        /// Its output is not there: its fingers must not land on another one.
        case missing(String)
        /// There are no outputs.
        case nowhere

        package var output: String? {
            switch self {
            case .on(let output), .assumed(let output): output
            case .missing, .nowhere: nil
            }
        }

        package var description: String {
            switch self {
            case .on(let output): "is on the output \(output)"
            case .assumed(let output):
                "is on the output \(output), unless touchScreens of an [[output]] says otherwise"
            case .missing(let output): "waits for the output \(output)"
            case .nowhere: "waits for an output"
            }
        }
    }

    /// - Parameters:
    ///   - outputs: those that are there, the one that is assumed first.
    ///   - configured: the touch screens that the configuration names.
    package func place(
        on outputs: [String], configured: [(output: String, screens: [String])]
    ) -> Place {
        let own = configured.first { $0.screens.contains(name) }?.output ?? output
        if let own { return outputs.contains(own) ? .on(own) : .missing(own) }
        let taken = configured.filter { !$0.screens.isEmpty }.map(\.output)
        let free = outputs.filter { !taken.contains($0) }
        let possible = free.isEmpty ? outputs : free
        guard let first = possible.first else { return .nowhere }
        return possible.count == 1 ? .on(first) : .assumed(first)
    }
}
