// SPDX-License-Identifier: MIT

import Glibc

/// The value of an environment variable; nil when it is unset.
///
/// The environment belongs to the whole process, and nothing here writes to it but
/// `SystemdActivation`, at the start.
public func environment(_ name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }
}
