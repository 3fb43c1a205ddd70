// SPDX-License-Identifier: MIT

import PopoverTestSupport

/// What is in the folder, by name.
extension TemporaryFolder {
    func write(_ text: String, to name: String) {
        do throws(Files.Trouble) {
            try Files.write(text, to: "\(path)/\(name)")
        } catch {
            preconditionFailure("\(error)")
        }
    }

    func remove(_ name: String) {
        Files.remove("\(path)/\(name)")
    }

    func contains(_ name: String) -> Bool {
        Files.mode("\(path)/\(name)") != nil
    }
}
