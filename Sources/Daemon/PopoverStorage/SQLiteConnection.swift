// SPDX-License-Identifier: MIT

internal import CSQLite

/// An open SQLite file, used by one thread at a time.
@safe final class SQLiteConnection {
    private let path: String
    private let handle: OpaquePointer

    /// Opens a file that exists.
    ///
    /// - Parameter disk: the name of an SQLite VFS; nil is the machine's.
    init(path: String, disk: String? = nil) throws(StorageError) {
        self.path = path
        _ = Self.isFrugal
        var opened: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        let code = unsafe sqlite3_open_v2(path, &opened, flags, disk)
        guard let connection = unsafe opened else {
            throw StorageError(
                operation: "open \(path)", cause: .refused, message: "not enough memory")
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

    /// Whether pages are allocated as they are needed; SQLite refuses that where somebody in the
    /// process has begun to use it before, and works all the same.
    private static let isFrugal = csqlite_allocate_pages_singly() == SQLITE_OK

    /// Gives back what is not needed to answer the next statement.
    func shrink() { unsafe sqlite3_db_release_memory(handle) }

    /// Whether no transaction is open; SQLite itself ends some that fail.
    var isOutsideTransaction: Bool { unsafe sqlite3_get_autocommit(handle) != 0 }

    /// Whether closing leaves the log as it is, rather than writing it into the database and
    /// deleting it.
    func keepLog(_ keep: Bool) throws(StorageError) {
        let code = unsafe csqlite_keep_log(handle, keep ? 1 : 0)
        guard code == SQLITE_OK else { throw error(code, operation: "keep the log") }
    }

    /// Brings the log to the medium as it is.
    func syncLog() throws(StorageError) {
        let code = unsafe csqlite_sync_log(handle)
        guard code == SQLITE_OK else { throw error(code, operation: "sync the log") }
    }

    /// Writes the log again and brings it to the medium, whatever became of earlier syncs.
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

    /// Carries out one statement and passes over what it answers.
    func execute(_ sql: String) throws(StorageError) {
        let statement = try prepare(sql)
        while try statement.step() {}
    }

    /// The first column of the first row of the answer; 0 where there is none.
    func integer(_ sql: String) throws(StorageError) -> Int64 {
        let statement = try prepare(sql)
        return try statement.step() ? statement.integer(at: 0) : 0
    }

    /// The same as text; empty where there is none.
    func text(_ sql: String) throws(StorageError) -> String {
        let statement = try prepare(sql)
        return try statement.step() ? statement.text(at: 0) : ""
    }

    /// SQLite's last error, with what was tried.
    func error(_ code: Int32, operation: String) -> StorageError {
        StorageError(
            operation: "\(operation) on \(path)", cause: StorageError.Cause(code: code),
            message: unsafe String(cString: sqlite3_errmsg(handle)))
    }
}

extension StorageError.Cause {
    /// What SQLite's result code, plain or extended, comes to.
    init(code: Int32) {
        switch code & 0xff {
        case SQLITE_BUSY, SQLITE_LOCKED: self = .inUse
        case SQLITE_CORRUPT, SQLITE_NOTADB: self = .damaged
        default: self = .refused
        }
    }
}
