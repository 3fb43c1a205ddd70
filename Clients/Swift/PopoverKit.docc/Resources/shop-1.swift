// SPDX-License-Identifier: MIT
import PopoverKit

@main
struct Shop {
    static func main() async throws {
        try await Client.with(app: "shop") { client in
            _ = client
        }
    }
}
