// SPDX-License-Identifier: MIT

internal import LibUV

/// The users and groups that a configuration names, by their numbers on this machine.
public struct ConfiguredAccounts: Hashable, Sendable {
    public private(set) var administrators: Set<UInt32> = []
    public private(set) var administratorGroup: UInt32?
    /// One for each section `[[bind]]`.
    public private(set) var bindings: [Members] = []

    public struct Members: Hashable, Sendable {
        public var users: Set<UInt32>
        public var groups: Set<UInt32>
    }

    private enum Kind: String {
        case user
        case group
    }

    /// Throws every name that this machine does not know. A number needs no account: users of containers
    /// and directory services often have none.
    public init(of loaded: LoadedConfiguration) throws(InvalidConfiguration) {
        var errors: [ConfigurationError] = []
        func numbers(_ kind: Kind, _ names: [String], at key: String) -> Set<UInt32> {
            var numbers: Set<UInt32> = []
            for name in names {
                if let number = UInt32(name) {
                    numbers.insert(number)
                    continue
                }
                do throws(UVError) {
                    if let number = try Self.lookUp(kind, name) {
                        numbers.insert(number)
                    } else {
                        errors.append(
                            loaded.error(key, "there is no \(kind.rawValue) \"\(name)\""))
                    }
                } catch {
                    errors.append(loaded.error(key, "\(error)"))
                }
            }
            return numbers
        }
        let configuration = loaded.configuration
        administrators = numbers(
            .user, configuration.administrators.users, at: "administrators.users")
        administratorGroup =
            numbers(
                .group, configuration.administrators.group.map { [$0] } ?? [],
                at: "administrators.group"
            ).first
        bindings = configuration.bindings.enumerated().map { index, binding in
            Members(
                users: numbers(.user, binding.users, at: "bind[\(index)].users"),
                groups: numbers(.group, binding.groups, at: "bind[\(index)].groups"))
        }
        guard errors.isEmpty else { throw InvalidConfiguration(errors: errors) }
    }

    private static func lookUp(_ kind: Kind, _ name: String) throws(UVError) -> UInt32? {
        switch kind {
        case .user: try Accounts.userID(named: name)
        case .group: try Accounts.groupID(named: name)
        }
    }
}
