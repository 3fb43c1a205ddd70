// SPDX-License-Identifier: MIT

/// Where the files are that popoverctl reads.
struct ProgramRoots {
    /// The prefix of an installation, such as `/usr`.
    let installed: String
    /// The source tree, if popoverctl was built in it: in `.build/TRIPLE/CONFIGURATION`.
    let source: String

    init() throws(FileError) {
        let program = try Terminal.realPath(of: "/proc/self/exe")
        let folders = program.split(separator: "/").dropLast()
        func path(up count: Int) -> String {
            folders.dropLast(count).map { "/\($0)" }.joined()
        }
        installed = path(up: 1)
        source = path(up: 3)
    }
}
