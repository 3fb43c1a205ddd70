// SPDX-License-Identifier: MIT

import PopoverModel

/// What clients are asked.
extension Ledger {
    mutating func receive(_ call: Call, _ id: CallID, of client: ClientID) {
        switch call {
        case .willClose(let popover, _, let disposition, _, _):
            guard let index = lives.firstIndex(where: { $0.popover == popover }) else {
                return broken("\(popover) is asked to leave and is not there")
            }
            if lives[index].call != nil { broken("\(popover) is asked to leave twice") }
            if lives[index].hasEnded { broken("\(popover) is asked to leave and is gone") }
            if lives[index].owner != client { broken("\(client) does not have \(popover)") }
            lives[index].call = id
            lives[index].askedAt = now
            if disposition == .discard { lives[index].disposition = .discard }
        case .willClosePanel(let panel, _, let disposition, _):
            guard
                let index = panels.firstIndex(where: { $0.panel == panel && $0.client == client })
            else { return broken("\(panel) is asked to leave and is not there") }
            if panels[index].call != nil { broken("\(panel) is asked to leave twice") }
            panels[index].call = id
            panels[index].askedAt = now
            panels[index].disposition = disposition
        case .presentAlert(let alert):
            pendingAlert = Shown(alert: alert.alert, display: "", renderer: client, call: id)
            for index in criticals.indices where criticals[index].alert == alert.alert {
                criticals[index].renderers.append(client)
            }
        case .ping: pinged(client, id)
        }
    }
}
