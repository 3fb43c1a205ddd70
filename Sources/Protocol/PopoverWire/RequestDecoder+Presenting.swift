// SPDX-License-Identifier: MIT
internal import PopoverModel

/// Requests about popovers, views and alerts.
extension RequestDecoder {
    func open(_ params: Member) throws(RequestError) -> OpenRequest {
        var request = OpenRequest(
            behavior: try params.member("behavior").name(limits),
            size: try params.member("size").size(), place: try place(params))
        request.source = try params.optional("source")?.name(limits)
        request.anchor = try params.optional("anchor")?.rect()
        request.sides = try params.optional("sides")?.sides()
        request.avoid = try params.optional("avoid")?.rects(limits) ?? []
        request.passthrough = try params.optional("passthrough")?.rects(limits) ?? []
        request.minimum = try params.optional("minimum")?.size()
        request.key = try params.optional("key")?.name(limits)
        request.isModal = try params.optional("modal")?.flag() ?? false
        request.title = try params.optional("title")?.text(limits)
        request.help = try params.optional("help")?.text(limits)
        request.buttons = try params.optional("buttons")?.popoverButtons(limits) ?? []
        request.severity = try params.optional("severity")?.choice()
        request.expands = try params.optional("expands")?.flag() ?? false
        request.hit = try params.optional("hit")?.rects(limits) ?? []
        request.appearance = try params.optional("appearance").map { member throws(RequestError) in
            try DeclaredAppearance(member)
        }
        request.wait = try params.optional("waitMs").map(wait)
        return request
    }

    private func wait(_ member: Member) throws(RequestError) -> Interval {
        let wait = try member.interval()
        guard wait <= timing.maximumWait else {
            throw member.wrong("at most \(timing.maximumWait.milliseconds)")
        }
        return wait
    }

    func update(_ params: Member) throws(RequestError) -> Request {
        var changes = PopoverChanges()
        changes.size = try params.optional("size")?.size()
        changes.anchor = try params.optional("anchor")?.rect()
        changes.sides = try params.optional("sides")?.sides()
        changes.avoid = try params.optional("avoid")?.rects(limits)
        changes.passthrough = try params.optional("passthrough")?.rects(limits)
        changes.hit = try params.optional("hit")?.rects(limits)
        changes.isModal = try params.optional("modal")?.flag()
        changes.title = try params.optional("title")?.text(limits)
        changes.help = try params.optional("help")?.text(limits)
        changes.buttons = try params.optional("buttons")?.popoverButtons(limits)
        return .update(try params.member("popover").identifier(), changes)
    }

    func choose(_ params: Member) throws(RequestError) -> Request {
        let choice = try params.any("choice").anyJSON(limits)
        return .choose(try params.member("popover").identifier(), choice: choice)
    }

    func close(_ params: Member) throws(RequestError) -> Request {
        let outcome: CloseOutcome = try params.member("outcome").choice()
        return .close(try params.member("popover").identifier(), outcome: outcome)
    }

    func detach(_ params: Member) throws(RequestError) -> Request {
        let frame = try params.optional("frame")?.rect()
        return .detach(try params.member("popover").identifier(), frame: frame)
    }

    func presentView(_ params: Member) throws(RequestError) -> ViewRequest {
        ViewRequest(
            kind: try params.member("kind").choice(),
            frame: try params.optional("frame")?.rect(),
            display: try params.optional("display")?.display(),
            closePopover: try params.optional("closePopover")?.flag() ?? false)
    }

    func raiseAlert(_ params: Member) throws(RequestError) -> AlertRequest {
        var request = AlertRequest(
            title: try params.member("title").text(limits),
            severity: try params.member("severity").choice(),
            buttons: try params.member("buttons").alertButtons(limits))
        request.message = try params.optional("message")?.text(limits)
        request.key = try params.optional("key")?.name(limits)
        request.display = try params.optional("display")?.display()
        if let renderer = params.optional("renderer") { request.renderer = try renderer.choice() }
        request.timeout = try params.optional("timeoutMs")?.interval()
        return request
    }

    func answerAlert(_ params: Member) throws(RequestError) -> Request {
        let button = try params.member("button").name(limits)
        return .answerAlert(try params.member("alert").identifier(), button: button)
    }
}
