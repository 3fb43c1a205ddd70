// SPDX-License-Identifier: MIT

/// The folder's contents by name.
extension TemporaryFolder {
    public func write(_ text: String, to name: String) {
        do throws(Files.FileError) {
            try Files.write(text, to: "\(path)/\(name)")
        } catch {
            preconditionFailure("\(error)")
        }
    }

    public func remove(_ name: String) {
        Files.remove("\(path)/\(name)")
    }

    public func contains(_ name: String) -> Bool {
        Files.mode("\(path)/\(name)") != nil
    }
}
