// SPDX-License-Identifier: MIT
//
// A window whose button opens a popover with as many entries as the last argument says.
import QtQuick
import Popoverd

Window {
    id: window
    readonly property var numbers: Qt.application.arguments.slice(-5).map(Number)
    width: numbers[1]
    height: numbers[2]
    flags: Qt.FramelessWindowHint
    color: "#f2f3f7"
    visible: true

    Client {
        id: shop
        app: "qml"
        onReadyChanged: if (ready) console.log("ready")
    }

    Rectangle {
        id: order
        objectName: "order"
        x: window.numbers[3]
        y: window.numbers[4]
        width: 80
        height: 40
        color: "white"
        // Something else in the window to which Tab goes.
        activeFocusOnTab: true
        Keys.onPressed: (event) => console.log("typed outside " + event.text)
        MouseArea {
            anchors.fill: parent
            onClicked: popover.open()
        }
    }

    Popover {
        id: popover
        client: shop
        source: order
        title: "Order"
        key: "order-7"
        width: 320
        height: 200
        color: "#00a050"
        options: ({ sides: ["bottom", "top"] })
        onShown: console.log("opened ")
        onClosed: (reason) => console.log("closed " + reason)
        onFailed: (message) => console.log("failed " + message)

        FocusScope {
            Column {
                x: 16
                y: 16
                Repeater {
                    model: window.numbers[0]
                    TextInput {
                        required property int index
                        objectName: "field-" + (index + 1)
                        width: 280
                        height: 30
                        focus: index === 0
                        activeFocusOnTab: true
                        onTextEdited: console.log("typed " + objectName + " " + text)
                    }
                }
            }
        }
    }
}
