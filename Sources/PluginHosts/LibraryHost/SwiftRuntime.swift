// SPDX-License-Identifier: MIT

import Glibc

/// Swift's runtime for plugins in Swift; the daemon's own is linked into it and hidden.
///
/// A plugin is loaded from memory, so it finds no library relative to itself. What an installation
/// brings is loaded here, once, and the dynamic linker then finds it by its name.
enum SwiftRuntime {
    private static let libraries = [
        "libswiftCore.so", "libswiftGlibc.so", "libswiftSynchronization.so",
    ]

    /// Whether the installation beside this program has a runtime, which is then loaded.
    static let isLoaded: Bool = {
        guard let folder = programFolder.map({ "\($0)/../lib/popoverd/swift" }) else {
            return false
        }
        let flags = RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE
        return libraries.allSatisfy { name in unsafe dlopen("\(folder)/\(name)", flags) != nil }
    }()

    private static var programFolder: String? {
        guard let path = unsafe realpath("/proc/self/exe", nil) else { return nil }
        defer { unsafe free(path) }
        let program = unsafe String(cString: path)
        return program.lastIndex(of: "/").map { String(program[..<$0]) }
    }
}
