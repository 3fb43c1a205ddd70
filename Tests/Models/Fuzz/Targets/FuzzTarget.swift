// SPDX-License-Identifier: MIT

/// Something of the daemon's that reads bytes of others', and what has to hold whatever they are.
///
/// A target is made once and run on many inputs; a run leaves nothing behind that the next could
/// notice. The fuzzer makes inputs up, `FuzzRegressionTests` runs those that are kept.
public protocol FuzzTarget: AnyObject, SendableMetatype {
    /// Of its folder among the corpora.
    static var name: String { get }
    /// Longer inputs find nothing that shorter ones do not, in bytes.
    static var longest: Int { get }
    /// What to begin with, where nothing is kept yet.
    static var seeds: [[UInt8]] { get }

    init()

    /// Throws what does not hold.
    func run(_ input: [UInt8]) throws(Broken)
}

/// What should always hold, and did not.
public struct Broken: Error, CustomStringConvertible {
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}

/// Every target there is.
public let fuzzTargets: [any FuzzTarget.Type] = [
    FramerTarget.self, MessageTarget.self, DirectTarget.self, ConfigurationTarget.self,
    PluginAnswerTarget.self, SessionTarget.self,
]

func require(_ holds: Bool, _ description: @autoclosure () -> String) throws(Broken) {
    if !holds { throw Broken(description()) }
}
