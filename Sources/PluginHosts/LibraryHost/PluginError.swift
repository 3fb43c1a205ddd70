// SPDX-License-Identifier: MIT

public import TrustedFiles

/// Why a plugin could not be loaded, found or reloaded. It is a value, never fatal.
public struct PluginError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file's path, or the plugin's name where no file was found for it.
    public let subject: String
    public let cause: Cause

    public init(_ subject: String, _ cause: Cause) {
        self.subject = subject
        self.cause = cause
    }

    public var description: String { "\(subject): \(cause.description)" }

    public enum Cause: Error, Hashable, Sendable, CustomStringConvertible {
        /// No plugin and no file has this name.
        case unknown
        /// The administrator does not want it.
        case disabled
        /// Neither the configuration nor a request names it.
        case unnamed
        /// What was found when it was tried in a process of its own.
        case failedTrial(String)
        /// It has not been tried in a process of its own.
        case untried
        /// A program that has not come so far as to answer, in its own or the host's words.
        case notRunning(String)
        /// `before` and `after` go in a circle, which it names.
        case circularOrder(String)
        case notExecutable
        /// Its file, or one on the way to it or beside it, is not trusted or cannot be read.
        case distrusted(Distrust)
        /// The folder `of` a program holds more files than can be judged.
        case tooManyFiles(of: String, limit: Int)
        /// The folder `of` a program holds a folder that the program must not read.
        case holdsSecret(of: String, folder: String)
        /// Larger than `limit` bytes.
        case tooLarge(limit: Int)
        /// The process holds as many images as it may; a restart frees them.
        case tooManyImages(limit: Int)
        /// The dynamic linker's words: no ELF file, an undefined symbol.
        case notLoadable(String)
        /// It does not export `popoverd_plugin_abi_2`.
        case noEntryPoint
        case wrongMagic(UInt32)
        /// It was built with another major version of the header.
        case otherMajor(UInt32)
        case unknownKind(UInt32)
        /// Its table says something that cannot be.
        case malformed(String)
        /// `create` answered with this number.
        case refusedToStart(Int32)
        /// `self_test` answered with this number.
        case failedSelfTest(Int32)
        /// The daemon died in the calls of the plugin of this name; the reason says when and in which.
        case quarantined(String, reason: String)
        /// The configuration sets an option that it does not declare.
        case undeclaredOption(String, declared: [String])
        /// The configuration sets an option to what is not of its type.
        case wrongOption(String, expected: String, got: String)
        /// `export_state` said that it wrote so many bytes.
        case tooMuchState(UInt64)
        /// `import_state` answered with this number.
        case refusedState(Int32)
        case duplicatePlugin(String, other: String)
        case duplicateBehavior(String, other: String)

        public var description: String {
            switch self {
            case .unknown: "no plugin has this name"
            case .disabled: "the configuration does not enable it"
            case .unnamed:
                "needs a section [[plugin]] with its name in the configuration"
            case .failedTrial(let reason): reason
            case .untried: "was not probed in a process of its own; load it again"
            case .notRunning(let reason): reason
            case .circularOrder(let circle): circle
            case .notExecutable: "is not executable (chmod +x)"
            case .distrusted(let distrust): distrust.description
            case .tooManyFiles(let path, let limit):
                "its folder \(path) holds more than \(limit) files; give the program a folder of its own"
            case .holdsSecret(let path, let folder):
                "its folder \(path) holds \(folder), which plugins must not read; give the program a folder of its own"
            case .tooLarge(let limit): "is larger than \(limit) bytes"
            case .tooManyImages(let limit):
                "\(limit) libraries have been loaded since the start; restart the daemon"
            case .notLoadable(let reason): reason
            case .noEntryPoint: "does not export popoverd_plugin_abi_2"
            case .wrongMagic(let magic):
                "its descriptor begins with 0x\(String(magic, radix: 16)), not with POPOVER_PLUGIN_MAGIC"
            case .otherMajor(let major):
                "was built with version \(major) of popover_plugin.h; build it with version 2"
            case .unknownKind(let kind): "its kind is unknown: \(kind)"
            case .malformed(let reason): "invalid descriptor: \(reason)"
            case .refusedToStart(let status): "could not start (\(status))"
            case .failedSelfTest(let status): "failed its self test (\(status))"
            case .quarantined(_, let reason): reason
            case .undeclaredOption(let name, let declared):
                "has no option \"\(name)\" ("
                    + (declared.isEmpty
                        ? "it has none)" : "known: \(declared.joined(separator: ", ")))")
            case .wrongOption(let name, let expected, let got):
                "option \"\(name)\": expected \(expected), got \(got)"
            case .tooMuchState(let count):
                "export_state reported a state of \(count) bytes"
            case .refusedState(let status):
                "import_state failed (\(status))"
            case .duplicatePlugin(let name, let other):
                "its name \"\(name)\" is already used by \(other)"
            case .duplicateBehavior(let name, let other):
                "its behavior \"\(name)\" is already provided by \(other)"
            }
        }
    }
}
