// SPDX-License-Identifier: MIT
// swift-format-ignore-file
// Written by protocol/generate from protocol/*.toml; changes here are lost.

internal import PopoverModel

extension Request {
    /// The approximate bytes of memory beyond its fixed size.
    var weight: Int {
        switch self {
        case .hello(let hello):
            var weight = 256
            weight += hello.app.utf8.count
            return weight
        case .setSurface(let surface, let display, _):
            var weight = 64
            weight += surface.utf8.count
            weight += (display.map { $0.utf8.count } ?? 0)
            return weight
        case .removeSurface(let surface):
            var weight = 64
            weight += surface.utf8.count
            return weight
        case .setSource(let source, _, let place, _, let control):
            var weight = 256
            weight += source.utf8.count
            weight += (place.display.map { $0.utf8.count } ?? 0)
            weight += (place.surface.map { $0.utf8.count } ?? 0)
            weight += (control.label.map { $0.utf8.count } ?? 0)
            weight += (control.help.map { $0.utf8.count } ?? 0)
            return weight
        case .removeSource(let source):
            var weight = 64
            weight += source.utf8.count
            return weight
        case .setOccluder(let occluder, _, let display):
            var weight = 64
            weight += occluder.utf8.count
            weight += (display.map { $0.utf8.count } ?? 0)
            return weight
        case .removeOccluder(let occluder):
            var weight = 64
            weight += occluder.utf8.count
            return weight
        case .open(let open):
            var weight = 256
            weight += open.behavior.utf8.count
            weight += (open.place.display.map { $0.utf8.count } ?? 0)
            weight += (open.place.surface.map { $0.utf8.count } ?? 0)
            weight += (open.source.map { $0.utf8.count } ?? 0)
            weight += open.avoid.count * MemoryLayout<Rect>.stride
            weight += open.passthrough.count * MemoryLayout<Rect>.stride
            weight += (open.key.map { $0.utf8.count } ?? 0)
            weight += (open.title.map { $0.utf8.count } ?? 0)
            weight += (open.help.map { $0.utf8.count } ?? 0)
            weight += bytes(of: open.buttons)
            weight += open.hit.count * MemoryLayout<Rect>.stride
            return weight
        case .update(_, let changes):
            var weight = 256
            weight += (changes.avoid.map { $0.count * MemoryLayout<Rect>.stride } ?? 0)
            weight += (changes.passthrough.map { $0.count * MemoryLayout<Rect>.stride } ?? 0)
            weight += (changes.hit.map { $0.count * MemoryLayout<Rect>.stride } ?? 0)
            weight += (changes.title.map { $0.utf8.count } ?? 0)
            weight += (changes.help.map { $0.utf8.count } ?? 0)
            weight += (changes.buttons.map { bytes(of: $0) } ?? 0)
            return weight
        case .choose(_, let choice, let label):
            var weight = 64
            weight += choice.count
            weight += (label.map { $0.utf8.count } ?? 0)
            return weight
        case .presentView(let viewRequest):
            var weight = 256
            weight += (viewRequest.display.map { $0.utf8.count } ?? 0)
            return weight
        case .saveDraft(let key, let content, _, _, _):
            var weight = 64
            weight += key.utf8.count
            weight += content.count
            return weight
        case .loadDraft(let key, _):
            var weight = 64
            weight += key.utf8.count
            return weight
        case .discardDraft(let key, _):
            var weight = 64
            weight += key.utf8.count
            return weight
        case .raiseAlert(let alertRequest):
            var weight = 256
            weight += alertRequest.title.utf8.count
            weight += bytes(of: alertRequest.buttons)
            weight += (alertRequest.message.map { $0.utf8.count } ?? 0)
            weight += (alertRequest.key.map { $0.utf8.count } ?? 0)
            weight += (alertRequest.display.map { $0.utf8.count } ?? 0)
            return weight
        case .answerAlert(_, let button):
            var weight = 64
            weight += button.utf8.count
            return weight
        case .tap(let tapReport):
            var weight = 256
            weight += (tapReport.place.display.map { $0.utf8.count } ?? 0)
            weight += (tapReport.place.surface.map { $0.utf8.count } ?? 0)
            return weight
        case .pointer(let pointerReport):
            var weight = 256
            weight += (pointerReport.report.place.display.map { $0.utf8.count } ?? 0)
            weight += (pointerReport.report.place.surface.map { $0.utf8.count } ?? 0)
            return weight
        case .key(let key, let display, _, _):
            var weight = 64
            weight += key.utf8.count
            weight += (display.map { $0.utf8.count } ?? 0)
            return weight
        case .navigate(_, let display, _):
            var weight = 64
            weight += (display.map { $0.utf8.count } ?? 0)
            return weight
        case .activateSource(_, let source):
            var weight = 64
            weight += source.utf8.count
            return weight
        case .subscribe(let topics, _):
            var weight = 64
            weight += bytes(of: topics)
            return weight
        case .unsubscribe(let topics):
            var weight = 64
            weight += bytes(of: topics)
            return weight
        case .publish(let topic, let data):
            var weight = 64
            weight += topic.utf8.count
            weight += data.count
            return weight
        case .setDisplay(let displaySpecification):
            var weight = 256
            weight += displaySpecification.name.utf8.count
            weight += (displaySpecification.language.map { $0.utf8.count } ?? 0)
            return weight
        case .updateDisplay(let display, let changes):
            var weight = 256
            weight += display.utf8.count
            weight += (changes.language.map { $0.utf8.count } ?? 0)
            return weight
        case .removeDisplay(let display):
            var weight = 64
            weight += display.utf8.count
            return weight
        case .setSession(let display, let personalSettings):
            var weight = 256
            weight += (display.map { $0.utf8.count } ?? 0)
            weight += (personalSettings.language.map { $0.utf8.count } ?? 0)
            return weight
        case .dismiss(_, _, let display):
            var weight = 64
            weight += (display.map { $0.utf8.count } ?? 0)
            return weight
        case .endSession(let display):
            var weight = 64
            weight += (display.map { $0.utf8.count } ?? 0)
            return weight
        case .lockSession(let display):
            var weight = 64
            weight += (display.map { $0.utf8.count } ?? 0)
            return weight
        case .unlockSession(let display):
            var weight = 64
            weight += (display.map { $0.utf8.count } ?? 0)
            return weight
        case .invalid: return 512
        default: return 128
        }
    }
}

private func bytes(of buttons: [Button]) -> Int {
    buttons.reduce(0) { $0 + $1.id.utf8.count + $1.label.utf8.count }
        + buttons.count * MemoryLayout<Button>.stride
}

private func bytes(of texts: [String]) -> Int {
    texts.reduce(0) { $0 + $1.utf8.count + 16 }
}
