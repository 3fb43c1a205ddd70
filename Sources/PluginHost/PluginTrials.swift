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

    /// Why each of these contents must not be loaded; nil where all is well.
    private var findings: [FileIdentity: String?] = [:]

    public init() {}

    /// - Parameter error: nil when it came through.
    public func note(_ file: File, error: String?) {
        // More than a folder and its predecessors hold: nobody needs the old ones any more.
        if findings.count >= Self.most { findings = [:] }
        findings[file.identity] = .some(error)
    }

    private static let most = 1024

    func isKnown(_ identity: FileIdentity) -> Bool { findings[identity] != nil }

    func check(_ file: borrowing TrustedFile) throws(PluginError) {
        guard let finding = findings[file.identity] else {
            throw PluginError(file.path, .untried)
        }
        if let finding { throw PluginError(file.path, .failedTrial(finding)) }
    }
}
