// SPDX-License-Identifier: MIT

/// The name and version of the daemon, in `hello` and on command lines.
public enum ServerVersion {
    public static let number = "0.1.0"
    public static let name = "popoverd \(number)"
}
