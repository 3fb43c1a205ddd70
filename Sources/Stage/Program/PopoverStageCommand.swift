// SPDX-License-Identifier: MIT

import LibUV
import PopoverConfiguration
import PopoverWire

/// The entry point: `popover-stage [--check] [FILE]`.
@main
struct PopoverStageCommand {
    private static let help = """
        usage: popover-stage [--check] [FILE]

        A Wayland compositor for kiosks, on which the rules of popoverd hold for what people see.
        FILE is its configuration; without it the stage starts no app.

          --check      check the configuration only
          --defaults   print a configuration with every option
          --help       print this
          --version    print the version

        It uses the daemon's socket as every client does ($POPOVERD_SOCKET), and the devices and outputs
        of the seat; $WLR_BACKENDS selects others. At SIGHUP it reads the sizes, scales, rotations and touch
        screens of the outputs again, and the apps: it starts new ones, ends removed ones and restarts changed
        ones.

        """

    static func main() {
        System.shareHeap()
        var path: String?
        var checks = false
        for argument in CommandLine.arguments.dropFirst() {
            switch argument {
            case "--help": end(printing: help)
            case "--version": end(printing: "popover-stage \(ServerVersion.number)\n")
            case "--defaults": end(printing: StageConfiguration.defaultText)
            case "--check": checks = true
            case _ where argument.hasPrefix("-"):
                refuse("unknown option \(argument); see popover-stage --help", status: 64)
            default:
                if path != nil { refuse("one configuration file at most", status: 64) }
                path = argument
            }
        }
        var configuration = StageConfiguration()
        do {
            if let path {
                configuration = try StageConfiguration.load(path: path)
                for keyboard in configuration.keyboards {
                    try check(keyboard, path)
                }
            }
        } catch {
            System.writeStandardError("\(error)\n")
            System.endProcess(with: 78)
        }
        if checks { end(printing: "the configuration is valid\n") }
        do {
            let program = try StageProgram(configuration, path: path)
            try program.run()
        } catch {
            refuse("\(error)", status: 69)
        }
    }

    private static func check(
        _ keyboard: StageConfiguration.Keyboard, _ path: String
    ) throws(InvalidConfiguration) {
        do {
            let warning = try Glass.set(keyboard)
            if !warning.isEmpty { StageProgram.log("\(path): keyboard: \(warning)") }
        } catch {
            throw InvalidConfiguration(errors: [
                ConfigurationError(file: path, key: "keyboard", message: error.description)
            ])
        }
    }

    private static func end(printing text: String) -> Never {
        System.writeStandardOutput(text)
        System.endProcess(with: 0)
    }

    private static func refuse(_ message: String, status: Int32) -> Never {
        StageProgram.log(message)
        System.endProcess(with: status)
    }
}
