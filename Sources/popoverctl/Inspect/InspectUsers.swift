// SPDX-License-Identifier: MIT

internal import LibUV
internal import PopoverClient

/// Whose browsers may connect to the inspector: those of the user that runs it, of root, and of who has
/// become this user.
enum InspectUsers {
    /// nil: of everybody, since root runs it and nobody knows who became root.
    static var usual: Set<UInt32>? {
        all(
            of: Accounts.currentUserID,
            becameBy: [
                Environment.value("SUDO_UID"), Environment.value("PKEXEC_UID"), loginUser,
            ].compactMap { $0.flatMap { UInt32($0) } })
    }

    static func all(of user: UInt32, becameBy others: [UInt32]) -> Set<UInt32>? {
        // Nobody is (uid_t)-1, which the kernel says of a process without a login.
        let known = others.filter { $0 != .max }
        return user == 0 && known.isEmpty ? nil : Set(known + [user, 0])
    }

    /// Who has logged in, as the kernel remembers it (pam_loginuid(8)).
    private static var loginUser: String? {
        guard let bytes = try? Terminal.read(file: "/proc/self/loginuid") else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }
}
