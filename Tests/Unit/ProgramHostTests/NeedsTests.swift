// SPDX-License-Identifier: MIT

import Glibc
import LibUV
import PopoverModel
import PopoverTestSupport
import PopoverWire
import Testing

@testable import ProgramHost

@Suite("What a program needs of this machine")
struct NeedsTests {
    private let folder = TemporaryFolder()

    /// The sandbox of a program with these needs, and with an option `file`.
    private func sandbox(
        _ needs: Sandbox, file: OptionValue? = nil, usual: OptionValue? = nil
    ) throws -> Sandbox {
        try #require(self.needs(needs, file: file, usual: usual).sandbox)
    }

    private func needs(
        _ needs: Sandbox, file: OptionValue? = nil, usual: OptionValue? = nil,
        isTrusted: Bool = true, unit: String? = nil
    ) -> Needs {
        var manifest = Manifest(name: "zoo", version: "1")
        manifest.needs = needs
        manifest.options = [Manifest.Option(name: "file", type: .string, usual: usual)]
        var settings = ProgramSettings(name: "zoo", path: "/bin/true")
        settings.state = "\(folder.path)/state"
        settings.socket = "\(folder.path)/run/socket"
        settings.isTrusted = isTrusted
        settings.options = file.map { [PluginOption(name: "file", value: $0)] } ?? []
        var variables = [
            "FOLDER": folder.path, "CREDENTIALS_DIRECTORY": "\(folder.path)/credentials",
        ]
        variables["STATE_DIRECTORY"] = unit
        return Needs(settings, manifest) { variables[$0] }
    }

    private func readable(_ need: String, file: OptionValue? = nil) throws -> [String] {
        try sandbox(Sandbox(readPaths: [need]), file: file).readPaths
    }

