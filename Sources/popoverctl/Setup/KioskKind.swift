// SPDX-License-Identifier: MIT

internal import ArgumentParser
internal import Glibc
internal import PopoverConfiguration

/// A kind of kiosk: a folder that looks like the machine's root, and a file `about` beside it.
struct KioskKind {
    /// A file that has to be there, with the Debian package that has it or, if there is none, what it is.
    struct Need: Hashable {
        var path: String
        var package: String?
        var meaning: String?
    }

    let name: String
    /// Absolute paths on the machine, sorted.
    let files: [String]
    private(set) var purpose = ""
    private(set) var needs: [Need] = []
    private(set) var units: [String] = []
    /// What is left to do by hand.
    private(set) var rest = ""
    private let folder: String

    private static let about = "about"

    /// The kinds that are installed, or those of the source tree that popoverctl was built in; sorted.
    static func all() throws(FileError) -> [KioskKind] {
        let roots = try ProgramRoots()
        let places = ["\(roots.installed)/share/popoverd/kiosks", "\(roots.source)/config/kiosks"]
        let found = places.first { !FileFacts.names(in: $0).isEmpty } ?? places[0]
        var kinds: [KioskKind] = []
        for name in FileFacts.names(in: found) {
            kinds.append(try KioskKind(name, in: "\(found)/\(name)"))
        }
        guard !kinds.isEmpty else { throw FileError(path: found, code: ENOENT) }
        return kinds
    }

    static func named(_ name: String) throws -> KioskKind {
        let all = try all()
        if let kind = all.first(where: { $0.name == name }) { return kind }
        let nearest = Spelling.nearest(to: name, among: all.map(\.name))
        let hint = nearest.map { "did you mean \"\($0)\"?" } ?? "see popoverctl setup"
        throw ValidationError("unknown kind of kiosk \"\(name)\"; \(hint)")
    }

    private init(_ name: String, in folder: String) throws(FileError) {
        self.name = name
        self.folder = folder
        files = try Self.files(below: folder, "").filter { $0 != "/\(Self.about)" }
        let text = String(
            decoding: try Terminal.read(file: "\(folder)/\(Self.about)"), as: UTF8.self)
        for line in text.split(separator: "\n") where !line.hasPrefix("#") {
            let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
            let value = parts.last ?? ""
            switch parts.first {
            case "for": purpose = value
            case "needs": needs.append(Self.need(value))
            case "enable": units.append(value)
            default: rest = value
            }
        }
    }

    /// `/usr/bin/picom picom`, or `/etc/popoverd/fleet-keys: who may command`.
    private static func need(_ text: String) -> Need {
        let words = text.split(separator: " ", maxSplits: 1).map(String.init)
        let meaning = words[0].hasSuffix(":") ? words.last : nil
        return Need(
            path: meaning == nil ? words[0] : String(words[0].dropLast()),
            package: meaning == nil ? words.last : nil, meaning: meaning)
    }

    private static func files(below folder: String, _ path: String) throws(FileError) -> [String] {
        var files: [String] = []
        for name in FileFacts.names(in: folder + path) {
            let file = "\(path)/\(name)"
            if try FileFacts(folder + file).isFolder {
                files += try Self.files(below: folder, file)
            } else {
                files.append(file)
            }
        }
        return files
    }

    func bytes(of file: String) throws(FileError) -> [UInt8] {
        try Terminal.read(file: folder + file)
    }

    func mode(of file: String) throws(FileError) -> UInt32 {
        try FileFacts(folder + file).mode & 0o111 == 0 ? 0o644 : 0o755
    }
}
