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
var cores: CoreSupply?
var arguments = CommandLine.arguments.dropFirst().makeIterator()
while let argument = arguments.next() {
    let isFlag = ["--trace", "--lines"].contains(argument)
    let word = isFlag ? nil : arguments.next()
    let number = word.flatMap { UInt64($0) }
    switch (argument, number) {
    case ("--from", let number?): seed = number
    case ("--seed", let number?):
        seed = number
        isOneDay = true
    case ("--events", let number?): events = Int(clamping: number)
    case ("--day", let number?): eventsPerDay = Int(clamping: number)
    case ("--core", _) where word == "scripted" || word.flatMap(CoreKind.init) != nil:
        cores = word.flatMap(CoreKind.init).map(CoreSupply.init)
    case ("--trace", _): isTracing = true
    case ("--lines", _): showsLines = true
    default:
        print("usage: \(program) [--core CORE] [--from SEED] [--events N] [--day EVENTS] [--lines]")
        print("       \(program) [--core CORE] --seed SEED [--day EVENTS] [--trace]")
        print("A core is scripted (the default), c, python or javascript.")
        exit(64)
    }
}

let began = ContinuousClock.now
let script = Script()
var totals = Totals()
repeat {
    let day = Kiosk(seed: seed, events: eventsPerDay, script: script, cores: cores)
    if isTracing { day.onTrace = { print($0) } }
    if showsLines {
        day.onLine = { [seed] in print("\(seed).\($0) \($1 ? "<" : ">") \($2)") }
    }
    day.run()
    totals.add(day)
    guard day.violations.isEmpty else {
        print("seed \(seed) breaks:")
        for violation in day.violations { print("  \(violation)") }
        for line in day.tail { print("    \(line)") }
        let core = cores.map { " --core \($0.kind.rawValue)" } ?? ""
        print("again: \(program)\(core) --seed \(seed) --day \(eventsPerDay) --trace")
        exit(1)
    }
    seed += 1
} while !isOneDay && totals.events < events
let took = ContinuousClock.now - began
print(totals.words(seconds: Double(took.components.seconds) + 0.001))
