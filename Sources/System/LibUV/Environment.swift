// SPDX-License-Identifier: MIT

import Glibc

/// nil when the variable is unset. Only `SystemdActivation` changes the environment, at the start.
public func environment(_ name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }
}
