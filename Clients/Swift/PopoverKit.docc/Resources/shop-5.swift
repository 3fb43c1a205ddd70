// SPDX-License-Identifier: MIT
import PopoverKit

/// What people have typed so far.
struct Order: Codable {
    var text: String
}

@main
struct Shop {
    static func main() async throws {
        try await Client.with(app: "shop") { client in
            try await client.setSource("basket", rect: Rect(x: 600, y: 80, width: 80, height: 40))

            var request = OpenRequest(behavior: "inspector", size: Size(width: 320, height: 240))
            request.source = "basket"
            request.key = "order-7"
            let popover = try await client.open(request)
            print("draw it at", popover.presentation.frame.x, popover.presentation.frame.y)
            let order = try popover.draft?.decode(Order.self)
            if let order { print("it goes on with", order.text) }

            for await event in popover.events {
                switch event {
                case .willClose(let closing):
                    // Take it off the screen first; then hand over what is not finished.
                    try closing.answer(encoding: Order(text: "half-typed"))
                case .moved(let place, _): print("it is at", place.frame.x, place.frame.y)
                case .nudged: print("people tapped beside it")
                case .closed(let end): print("it has ended:", end.cause, end.draft)
                }
            }
        }
    }
}
