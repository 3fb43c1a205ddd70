// SPDX-License-Identifier: MIT

import PopoverModel
import PopoverPluginKit
import PopoverScreens

struct EvdevSettings: Sendable {
    static let table: [OptionRule<EvdevSettings>] = [
        .strings(
            "devices", \.devices,
            "Paths of input devices, or * for all touch devices; wall=PATH is on the display wall."),
        .string(
            "display", \.display, default: "main", "The display that the other devices lie on."),
        .integer(
            "rotation", \.rotation, default: 0,
            "Clockwise rotation of the picture on the touch screen: 0, 90, 180 or 270.",
            expected: "0, 90, 180 or 270", parse: degrees),
        .string(
            "calibration", \.matrix, default: "1 0 0 0 1 0",
            "Six numbers, as in libinput's calibration matrix.",
            expected: "six numbers (such as 1 0 0 0 1 0)", parse: Calibration.matrix),
        .strings(
            "rotations", \.rotations, "Rotations of other displays, such as wall=180.",
            expected: "display=rotation (such as wall=180)"
        ) { ofDisplay($0) { Int($0).flatMap(degrees) } },
        .strings(
            "calibrations", \.matrices,
            "Calibrations of other displays, such as wall=0.5 0 0 0 0.5 0.",
            expected: "display=six numbers (such as wall=0.5 0 0 0 0.5 0)"
        ) { ofDisplay($0, Calibration.matrix) },
        .string(
            "range", \.range,
            "Minimum and maximum of x, then of y, for a device that reports none.",
            expected: "four numbers (such as 0 4095 0 4095)", parse: range(of:)),
        .strings(
            "keypads", \.keypads,
            "Paths of keypads, whose keys move the focus and type nowhere; wall=PATH moves that of "
                + "the display wall."),
        .strings(
            "keys", \.keys,
            "Meanings of keys, such as 352=activate: the kernel's code, and a step of navigate or "
                + "none.",
            expected: "code=step (such as 352=activate)", parse: KeySteps.Meaning.init),
        .strings(
            "switches", \.switches,
            "Paths of switches; each of their keys activates what has the focus."),
        .integer(
            "scanMs", \.scanPause, default: 0,
            "Milliseconds that the focus stays on a control while a switch is used, 200 to 60000; "
                + "0: it does not move by itself.",
            expected: "0, or 200 to 60000", parse: pause),
        .integer(
            "backMs", \.backPause, default: 1500,
            "Milliseconds that a switch is held to close what is on top, 200 to 60000; 0: a press "
                + "activates at once, and closes nothing.",
            expected: "0, or 200 to 60000", parse: pause),
    ]

    private(set) var devices: [String] = []
    private(set) var display = ""
    private var rotation = 0
    private var matrix: [Double] = []
    private var rotations: [OfDisplay<Int>] = []
    private var matrices: [OfDisplay<[Double]>] = []
    /// Minimum and maximum of x, then of y; empty: the device's own.
    private(set) var range: [Double] = []
    private(set) var keypads: [String] = []
    private(set) var keys: [KeySteps.Meaning] = []
    private(set) var switches: [String] = []
    /// 0: no scan.
    private(set) var scanPause: UInt64 = 0
    /// 0: never.
    private(set) var backPause: UInt64 = 0

    struct OfDisplay<Value: Sendable>: Sendable {
        let display: String
        let value: Value
    }

    func calibration(of display: String) -> Calibration {
        guard display !== self.display else {
            return Calibration(matrix: matrix, rotation: rotation)
        }
        var calibration = Calibration()
        // The last entry of a display counts.
        for entry in matrices where entry.display === display { calibration.matrix = entry.value }
        for entry in rotations where entry.display === display {
            calibration.rotation = entry.value
        }
        return calibration
    }

    private static func degrees(_ number: Int) -> Int? {
        Calibration.rotations.contains(number) ? number : nil
    }

    private static func pause(_ milliseconds: UInt64) -> UInt64? {
        milliseconds == 0 || (200...60_000).contains(milliseconds) ? milliseconds : nil
    }

    private static func range(of text: String) -> [Double]? {
        let numbers = text.split(separator: " ").map { Double($0) ?? .nan }
        if numbers.isEmpty { return [] }
        let isRange =
            numbers.count == 4 && numbers.allSatisfy(\.isFinite) && numbers[0] < numbers[1]
            && numbers[2] < numbers[3]
        return isRange ? numbers : nil
    }

    private static func ofDisplay<Value>(
        _ entry: String, _ parse: (String) -> Value?
    ) -> OfDisplay<Value>? {
        guard let (display, rest) = DeviceDisplays.parts(of: entry), let value = parse(rest) else {
            return nil
        }
        return OfDisplay(display: display, value: value)
    }
}
