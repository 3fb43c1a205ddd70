// SPDX-License-Identifier: MIT

import PopoverModel

/// What people do with the forms of a program, and what the program does by itself.
extension Program {
    private static let keys = ["order", "note"]

    func peopleGoOn() {
        kiosk.time.after(chance.milliseconds(20...1500)) { [weak self] in
            guard let self, !isCalm else { return }
            act()
            peopleGoOn()
        }
    }

    private func act() {
        guard !isStalled else { return }
        let rates = kiosk.rates
        if chance.happens(perMille: rates.stalled) {
            let most = chance.pick([900, 20_000])
            return stall(for: chance.milliseconds(100...most))
        }
        if chance.happens(perMille: rates.connectionLost) { return lose() }
        if chance.happens(perMille: rates.programCrash) { return crash() }
        guard let customer = kiosk.customer(at: display) else { return }
        let key = chance.pick(Self.keys)
        let (number, form) =
            forms.filter { $0.value.key == key }.min { $0.key < $1.key } ?? (0, nil)
        guard let form else { return open(key, customer) }
        // Nobody continues what another customer has left on the screen.
        guard form.customer == customer, form.popover != nil, !form.isAsked, !form.isDecided else {
            return
        }
        switch chance.below(10) {
        case 0...6: type(form, number)
        case 7, 8: decide(form, number, "done")
        default: decide(form, number, "cancel")
        }
    }

    private func open(_ key: String, _ customer: Int) {
        guard isReady else { return }
        cancelTimers(of: key)
        let number = newNumber()
        forms[number] = Form(key, customer)
        requests[number] = "open \(key)"
        handle(core.open(number, key: key, display: display, now: now))
        // The grant may come too late for a program that is busy with drawing.
        if chance.happens(perMille: kiosk.rates.stalled) {
            stall(for: chance.milliseconds(200...20_000))
        }
    }

    private func type(_ form: Form, _ number: Int64) {
        let secret = Secret(customer: form.customer, number: kiosk.newSecret())
        note("-- people type \(secret) into \(form.key)")
        works[form.key, default: Work()].type(secret)
        // That it will be discarded is on its way to the program.
        if let popover = form.popover, discarded.contains(popover) { works[form.key]?.doubt() }
        form.typed = secret
        form.revision = (revisions[form.key] ?? 0) + 1
        revisions[form.key] = form.revision
        guard chance.below(2) == 0 else { return }
        later(chance.milliseconds(50...800), form) { program, form in
            // A decent program stops its autosave with the form's end.
            if !form.isDecided && !form.isOver { program.autosave(form) }
        }
    }

    private func autosave(_ form: Form) {
        guard isReady, let secret = form.typed else { return }
        let revision = form.revision
        save(form.key, secret, revision)
        guard chance.happens(perMille: kiosk.rates.saveDoubled) else { return }
        let connection = life
        // By a worker or a retry; a decision may overtake it.
        later(chance.milliseconds(20...1500), form) { program, form in
            guard form.typed == secret, program.isReady else { return }
            // If the daemon died before its disk had the decision, nobody knows of it.
            if form.isDecided, program.life != connection { program.works[form.key]?.doubt() }
            program.save(form.key, secret, revision)
        }
    }

    private func save(_ key: String, _ secret: Secret, _ revision: Int64) {
        let number = newNumber()
        requests[number] = "save \(secret) of \(key)"
        handle(core.save(number, key: key, work: "\(secret)", revision: revision, now: now))
    }

    private func decide(_ form: Form, _ number: Int64, _ outcome: String) {
        guard isReady else { return }
        note("-- people decide: \(outcome) of \(form.key)")
        form.isDecided = true
        works[form.key]?.doubt()
        let request = newNumber()
        form.closing = request
        requests[request] = "\(outcome) of \(form.key)"
        handle(core.close(request, form: number, outcome: outcome, now: now))
    }

    // MARK: What the core tells

