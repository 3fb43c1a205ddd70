// SPDX-License-Identifier: MIT

import PopoverModel
import PopoverWire

/// The lines of an open: the request as its client sends it, the answer and a shield.
final class Lines {
    /// The sequences by name.
    static let names = ["read", "write"]

    private let decoder = MessageDecoder()
    private let encoder = MessageEncoder()
    private let limits = Limits()
    private let timing = Timing()
    private let line = Array(
        #"""
        {"jsonrpc":"2.0","id":17,"method":"popover.open","params":{"behavior":"inspector",\#
        "source":"basket","key":"order-7","title":"Your order","size":{"width":320,"height":240}}}
        """#.utf8)
    private let answer: Answer
    private let shield: Notification

    init() {
        let frame = Rect(x: 480, y: 132, width: 320, height: 240)
        answer = .opened(
            Grant(
                popover: PopoverID(number: 7),
                presentation: .popover(
                    frame: frame, side: .bottom, arrow: Point(x: 640, y: 120), scrolls: false),
                draft: nil, appearance: Appearance(), advice: []))
        shield = .shield(display: "main", isOn: true, except: [frame])
    }

    func sequence(_ name: String) -> ((Int) -> Double)? {
        switch name {
        case "read": read
        case "write": write
        default: nil
        }
    }

    /// Parses and decodes the request.
    func read(_: Int) -> Double {
        guard
            case .request(_, .open(let open)) = decoder.decode(
                line, limits: limits, timing: timing)
        else { return 0 }
        return open.size.width
    }

    /// Encodes the answer and the shield.
    func write(_: Int) -> Double {
        Double(encoder.answer(answer, id: .number("17")).count + encoder.notification(shield).count)
    }

    /// Whether the sequences read and write what they should.
    var isAlive: Bool { read(0) == 320 && write(0) > 300 }
}
