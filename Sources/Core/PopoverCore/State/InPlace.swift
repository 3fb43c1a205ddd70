// SPDX-License-Identifier: MIT

/// Has the compiler pass the structure that contains it by its address. Without it, a rule that changes
/// the arbiter and asks a function that does not would copy all of it for each call, although nothing
/// needs the copy. It has no state, and is in no recording.
///
/// A copy that is needed costs more than without it: a closure captures the arbiter only where it is rare.
struct InPlace: Sendable {
    // A value of any type has no known layout, so the compiler cannot move what contains it.
    private let anything: (any Sendable)? = nil
}
