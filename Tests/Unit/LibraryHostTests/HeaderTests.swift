// SPDX-License-Identifier: MIT

import Testing

@Suite("The header")
struct HeaderTests {
    static let compilers = [
        ["cc", "-std=c99", "-pedantic", "-x", "c"],
        ["cc", "-std=c11", "-pedantic", "-x", "c"],
        ["c++", "-std=c++98", "-x", "c++"],
        ["c++", "-std=c++17", "-pedantic", "-x", "c++"],
    ]

    @Test("It compiles alone, without a warning, as C and as C++", arguments: compilers)
    func compiles(_ compiler: [String]) throws {
        let zoo = try Zoo()
        let source = "#include \"popover_plugin.h\"\nint main(void) { return 0; }\n"
        try zoo.write(source, to: "alone.c")
        try run(
            compiler + ["-Wall", "-Wextra", "-Werror", "-fsyntax-only", "-I\(headerFolder)"]
                + [zoo.path("alone.c")])
    }
}
