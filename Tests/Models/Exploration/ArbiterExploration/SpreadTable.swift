// SPDX-License-Identifier: MIT

/// A small table by numbers that are spread already: hashes, or addresses of types.
struct SpreadTable<Value> {
    private var keys: [UInt64]
    private var values: [Value?]
    private let mask: Int

    /// - Parameter size: a power of two, well above what it will hold.
    init(size: Int) {
        keys = Array(repeating: 0, count: size)
        values = Array(repeating: nil, count: size)
        mask = size - 1
    }

    private func slot(of key: UInt64) -> Int {
        var slot = Int(truncatingIfNeeded: (key ^ key >> 17) &* 0x9E37_79B9_7F4A_7C15 >> 40) & mask
        while keys[slot] != key, keys[slot] != 0 { slot = (slot + 1) & mask }
        return slot
    }

    subscript(key: UInt64) -> Value? {
        get { values[slot(of: key)] }
        set {
            let slot = slot(of: key)
            keys[slot] = key
            values[slot] = newValue
        }
    }
}
