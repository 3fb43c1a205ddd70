// SPDX-License-Identifier: MIT

/// What came of trying files in processes of their own (`PluginProbe`): a host that has trials loads
/// nothing else.
public final class ProbeRecords {
    /// A file as it was when it was handed out to be tried.
    public struct File: Hashable {
        /// Absolute.
        public let path: String
        let identity: FileIdentity
    }

    private var findings: [FileIdentity: Finding] = [:]
    /// What came through under an earlier daemon, and has not changed since as far as is known.
    private var remembered: Set<ProbeCache.Entry> = []

    private struct Finding {
        let path: String
        /// Why it must not be loaded; nil where all is well.
        let error: String?
    }

    /// - Parameter memory: what an earlier daemon has left; nil: everything is tried.
    public init(_ memory: ProbeCache? = nil) {
        remembered = memory?.entries ?? []
    }

    /// - Parameter error: nil when it came through.
    public func note(_ file: File, error: String?) {
        // More than a folder and its predecessors hold: nobody needs the old ones any more.
        if findings.count >= Self.most { findings = [:] }
        findings[file.identity] = Finding(path: file.path, error: error)
    }

    private static let most = 1024

    /// Whether nothing has to be tried; what is remembered of the file counts from here on.
    func isKnown(_ path: String, _ identity: FileIdentity) -> Bool {
        if findings[identity] != nil { return true }
        let entry = ProbeCache.Entry(path: path, identity: "\(identity)")
        guard remembered.contains(entry) else { return false }
        note(File(path: path, identity: identity), error: nil)
        return true
    }

    func check(_ file: borrowing TrustedFile) throws(PluginError) {
        guard let finding = findings[file.identity] else {
            throw PluginError(file.path, .untried)
        }
        if let error = finding.error { throw PluginError(file.path, .failedTrial(error)) }
    }

    /// What the next daemon need not try: the files that came through and are as they were.
    public var memory: ProbeCache {
        var memory = ProbeCache()
        for (identity, finding) in findings where finding.error == nil {
            guard FileIdentity(ofFileAt: finding.path) == identity else { continue }
            memory.entries.insert(
                ProbeCache.Entry(path: finding.path, identity: "\(identity)"))
        }
        return memory
    }
}
