// SPDX-License-Identifier: MIT

import Glibc

/// nil when the variable is unset. Only `SystemdActivation` changes the environment, at the start.
public func environment(_ name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }
}

/// The variables of this process, `NAME=value` each.
public var environmentVariables: [String] {
    var variables: [String] = []
    var next = unsafe environ
    while let variable = unsafe next.pointee {
        unsafe variables.append(String(cString: variable))
        unsafe next += 1
    }
    return variables
}
