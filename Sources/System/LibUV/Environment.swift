// SPDX-License-Identifier: MIT

import Glibc

/// The value of an environment variable; nil when it is unset.
///
/// Only `SystemdActivation` changes the environment, at the start.
public func environment(_ name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }
}
