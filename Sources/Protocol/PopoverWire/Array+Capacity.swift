// SPDX-License-Identifier: MIT

// Swift 6.3 has these for all arrays.
#if compiler(<6.3)
    extension [UInt8] {
        /// An array of at most so many bytes, which the body writes.
        init(capacity: Int, initializingWith body: (inout OutputSpan<UInt8>) -> Void) {
            unsafe self.init(unsafeUninitializedCapacity: capacity) { room, count in
                unsafe count = Self.fill(room, body)
            }
        }

        /// Appends at most so many bytes, which the body writes.
        mutating func append(
            addingCapacity capacity: Int, initializingWith body: (inout OutputSpan<UInt8>) -> Void
        ) {
            unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: capacity) { room in
                let count = unsafe Self.fill(room, body)
                unsafe append(contentsOf: room[..<count])
            }
        }

        /// Returns how many bytes the body has written.
        private static func fill(
            _ room: UnsafeMutableBufferPointer<UInt8>, _ body: (inout OutputSpan<UInt8>) -> Void
        ) -> Int {
            var output = unsafe OutputSpan(buffer: room, initializedCount: 0)
            body(&output)
            return unsafe output.finalize(for: room)
        }
    }
#endif
