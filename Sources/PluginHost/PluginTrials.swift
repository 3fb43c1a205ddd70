// SPDX-License-Identifier: MIT

/// What came of trying files in processes of their own (`PluginProbe`): a host that has trials loads
/// nothing else.
public final class PluginTrials {
    /// A file as it was when it was handed out to be tried.
    public struct File: Hashable {
        /// Absolute.
        public let path: String
        let identity: FileIdentity
    }

    private var findings: [FileIdentity: Finding] = [:]

    private struct Finding {
        /// Why it must not be loaded; nil where all is well.
        let error: String?
        let isPolicy: Bool
    }

    public init() {}

    /// - Parameters:
    ///   - error: nil when it came through.
    ///   - isPolicy: it wants more than to provide behaviours.
    public func note(_ file: File, error: String?, isPolicy: Bool) {
        // More than a folder and its predecessors hold: nobody needs the old ones any more.
        if findings.count >= Self.most { findings = [:] }
        findings[file.identity] = Finding(error: error, isPolicy: isPolicy)
    }

    private static let most = 1024

    func isKnown(_ identity: FileIdentity) -> Bool { findings[identity] != nil }

    func check(_ file: borrowing TrustedFile) throws(PluginError) {
        guard let finding = findings[file.identity] else {
            throw PluginError(file.path, .untried)
        }
        if let error = finding.error { throw PluginError(file.path, .failedTrial(error)) }
    }

    /// Whether it is known to be a policy, without a look into it.
    func isPolicy(_ identity: FileIdentity) -> Bool { findings[identity]?.isPolicy ?? false }
}
