// SPDX-License-Identifier: MIT

import PopoverModel
import Testing

@Suite("Reach: what a person can touch")
struct ReachStories {
    let world = World()
    let shop: ClientID
    let shell: ClientID

    private static let reach = Rect(x: 0, y: 500, width: 1280, height: 300)

    init() {
        shop = world.connect("shop")
        shell = world.connect("shell", roles: [.shell])
        world.tell(shell, .setSession(display: nil, PersonalSettings(reach: Self.reach)))
    }

    private var alertFrame: Rect? { world.scene.alerts.first?.frame }

    @Test("an alert lies in the reach, in its middle")
    func alert() {
        world.raise(by: shop)
        #expect(alertFrame == Rect(x: 480, y: 570, width: 320, height: 160))
    }

    @Test("an alert leaves a reach that an occluder fills")
    func occluded() {
        world.tell(shell, .setOccluder("keys", rect: Self.reach, display: nil))
        world.raise(by: shop)
        #expect(alertFrame.map { $0.maxY <= 500 } == true)
    }

    @Test("an alert leaves a reach that does not hold it")
    func tooLow() {
        let low = Rect(x: 0, y: 750, width: 1280, height: 50)
        world.tell(shell, .setSession(display: nil, PersonalSettings(reach: low)))
        world.raise(by: shop)
        #expect(alertFrame == Rect(x: 480, y: 320, width: 320, height: 160))
    }
}
