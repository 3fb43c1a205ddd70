// SPDX-License-Identifier: MIT

/// Has the compiler pass the structure that contains it by its address. Without it, a rule that changes
/// the arbiter and asks a function that does not would first move all of its bytes onto the stack for
/// each call, although nothing can copy the arbiter. It has no state, and is in no recording.
struct InPlace: Sendable {
    // A value of any type has no known layout, so the compiler cannot move what contains it.
    private let anything: (any Sendable)? = nil
}
