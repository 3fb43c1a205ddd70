// SPDX-License-Identifier: MIT

internal import ArgumentParser
internal import PopoverClient
internal import PopoverFleet

struct FleetCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fleet",
        abstract: "Make keys, and sign what kiosks are to do.",
        discussion: """
            Needs no daemon: kiosks take what is signed from their broker. Whoever has the secret \
            key commands; the public one goes into the file that the plugin mqtt names in keys.

            Example: popoverctl fleet sign --key ops.key --name ops --to @all ping
            """,
        subcommands: [Keygen.self, Sign.self, Check.self])

    struct Keygen: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Make a key: the secret one goes into a file.",
            discussion: """
                Writes the public key, for the kiosks' file of keys. A file that is there is left \
                alone.

                Example: popoverctl fleet keygen ops.key
                """)

        @Argument(help: "The file of the secret key.")
        var file: String

        func run() throws {
            let key = SigningKey()
            try Terminal.writeSecret(Array("\(key.text)\n".utf8), toFile: file)
            try Terminal.print(key.verifyingKey.text)
        }
    }

    struct Sign: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Sign a command, for mosquitto_pub -s.",
            discussion: """
                Commands: \(FleetCommand.Name.allCases.map(\.rawValue).joined(separator: ", ")).

                Example: popoverctl fleet sign --key ops.key --name ops --to @hall alert.raise \
                title='Closing soon' severity=info key=closing
                """)

        @Option(help: ArgumentHelp("The file of the secret key.", valueName: "file"))
        var key: String

        @Option(help: ArgumentHelp("What kiosks call the key.", valueName: "name"))
        var name: String

        @Option(help: ArgumentHelp("A kiosk, or a group with @; may repeat.", valueName: "name"))
        var to: [String]

        @Option(help: ArgumentHelp("For how many seconds it holds.", valueName: "seconds"))
        var valid: Int64 = 300

        @Argument(help: "The command.")
        var command: String

        @Argument(help: ArgumentHelp("Its arguments.", valueName: "name=value"))
        var arguments: [String] = []

        func validate() throws {
            guard KioskTopics.isName(name) else {
                throw ValidationError("--name: has to be 1 to 64 of a-z A-Z 0-9 . _ -")
            }
            guard (1...CommandAuthorizer.longestLife).contains(valid) else {
                throw ValidationError(
                    "--valid: has to be from 1 to \(CommandAuthorizer.longestLife) seconds")
            }
            guard (1...FleetCommand.mostAudience).contains(to.count),
                to.allSatisfy({
                    KioskTopics.isName($0.hasPrefix("@") ? String($0.dropFirst()) : $0)
                })
            else {
                throw ValidationError("--to: has to name kiosks, or groups as in @hall")
            }
            _ = try order()
        }

        private func order() throws -> FleetCommand.Order {
            let pairs = try arguments.map { argument in
                let parts = argument.split(separator: "=", maxSplits: 1)
                guard parts.count == 2 else {
                    throw ValidationError("\(argument): expected name=value")
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
            else { throw ValidationError("\(key): holds no secret key of popoverctl fleet keygen") }
            let now = Terminal.wallClock
            let command = FleetCommand(
                audience: to, issued: now, expiry: now + valid, nonce: randomNonce(),
                order: try order())
            try Terminal.print(command.signed(by: secret, named: name))
        }
    }

    struct Check: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Say what a kiosk would say to a signed command.",
            discussion: """
                Reads it from standard input; whether it has come before is not known here.

                Example: popoverctl fleet check --keys keys --kiosk hall-3 < command
                """)

        @Option(help: ArgumentHelp("The kiosks' file of keys.", valueName: "file"))
        var keys: String

        @Option(help: ArgumentHelp("The kiosk.", valueName: "name"))
        var kiosk: String

        @Option(help: ArgumentHelp("A group that it is in; may repeat.", valueName: "name"))
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
                Terminal.complain("\(refusal.reason.rawValue): \(refusal.message)")
                throw ExitCode(ExitStatus.refused.rawValue)
            }
        }
    }
}
