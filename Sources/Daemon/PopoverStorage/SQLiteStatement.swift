// SPDX-License-Identifier: MIT

internal import CSQLite

/// A prepared statement. Parameters count from 1, columns from 0, as SQLite counts them.
@safe final class SQLiteStatement {
    private let handle: OpaquePointer
    // A statement must not outlive its connection.
    private let connection: SQLiteConnection
    private let sql: String

    /// Makes SQLite copy bound values.
    private static let transient = unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)

    /// - Parameter handle: owned by the new object.
    init(handle: OpaquePointer, connection: SQLiteConnection, sql: String) {
        unsafe self.handle = handle
        self.connection = connection
        self.sql = sql
    }

    deinit {
        unsafe sqlite3_finalize(handle)
    }

    func bind(_ number: Int64, at parameter: Int32) throws(StorageError) {
        try check(unsafe sqlite3_bind_int64(handle, parameter, number))
    }

    func bind(_ text: String, at parameter: Int32) throws(StorageError) {
        var text = text
        let code = text.withUTF8 { utf8 in
            unsafe utf8.withMemoryRebound(to: CChar.self) { characters in
                unsafe sqlite3_bind_text64(
                    handle, parameter, characters.baseAddress, UInt64(characters.count),
                    Self.transient, UInt8(SQLITE_UTF8))
            }
        }
        try check(code)
    }

    func bind(_ bytes: [UInt8], at parameter: Int32) throws(StorageError) {
        let code = unsafe bytes.withUnsafeBytes { buffer in
            unsafe sqlite3_bind_blob64(
                handle, parameter, buffer.baseAddress, UInt64(buffer.count), Self.transient)
        }
        try check(code)
    }

    /// Advances to the next row; false after the last.
    func step() throws(StorageError) -> Bool {
        let code = unsafe sqlite3_step(handle)
        switch code {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        default: throw connection.error(code, operation: sql)
        }
    }

    /// Runs the statement, and resets it whether it succeeds or not.
    func run() throws(StorageError) {
        defer {
            // Its result code only repeats the error of the step.
            unsafe sqlite3_reset(handle)
            unsafe sqlite3_clear_bindings(handle)
        }
        while try step() {}
    }

    func integer(at column: Int32) -> Int64 {
        unsafe sqlite3_column_int64(handle, column)
    }

    func text(at column: Int32) -> String {
        String(decoding: bytes(at: column), as: UTF8.self)
    }

    func bytes(at column: Int32) -> [UInt8] {
        guard let start = unsafe sqlite3_column_blob(handle, column) else { return [] }
        let count = Int(unsafe sqlite3_column_bytes(handle, column))
        return unsafe Array(UnsafeRawBufferPointer(start: start, count: count))
    }

    private func check(_ code: Int32) throws(StorageError) {
        guard code == SQLITE_OK else { throw connection.error(code, operation: sql) }
    }
}
