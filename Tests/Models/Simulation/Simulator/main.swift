// SPDX-License-Identifier: MIT

import Glibc
import KioskSimulation

// Simulates days of kiosks, each drawn from a seed. A violation ends the program with status 1 and
// prints the command that repeats that day.
let program = CommandLine.arguments[0]
var seed: UInt64 = 1
var events = 1_000_000
var eventsPerDay = 20_000
var isTracing = false
var isOneDay = false
var showsLines = false
var arguments = CommandLine.arguments.dropFirst().makeIterator()
while let argument = arguments.next() {
    let isFlag = ["--trace", "--lines"].contains(argument)
    let number = isFlag ? nil : arguments.next().flatMap { UInt64($0) }
    switch (argument, number) {
    case ("--from", let number?): seed = number
    case ("--seed", let number?):
        seed = number
        isOneDay = true
    case ("--events", let number?): events = Int(clamping: number)
    case ("--day", let number?): eventsPerDay = Int(clamping: number)
    case ("--trace", _): isTracing = true
    case ("--lines", _): showsLines = true
    default:
        print("usage: \(program) [--from SEED] [--events N] [--day EVENTS] [--lines]")
        print("       \(program) --seed SEED [--day EVENTS] [--trace]")
        exit(64)
    }
}

let began = ContinuousClock.now
let script = Script()
var totals = Totals()
repeat {
    let day = Kiosk(seed: seed, events: eventsPerDay, script: script)
    if isTracing { day.onTrace = { print($0) } }
    if showsLines {
        day.onLine = { [seed] in print("\(seed).\($0) \($1 ? "<" : ">") \($2)") }
    }
    day.run()
    totals.add(day)
    guard day.violations.isEmpty else {
        print("seed \(seed) breaks:")
        for violation in day.violations { print("  \(violation)") }
        print("again: \(program) --seed \(seed) --day \(eventsPerDay) --trace")
        exit(1)
    }
    seed += 1
} while !isOneDay && totals.events < events
let took = ContinuousClock.now - began
print(totals.words(seconds: Double(took.components.seconds) + 0.001))