    func learn(_ news: CoreNews) {
        kiosk.trace { "        \(app) is told: \(news)" }
        switch news {
        case .ready: noteReady(true)
        case .lost: noteReady(false)
        case .granted(let number, let popover, let work, let revision):
            requests[number] = nil
            granted(number, popover, work.flatMap { Secret($0) }, revision)
        case .done(let number):
            requests[number] = nil
            guard let form = forms.values.first(where: { $0.closing == number }) else { return }
            // A dead daemon may not have written it.
            let isSure = !hasConnectionDied && works[form.key]?.last?.customer == form.customer
            if isSure { works[form.key]?.decide() }
        case .failed(let number, let reason):
            note("-- request \(number), \(requests[number] ?? ""), fails: \(reason)")
            requests[number] = nil
            forms[number] = nil
        case .asked(let number, let discards): asked(number, discards)
        case .closed(let number, let draft): closed(number, draft)
        }
    }

    private func granted(_ number: Int64, _ popover: String, _ draft: Secret?, _ revision: Int64) {
        guard let form = forms[number] else { return }
        form.popover = popover
        revisions[form.key] = max(revisions[form.key] ?? 0, revision)
        guard let grant = grants[popover], let customer = grant.customer else { return }
        // The daemon granted it to this customer, who may have left since.
        if draft?.customer == customer && kiosk.customer(at: display) != customer { return }
        let isDead = hasConnectionDied
        if let fault = works[form.key, default: Work()].fault(
            in: draft, for: customer, isDead: isDead)
        {
            wrong("\(form.key): \(fault)")
        }
        // A program that stalled hears of the grant after its end.
        if discarded.contains(popover) { works[form.key]?.doubt() }
        // The form shows it, and hands it over again.
        if draft?.customer == form.customer { form.typed = draft }
    }

    private func asked(_ number: Int64, _ discards: Bool) {
        guard let form = forms[number] else { return }
        form.isAsked = true
        let isLate = !isCalm && chance.happens(perMille: kiosk.rates.callMistreated)
        later(isLate ? chance.milliseconds(200...900) : chance.interval(100...50_000), form) {
            program, form in
            program.answer(number, form, discards)
        }
    }

    private func answer(_ number: Int64, _ form: Form, _ discards: Bool) {
        form.isAnswered = true
        let work = form.isDecided || discards ? nil : form.typed
        if form.isOver { forms[number] = nil }
        handle(core.answer(form: number, work: work.map { "\($0)" }, now: now))
    }

    private func closed(_ number: Int64, _ draft: String) {
        guard let form = forms[number] else { return }
        form.isOver = true
        if form.isAnswered || !form.isAsked { forms[number] = nil }
        guard draft == "saved", form.isAnswered, works[form.key]?.last == form.typed else { return }
        works[form.key]?.noteDurable()
    }

    // MARK: What the daemon does, which nobody else sees so exactly

    func note(open key: String?, _ id: RequestID) { opens["\(id)"] = key }

    func note(grant: Grant, _ id: RequestID) {
        guard let key = opens.removeValue(forKey: "\(id)") else { return }
        grants["\(grant.popover)"] = (key, kiosk.customer(at: display))
    }

    /// By the rules the end of the popover discards its work.
    func noteDiscard(_ popover: PopoverID) {
        guard let key = grants["\(popover)"]?.key else { return }
        discarded.insert("\(popover)")
        works[key]?.doubt()
    }

    // MARK: The disk

    /// Checks the drafts of this program that a starting daemon has found, or that the last one has left.
    func check(_ drafts: [StoredDraft], isComplete: Bool) {
        guard let customer = kiosk.customer(at: display) else { return }
        // Its disk was too slow for the name of the session: its work is nobody's.
        if !drafts.contains(where: { $0.reason == "session" && $0.display == display }) {
            for key in works.keys { works[key]?.doubt() }
        }
        var found: [String: Secret] = [:]
        for draft in drafts where draft.key.app == app {
            let word = String(decoding: draft.content.bytes, as: UTF8.self)
            guard let secret = Secret(word.dropFirst().dropLast()) else { continue }
            if secret.customer != customer {
                wrong("\(draft.key.key): work \(secret) is on the disk, and its session has ended")
            }
            found[draft.key.key] = secret
        }
        for key in works.keys.sorted() {
            if let fault = works[key]?.fault(
                onDisk: found[key], isComplete: isComplete, for: customer,
                isInForm: forms.values.contains {
                    $0.key == key && $0.typed != nil && !$0.isAnswered && !$0.isDecided
                })
            {
                wrong("\(key): \(fault)")
            }
        }
    }
}
