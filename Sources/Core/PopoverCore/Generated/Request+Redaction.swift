// SPDX-License-Identifier: MIT
// swift-format-ignore-file
// Written by protocol/generate from protocol/*.toml; changes here are lost.

import PopoverModel

extension Request {
    /// Whether it contains a draft, a choice, published data or a keystroke.
    var needsRedaction: Bool {
        switch self {
        case .choose: true
        case .saveDraft: true
        case .key(let key, _, _, _): key != KeyName.escape
        case .publish: true
        default: false
        }
    }

    /// A copy with each draft, choice, published value and keystroke replaced.
    func redacted(by redact: (JSONText) -> JSONText) -> Request {
        switch self {
        case .choose(let popover, let choice, let label): .choose(popover, choice: redact(choice), label: label)
        case .saveDraft(let key, let content, let revision, let sync, let session): .saveDraft(key: key, content: redact(content), revision: revision, sync: sync, session: session)
        case .key(let key, let display, let time, let isComposing): .key(KeyName.redacted(key), display: display, time: time, isComposing: isComposing)
        case .publish(let topic, let data): .publish(topic: topic, data: redact(data))
        default: self
        }
    }
}
