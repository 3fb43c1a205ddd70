// SPDX-License-Identifier: MIT
import PopoverKit

@main
struct Shop {
    static func main() async throws {
        try await Client.with(app: "shop") { client in
            try await client.setSource("basket", rect: Rect(x: 600, y: 80, width: 80, height: 40))
        }
    }
}
