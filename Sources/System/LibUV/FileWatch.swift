// SPDX-License-Identifier: MIT

import CLibUV

/// Reports changes to a file, or to a directory's entries; may merge several or split one. Editors
/// replace files instead of changing them, so watch the directory to follow a name.
public final class FileWatch: Handle {
    public struct Change: Hashable, Sendable {
        /// The changed entry, without its directory; nil if unknown.
        public let name: String?
        /// It was created, removed or renamed; otherwise its contents or attributes changed.
        public let isRename: Bool
    }

    private let path: String
    private var handler: (Result<Change, UVError>) -> Void

    /// Watches `path`, which must exist.
    public init(
        _ loop: Loop, path: String, handler: @escaping (Result<Change, UVError>) -> Void
    ) throws(UVError) {
        self.path = path
        self.handler = handler
        super.init(loop: loop) { (raw: UnsafeMutablePointer<uv_fs_event_t>) in
            // Cannot fail: it only initializes memory.
            _ = unsafe uv_fs_event_init(loop.pointer, raw)
        }
        let status = unsafe uv_fs_event_start(
            raw(as: uv_fs_event_t.self),
            { unsafe FileWatch.deliver($0, name: $1, events: $2, status: $3) }, path, 0)
        guard status == 0 else {
            close()
            throw UVError(code: status, operation: "watch \(path)")
        }
    }

    override func didClose() {
        handler = { _ in }
    }

    private static func deliver(
        _ raw: UnsafeMutablePointer<uv_fs_event_t>?, name: UnsafePointer<CChar>?,
        events: Int32, status: Int32
    ) {
        guard let watch = unsafe Handle.recover(raw, as: FileWatch.self) else { return }
        guard status == 0 else {
            watch.handler(.failure(UVError(code: status, operation: "watch \(watch.path)")))
            return
        }
        let change = Change(
            name: unsafe name.map { unsafe String(cString: $0) },
            isRename: events & Int32(UV_RENAME.rawValue) != 0)
        watch.handler(.success(change))
    }
}
