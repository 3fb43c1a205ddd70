// SPDX-License-Identifier: MIT
//
// What qt_popover.cpp is, in QML.
import QtQuick
import Popoverd

Window {
    id: window
    readonly property var numbers: Qt.application.arguments.slice(-4).map(Number)
    width: numbers[0]
    height: numbers[1]
    flags: Qt.FramelessWindowHint
    color: "#f2f3f7"
    visible: true
    onActiveFocusItemChanged: if (activeFocusItem) console.log("focus " + activeFocusItem.objectName)

    Client {
        id: shop
        app: "qml"
        onReadyChanged: if (ready) console.log("ready")
    }

    Rectangle {
        id: order
        objectName: "order"
        x: window.numbers[2]
        y: window.numbers[3]
        width: 80
        height: 40
        color: "white"
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
        onShown: console.log("opened " + name.text)
        onClosed: (reason) => console.log("closed " + reason)
        onFailed: (message) => console.log("failed " + message)

        FocusScope {
            TextInput {
                id: name
                objectName: "name"
                anchors.left: parent.left
                anchors.right: parent.right
                anchors.margins: 16
                y: 16
                focus: true
                onTextEdited: console.log("typed " + text)
                onActiveFocusChanged: if (activeFocus) console.log("focus name")
            }
        }
    }
}
