import QtQuick
import Popoverd

Window {
    width: Screen.width
    height: Screen.height
    visibility: Window.FullScreen

    Client {
        id: shop
        app: "shop"
    }

    Rectangle {
        id: basket
        objectName: "basket"
        x: 600
        y: 80
        width: 80
        height: 40
        color: "lightsteelblue"
        TapHandler { onTapped: order.open() }
    }

    Popover {
        id: order
        client: shop
        source: basket
        title: "Your order"
        key: "order-7"
        width: 320
        height: 240
        onShown: (draft) => console.log("opened, it goes on with", draft.name)
        onClosed: (reason, draft) => console.log("closed:", reason + ", draft", draft)
        onFailed: (message) => console.log("refused:", message)

        FocusScope {
            TextInput {
                objectName: "name"
                anchors.fill: parent
                anchors.margins: 16
                focus: true
            }
        }
    }
}
