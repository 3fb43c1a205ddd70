// SPDX-License-Identifier: MIT
//
// What accessible_qt.cpp is, in QML; its last argument is OPTIONS.
import QtQuick
import Popoverd

Window {
    id: window
    readonly property var options: JSON.parse(Qt.application.arguments[Qt.application.arguments.length - 1])
    width: 1280
    height: 800
    flags: Qt.FramelessWindowHint
    title: "Shop"
    visible: true

    Client {
        id: shop
        app: "heard"
        onReadyChanged: if (ready) console.log("ready")
        onSettingsChanged: if (textScale != 1) console.log("scale " + textScale)
    }

    Rectangle {
        id: receipt
        objectName: "receipt"
        x: 40
        y: 40
        width: 160
        height: 48
        activeFocusOnTab: true
        Accessible.role: Accessible.Button
        Accessible.name: "Receipt"
        Accessible.description: "Sent by mail"
        Accessible.focusable: true
        Keys.onSpacePressed: popover.open()
        MouseArea {
            anchors.fill: parent
            onClicked: popover.open()
        }
    }

    Popover {
        id: popover
        client: shop
        source: receipt
        title: window.options.properties.title ?? ""
        behavior: window.options.properties.behavior ?? "task"
        width: 320
        height: 160
        onShown: console.log("opened")
        onFailed: (message) => console.log("failed " + message)
        onClosed: (reason) => console.log("ended " + reason)

        FocusScope {
            TextInput {
                width: 200
                height: 40
                focus: true
                Accessible.role: Accessible.EditableText
                Accessible.name: "Mail"
                Accessible.focusable: true
                activeFocusOnTab: true
            }
            Rectangle {
                function click() { console.log("sent") }
                Keys.onSpacePressed: click()
                y: 60
                width: 100
                height: 40
                activeFocusOnTab: true
                Accessible.role: Accessible.Button
                Accessible.name: "Send"
                Accessible.focusable: true
            }
        }
    }
}