    @Test("a path is there, or left out; nothing else changes")
    func paths() throws {
        let needs = Sandbox(
            network: true, unixSockets: true, readPaths: ["/usr", "/nowhere"], environment: ["A"])
        #expect(
            try sandbox(needs)
                == Sandbox(
                    network: true, unixSockets: true, readPaths: ["/usr"], environment: ["A"]))
    }

    @Test("a path may begin with a variable of the daemon's")
    func variables() throws {
        try Files.makeFolder("\(folder.path)/state")
        #expect(try readable("$FOLDER") == [folder.path])
        #expect(try readable("$FOLDER/state") == ["\(folder.path)/state"])
        for none in ["$", "$NONE", "$NONE/usr", "$FOLDER/no"] {
            #expect(try readable(none) == [])
        }
    }

    @Test("the socket is that of this daemon, whatever its environment says")
    func socket() {
        var settings = ProgramSettings(name: "zoo", path: "/bin/true")
        #expect(settings.variable("POPOVERD_SOCKET") == nil)
        settings.socket = "/run/own"
        #expect(settings.variable("POPOVERD_SOCKET") == "/run/own")
        #expect(settings.variable("HOME") == environment("HOME"))
    }

    @Test("the file that an option names may be replaced, unless the drafts are beside it")
    func files() throws {
        try Files.makeFolder("\(folder.path)/state")
        try Files.makeFolder("\(folder.path)/stated")
        let keys = ["keys", "state/keys", "stated/keys"].map { "\(folder.path)/\($0)" }
        for path in keys { try Files.write("", to: path) }
        // The state folder is below the first one's folder, and is that of the second.
        for key in keys[..<2] { #expect(try readable("@file", file: .string(key)) == [key]) }
        #expect(try readable("@file", file: .string(keys[2])) == ["\(folder.path)/stated"])
        #expect(try readable("@file", file: .string(folder.path)) == [folder.path])
        #expect(
            try readable("@file", file: .strings(["/usr/bin/true", "", "/nowhere/x"]))
                == ["/usr/bin"])
        for none in [nil, .string(""), .string("keys"), .boolean(true)] as [OptionValue?] {
            #expect(try readable("@file", file: none) == [])
        }
    }

    @Test("a credential's folder is read where an option names a credential")
    func credentials() throws {
        try Files.makeFolder("\(folder.path)/credentials")
        #expect(
            try readable("@file", file: .string("password")) == ["\(folder.path)/credentials"])
    }

    @Test(
        "a folder to be written to is made: the option's, else its default's, in the state folder")
    func written() throws {
        try Files.makeFolder("\(folder.path)/state")
        let needs = Sandbox(writePaths: ["@file"])
        let usual = OptionValue.string("fleet")
        #expect(
            try sandbox(needs, usual: usual).writePaths == ["\(folder.path)/state/fleet"])
        #expect(
            try sandbox(needs, file: .string(""), usual: usual).writePaths
                == ["\(folder.path)/state/fleet"])
        #expect(
            try sandbox(needs, file: .string("\(folder.path)/own"), usual: usual).writePaths
                == ["\(folder.path)/own"])
        var status = stat()
        #expect(unsafe stat("\(folder.path)/own", &status) == 0 && status.st_mode & 0o777 == 0o700)
        #expect(try sandbox(needs, file: .string("/nowhere/else")).writePaths == [])
    }

    @Test("a file to be written to is made where others look for it, for the daemon's user alone")
    func writtenFiles() throws {
        for name in ["run", "unit", "run/folder"] { try Files.makeFolder("\(folder.path)/\(name)") }
        let needs = Sandbox(writeFiles: ["@file"])
        let unit = "\(folder.path)/unit"
        let places = [(nil, "run/token"), (unit, "unit/token"), ("\(unit):/other", "unit/token")]
        for (state, path) in places as [(String?, String)] {
            let path = "\(folder.path)/\(path)"
            try Files.write("secret", to: path)
            unsafe chmod(path, 0o640)
            let made = self.needs(needs, usual: .string("token"), unit: state).sandbox
            #expect(made?.writePaths == [path] && made?.writeFiles == [])
            #expect(Files.mode(path)?.permissions == 0o600)
            // What others could read is gone, and what they could not stays.
            #expect(Files.read(path) == [])
            try Files.write("secret", to: path)
            unsafe chmod(path, 0o600)
            _ = self.needs(needs, usual: .string("token"), unit: state).sandbox
            #expect(Files.read(path) == Array("secret".utf8))
        }
        #expect(try sandbox(needs, file: .string("folder")).writePaths == [])
        #expect(try sandbox(needs, file: .string("other/token")).writePaths == [])
        #expect(try sandbox(needs, file: .string("/nowhere/else")).writePaths == [])
    }

    @Test("the program gets the whole path of what an option names")
    func wholePaths() {
        let needs = [
            Sandbox(readPaths: ["@file"]): "credentials", Sandbox(writePaths: ["@file"]): "state",
            Sandbox(writeFiles: ["@file"]): "run",
        ]
        let usual = OptionValue.string("usual")
        func whole(
            _ need: Sandbox, _ value: OptionValue, isTrusted: Bool = true
        ) -> OptionValue? {
            self.needs(need, file: value, usual: usual, isTrusted: isTrusted)
                .whole([PluginOption(name: "file", value: value)]).first?.value
        }
        for (need, place) in needs {
            #expect(whole(need, .string("a")) == .string("\(folder.path)/\(place)/a"))
            #expect(whole(need, .string("")) == .string("\(folder.path)/\(place)/usual"))
            #expect(whole(need, .string("/srv/a")) == .string("/srv/a"))
            #expect(whole(need, .string("srv/a")) == .string("srv/a"))
            #expect(whole(need, .strings(["a"])) == .strings(["a"]))
            #expect(whole(need, .string("a"), isTrusted: false) == .string("a"))
        }
        #expect(whole(Sandbox(readPaths: ["/usr"]), .string("a")) == .string("a"))
    }
}
