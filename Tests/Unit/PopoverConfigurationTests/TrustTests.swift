// SPDX-License-Identifier: MIT

import Glibc
import PopoverModel
import PopoverTestSupport
import Testing

@testable import PopoverConfiguration

@Suite("Which files of a configuration are trusted")
struct TrustTests {
    private let folder = TemporaryFolder()
    private var path: String { folder.path + "/popoverd.toml" }
    private var dropIns: String { path + ".d" }
    private var dropIn: String { dropIns + "/10-kiosk.toml" }

    init() throws {
        try Files.write("", to: path)
        try Files.makeFolder(dropIns)
        try Files.write("", to: dropIn)
    }

    private var errors: [String] {
        do throws(InvalidConfiguration) {
            _ = try Configuration.load(path: path)
            return []
        } catch {
            return error.errors.map(\.description)
        }
    }

    private func permit(_ path: String, _ mode: UInt32) throws {
        try #require(unsafe chmod(path, mode) == 0)
    }

    private func replaceDropIn(byLinkTo target: String) throws {
        try #require(unsafe unlink(dropIn) == 0 && symlink(target, dropIn) == 0)
    }

    private static let reason = "can be written to by others than its owner (chmod go-w)"

    @Test("A file to which others may write is refused", arguments: [0o664, 0o646])
    func writableFile(mode: UInt32) throws {
        try permit(dropIn, mode)
        #expect(errors == ["\(dropIn): \(dropIn) \(Self.reason)"])
        try permit(dropIn, 0o644)
        #expect(errors == [])
    }

    @Test("A folder to which others may write is refused once, with or without files in it")
    func writableFolder() throws {
        try Files.write("", to: dropIns + "/20-more.toml")
        try permit(dropIns, 0o777)
        #expect(errors == ["\(dropIns): \(dropIns) \(Self.reason)"])
        try #require(unsafe unlink(dropIn) == 0 && unlink(dropIns + "/20-more.toml") == 0)
        #expect(errors == ["\(dropIns): \(dropIns) \(Self.reason)"])
        try permit(dropIns, 0o755)
        try permit(folder.path, 0o1777)
        let isRoot = geteuid() == 0
        // A sticky folder is trusted if it is root's.
        let expected = "\(dropIns): \(folder.path) \(Self.reason)"
        #expect(errors == (isRoot ? [] : [expected]))
        try permit(folder.path, 0o777)
        #expect(errors == [expected])
    }

    @Test("A link is trusted as far as its own folder and its target are")
    func links() throws {
        let other = TemporaryFolder()
        let target = other.path + "/kiosk.toml"
        try Files.write("[log]\nlevel = \"debug\"\n", to: target)
        try replaceDropIn(byLinkTo: target)
        #expect(errors == [])
        #expect(try Configuration.load(path: path).log.level == .debug)
        try permit(other.path, 0o777)
        #expect(errors == ["\(dropIn): \(other.path) \(Self.reason)"])
        try replaceDropIn(byLinkTo: "10-kiosk.toml")
        #expect(errors == ["\(dropIn): cannot open the file: Too many levels of symbolic links"])
        try replaceDropIn(byLinkTo: "../popoverd.toml")
        #expect(errors == [])
    }

    @Test("What belongs to another user is refused")
    func owner() throws {
        // Only root can give a file away.
        guard geteuid() == 0 else { return }
        let reason = "belongs to neither root nor the daemon's user (chown root)"
        try #require(unsafe chown(dropIn, 12345, 0) == 0)
        #expect(errors == ["\(dropIn): \(dropIn) \(reason)"])
        try replaceDropIn(byLinkTo: "../popoverd.toml")
        try #require(unsafe lchown(dropIn, 12345, 0) == 0)
        #expect(errors == ["\(dropIn): \(dropIn) \(reason)"])
        try replaceDropIn(byLinkTo: "../popoverd.toml")
        try #require(unsafe chown(dropIns, 12345, 0) == 0)
        #expect(errors == ["\(dropIns): \(dropIns) \(reason)"])
    }

    @Test("A pipe, a socket, a folder and a device are no files, and nobody waits for them")
    func kinds() throws {
        func becomes(_ kind: String, _ make: () -> Int32) throws {
            try #require(unsafe remove(dropIn) == 0 && make() == 0)
            #expect(errors == ["\(dropIn): expected a file, got \(kind)"])
        }
        try becomes("a pipe") { unsafe mkfifo(dropIn, 0o644) }
        try becomes("a folder") { unsafe mkdir(dropIn, 0o755) }
        try becomes("a device") { unsafe symlink("/dev/zero", dropIn) }
        if geteuid() == 0 {
            try becomes("a socket") { unsafe mknod(dropIn, S_IFSOCK | 0o644, 0) }
        }
        try #require(unsafe remove(dropIn) == 0 && symlink("/dev/null", dropIn) == 0)
        #expect(errors == [])
    }
}
