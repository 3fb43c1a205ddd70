// SPDX-License-Identifier: MIT

internal import ArgumentParser
internal import PopoverClient
internal import PopoverFleet
internal import PopoverModel

struct FleetCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fleet",
        abstract: "Create keys, and sign or verify commands for kiosks.",
        discussion: """
            Needs no daemon. Kiosks receive signed commands from their broker. Anyone with the \
            secret key can command them; the public key belongs in the file that the option keys \
            of the plugin mqtt names.

            Example: popoverctl fleet sign --key ops.key --name ops --to @all ping
            """,
        subcommands: [Keygen.self, Sign.self, Check.self])

    struct Keygen: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Create a key pair and write the secret key to a new file.",
            discussion: """
                Writes the public key to standard output, for the key file of the kiosks. An \
                existing file is never overwritten.

                Example: popoverctl fleet keygen ops.key
                """)

        @Argument(help: "New file for the secret key.")
        var file: String

        func run() throws {
            let key = SigningKey()
            try Terminal.writeSecret(Array("\(key.text)\n".utf8), toFile: file)
            try Terminal.print(key.verifyingKey.text)
        }
    }

    struct Sign: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Sign a command and write it, for mosquitto_pub -s.",
            discussion: """
                Commands: \(FleetCommand.Name.allCases.map(\.rawValue).joined(separator: ", ")).

                Example: popoverctl fleet sign --key ops.key --name ops --to @hall alert.raise \
                title='Closing soon' severity=info key=closing
                """)

        @Option(help: ArgumentHelp("File with the secret key.", valueName: "file"))
        var key: String

        @Option(help: ArgumentHelp("Name of the key in the kiosks' key file.", valueName: "name"))
        var name: String

        @Option(help: ArgumentHelp("Kiosk, or group with @. Repeatable.", valueName: "name"))
        var to: [String]

        @Option(help: ArgumentHelp("Lifetime of the command.", valueName: "duration"))
        var valid = Interval.milliseconds(300_000)

        @Argument(help: "Command to sign.")
        var command: String

        @Argument(help: ArgumentHelp("Arguments of the command.", valueName: "name=value"))
        var arguments: [String] = []

        func validate() throws {
            guard KioskTopics.isName(name) else {
                throw ValidationError("--name: expected 1 to 64 characters of a-z A-Z 0-9 . _ -")
            }
            let longest = Interval.milliseconds(CommandAuthorizer.longestLife * 1000)
            guard (.milliseconds(1000)...longest).contains(valid) else {
                throw ValidationError("--valid: expected 1s to \(longest.words)")
            }
            guard (1...FleetCommand.mostAudience).contains(to.count),
                to.allSatisfy({
                    KioskTopics.isName($0.hasPrefix("@") ? String($0.dropFirst()) : $0)
                })
            else {
                throw ValidationError("--to: expected names of kiosks, or of groups with @ (@hall)")
            }
            _ = try order()
        }

        private func order() throws -> FleetCommand.Order {
            let pairs = try arguments.map { argument in
                let parts = argument.split(separator: "=", maxSplits: 1)
                guard parts.count == 2 else {
                    throw ValidationError("\"\(argument)\": expected name=value")
                }
                return (String(parts[0]), String(parts[1]))
            }
            do {
                return try FleetCommand.Order(named: command, arguments: pairs)
            } catch {
                throw ValidationError(error.message)
            }
        }

        func run() throws {
            let words = String(decoding: try Terminal.read(file: key), as: UTF8.self)
            guard let line = words.split(whereSeparator: \.isWhitespace).first,
                let secret = SigningKey(String(line))
            else { throw ValidationError("\(key): no secret key of popoverctl fleet keygen") }
            let now = Terminal.wallClock
            let command = FleetCommand(
                audience: to, issued: now, expiry: now + valid.milliseconds / 1000,
                nonce: randomNonce(),
                order: try order())
            try Terminal.print(command.signed(by: secret, named: name))
        }
    }

    struct Check: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Verify a signed command offline.",
            discussion: """
                Reads the command from standard input. Cannot tell whether a kiosk has already \
                received the command.

                Example: popoverctl fleet check --keys keys --kiosk hall-3 < command
                """)

        @Option(help: ArgumentHelp("Key file of the kiosks.", valueName: "file"))
        var keys: String

        @Option(help: ArgumentHelp("Name of the kiosk.", valueName: "name"))
        var kiosk: String

        @Option(help: ArgumentHelp("Group of the kiosk. Repeatable.", valueName: "name"))
        var group: [String] = []

        func run() throws {
            let token = try Terminal.read(file: "-")
            let words = String(decoding: try Terminal.read(file: keys), as: UTF8.self)
            let door: CommandAuthorizer
            do {
                door = CommandAuthorizer(
                    topics: try KioskTopics(prefix: "popoverd", kiosk: kiosk, groups: group),
                    keys: try KeyRing(words))
            } catch {
                throw ValidationError("\(error)")
            }
            do {
                let warrant = try door.authorize(token, at: Terminal.wallClock)
                try Terminal.print(
                    "\(warrant.command.order.name.rawValue) of \(warrant.key) is accepted")
            } catch let refusal as CommandError {
                let reason = refusal.reason.rawValue
                throw ErrorReport(.refused, "\(reason): \(refusal.message)", reason: reason)
            }
        }
    }
}
