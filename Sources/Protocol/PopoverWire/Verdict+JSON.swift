// SPDX-License-Identifier: MIT
public import PopoverModel

extension Verdict: JSONWritable {
    /// An object: the word under `verdict`, and its members.
    public func write(to writer: inout JSONWriter) {
        writer.object { verdict in
            verdict.member("verdict", word)
            writeMembers(to: &verdict)
        }
    }

    /// Reads the answer of a plugin at this hook; `{}` is `abstain`. Members that do not belong to
    /// the word are ignored. The word of another hook gives a verdict of that hook, which does not
    /// answer this one (`Verdict.answers(_:)`). Throws `badParameter` with the path of the first
    /// missing or wrong member, `overLimit` for words that are too long.
    public init(decoding node: JSONNode, at hook: Hook, limits: Limits) throws(RequestError) {
        let verdict = Member(root: node)
        guard node.kind == .object else { throw verdict.missing("verdict") }
        guard let member = verdict.optional("verdict") else {
            self = .abstain
            return
        }
        guard let word = member.node.string.flatMap(VerdictWord.init(rawValue:)) else {
            let words = VerdictWord.allCases.filter { $0.answers(hook) }.map(\.rawValue)
            throw member.wrong("one of " + words.joined(separator: ", "))
        }
        try self.init(word, verdict, at: hook, limits)
    }

    private init(
        _ word: VerdictWord, _ verdict: Member, at hook: Hook, _ limits: Limits
    ) throws(RequestError) {
        switch word {
        case .abstain: self = .abstain
        case .admit:
            let sides: [Side]? = try verdict.optional("sides")?.sides()
            self = .open(.admit(sides: sides, widthRange: try verdict.optional("widths")?.widths()))
        case .refuse:
            let reason = try verdict.optional("reason")?.refusalReason() ?? .policy
            let message = try verdict.optional("message")?.filledText(limits)
            self = .open(.refuse(reason: reason, message: message ?? reason.message))
        case .replace:
            self = .open(.replace(behavior: try verdict.member("behavior").pluginName()))
        case .close where hook == .idle: self = .idle(.act(.close))
        case .close where hook == .disposition:
            self = .disposition(try verdict.member("disposition").choice())
        case .close:
            let close = ClosingVerdict.close(try verdict.optional("disposition")?.choice())
            self = hook == .outsideTap ? .outsideTap(close) : .choice(close)
        case .stay: self = hook == .outsideTap ? .outsideTap(.stay) : .choice(.stay)
        case .detach: self = .detach(allowed: true)
        case .keep: self = .detach(allowed: false)
        case .present:
            let rank = try verdict.optional("rank")?.integer(in: AlertVerdict.ranks)
            self = .alert(.present(rank: rank ?? 0))
        case .hold:
            let interval = try verdict.member("holdMs").interval(
                from: .milliseconds(1), to: AlertVerdict.longestHold)
            self = .alert(.hold(interval))
        case .warn: self = .idle(.warn(try IdleWarning(decoding: verdict, limits)))
        case .endSession: self = .idle(.act(.endSession))
        }
    }

    private var word: VerdictWord {
        switch self {
        case .abstain: .abstain
        case .open(.admit): .admit
        case .open(.refuse): .refuse
        case .open(.replace): .replace
        case .choice(.close), .outsideTap(.close), .disposition, .idle(.act(.close)): .close
        case .choice(.stay), .outsideTap(.stay): .stay
        case .detach(let isAllowed): isAllowed ? .detach : .keep
        case .alert(.present): .present
        case .alert(.hold): .hold
        case .idle(.warn): .warn
        case .idle(.act(.endSession)): .endSession
        }
    }

    private func writeMembers(to verdict: inout JSONWriter) {
        switch self {
        case .abstain, .choice(.stay), .outsideTap(.stay), .detach, .idle(.act): break
        case .open(.admit(let sides, let widthRange)):
            verdict.member("sides", ifPresent: sides?.map(\.rawValue))
            verdict.widths(ifPresent: widthRange)
        case .open(.refuse(let reason, let message)):
            verdict.member("reason", reason)
            verdict.member("message", message)
        case .open(.replace(let behavior)): verdict.member("behavior", behavior)
        case .choice(.close(let disposition)), .outsideTap(.close(let disposition)):
            verdict.member("disposition", ifPresent: disposition)
        case .disposition(let disposition): verdict.member("disposition", disposition)
        case .alert(.present(let rank)): verdict.member("rank", rank)
        case .alert(.hold(let interval)): verdict.member("holdMs", interval.milliseconds)
        case .idle(.warn(let warning)): warning.writeMembers(to: &verdict)
        }
    }
}

/// The words of verdicts on the wire.
private enum VerdictWord: String, CaseIterable {
    case abstain
    case admit
    case refuse
    case replace
    case close
    case stay
    case detach
    case keep
    case present
    case hold
    case warn
    case endSession = "end-session"

    func answers(_ hook: Hook) -> Bool {
        switch self {
        case .abstain: true
        case .admit, .refuse, .replace: hook == .open
        case .close: [.choice, .outsideTap, .disposition, .idle].contains(hook)
        case .stay: hook == .choice || hook == .outsideTap
        case .detach, .keep: hook == .detach
        case .present, .hold: hook == .alert
        case .warn, .endSession: hook == .idle
        }
    }
}

extension IdleWarning {
    /// The default label of the button.
    static let usualButton = "Continue"

    fileprivate init(decoding verdict: Member, _ limits: Limits) throws(RequestError) {
        self.init(
            title: try verdict.member("title").filledText(limits),
            message: try verdict.optional("message")?.text(limits),
            button: try verdict.optional("button")?.filledText(limits) ?? Self.usualButton,
            timeout: try verdict.member("timeoutMs").interval(
                from: Self.shortestTimeout, to: Self.longestTimeout),
            then: try verdict.member("then").choice())
    }

    fileprivate func writeMembers(to verdict: inout JSONWriter) {
        verdict.member("title", title)
        verdict.member("message", ifPresent: message)
        verdict.member("button", button)
        verdict.member("timeoutMs", timeout.milliseconds)
        verdict.member("then", then)
    }
}
