// SPDX-License-Identifier: MIT

internal import CSQLite

/// An open SQLite file, for one thread at a time.
@safe final class SQLiteConnection {
    private let path: String
    private let handle: OpaquePointer

    /// Opens an existing file.
    /// - Parameter disk: the name of an SQLite VFS; nil for the default.
    init(path: String, disk: String? = nil) throws(StorageError) {
        self.path = path
        _ = Self.isFrugal
        var opened: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        let code = unsafe sqlite3_open_v2(path, &opened, flags, disk)
        guard let connection = unsafe opened else {
            throw StorageError(
                operation: "open \(path)", cause: .refused, message: "out of memory")
        }
        guard code == SQLITE_OK else {
            let error = StorageError(
                operation: "open \(path)", cause: StorageError.Cause(code: code),
                message: unsafe String(cString: sqlite3_errmsg(connection)))
            unsafe sqlite3_close_v2(connection)
            throw error
        }
        unsafe handle = connection
    }

    deinit {
        unsafe sqlite3_close_v2(handle)
    }

    /// Whether SQLite allocates memory on demand. It refuses the setting, without harm, if it was used
    /// before in this process.
    private static let isFrugal = csqlite_allocate_singly() == SQLITE_OK

    func shrink() { unsafe sqlite3_db_release_memory(handle) }

    /// Whether no transaction is open; some errors end a transaction.
    var isOutsideTransaction: Bool { unsafe sqlite3_get_autocommit(handle) != 0 }

    /// Sets whether closing keeps the log instead of merging it into the database.
    func keepLog(_ keep: Bool) throws(StorageError) {
        let code = unsafe csqlite_keep_log(handle, keep ? 1 : 0)
        guard code == SQLITE_OK else { throw error(code, operation: "keep the log") }
    }

    func syncLog() throws(StorageError) {
        let code = unsafe csqlite_sync_log(handle)
        guard code == SQLITE_OK else { throw error(code, operation: "sync the log") }
    }

    /// Writes the log again and syncs it, to recover from a failed sync.
    func renewLog() throws(StorageError) {
        let code = unsafe csqlite_renew_log(handle)
        guard code == SQLITE_OK else { throw error(code, operation: "write the log again") }
    }

    func prepare(_ sql: String) throws(StorageError) -> SQLiteStatement {
        var prepared: OpaquePointer?
        let code = unsafe sqlite3_prepare_v3(
            handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
        guard code == SQLITE_OK, let statement = unsafe prepared else {
            throw error(code, operation: sql)
        }
        return unsafe SQLiteStatement(handle: statement, connection: self, sql: sql)
    }

    /// Runs one statement and ignores its rows.
    func execute(_ sql: String) throws(StorageError) {
        let statement = try prepare(sql)
        while try statement.step() {}
    }

    /// The first column of the first row; 0 without a row.
    func integer(_ sql: String) throws(StorageError) -> Int64 {
        let statement = try prepare(sql)
        return try statement.step() ? statement.integer(at: 0) : 0
    }

    /// The first column of the first row as text; empty without a row.
    func text(_ sql: String) throws(StorageError) -> String {
        let statement = try prepare(sql)
        return try statement.step() ? statement.text(at: 0) : ""
    }

    /// SQLite's last error, with the failed operation.
    func error(_ code: Int32, operation: String) -> StorageError {
        StorageError(
            operation: "\(operation) on \(path)", cause: StorageError.Cause(code: code),
            message: unsafe String(cString: sqlite3_errmsg(handle)))
    }
}

extension StorageError.Cause {
    /// Classifies a primary or extended result code of SQLite.
    init(code: Int32) {
        switch code & 0xff {
        case SQLITE_BUSY, SQLITE_LOCKED: self = .inUse
        case SQLITE_CORRUPT, SQLITE_NOTADB: self = .damaged
        default: self = .refused
        }
    }
}
