// SPDX-License-Identifier: MIT
import PopoverKit

@main
struct Shop {
    static func main() async throws {
        try await Client.with(app: "shop") { client in
            try await client.setSource("basket", rect: Rect(x: 600, y: 80, width: 80, height: 40))

            var request = OpenRequest(behavior: "inspector", size: Size(width: 320, height: 240))
            request.source = "basket"
            let popover = try await client.open(request)
            print("draw it at", popover.presentation.frame.x, popover.presentation.frame.y)

            for await event in popover.events {
                switch event {
                case .willClose(let closing): closing.answer()
                case .moved(let place, _): print("it is at", place.frame.x, place.frame.y)
                case .nudged: print("people tapped beside it")
                case .closed(let end): print("it has ended:", end.cause, end.draft)
                }
            }
        }
    }
}
