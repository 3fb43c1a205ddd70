// SPDX-License-Identifier: MIT

import FuzzTargets
import Glibc

// What libFuzzer calls. `FUZZ_TARGET` names the target; `FUZZ_PRINT` asks for something else:
// `dictionary` is written to standard output, `seeds` as files into the folder `FUZZ_SEEDS`.

nonisolated(unsafe) private var chosen: (any FuzzTarget)?

private func environment(_ name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }
}

private func stop(_ words: String) -> Never {
    tell(words)
    exit(2)
}

private func tell(_ words: String) {
    let bytes = Array((words + "\n").utf8)
    _ = unsafe write(STDERR_FILENO, bytes, bytes.count)
}

private func writeSeeds(of target: any FuzzTarget.Type, to folder: String) {
    for (index, seed) in target.seeds.enumerated() {
        let path = "\(folder)/seed-\(index)"
        guard let file = unsafe fopen(path, "w") else { stop("cannot write \(path)") }
        _ = unsafe fwrite(seed, 1, seed.count, file)
        unsafe fclose(file)
    }
}

@_cdecl("LLVMFuzzerInitialize")
public func initialize(
    _ count: UnsafeMutablePointer<CInt>?,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>?
) -> CInt {
    let name = environment("FUZZ_TARGET") ?? ""
    guard let target = fuzzTargets.first(where: { $0.name == name }) else {
        stop("FUZZ_TARGET has to be one of " + fuzzTargets.map { $0.name }.joined(separator: ", "))
    }
    switch environment("FUZZ_PRINT") {
    case "dictionary":
        print(FuzzDictionary.text, terminator: "")
        exit(0)
    case "longest":
        print(target.longest)
        exit(0)
    case "seeds":
        writeSeeds(of: target, to: environment("FUZZ_SEEDS") ?? ".")
        exit(0)
    default: unsafe chosen = target.init()
    }
    return 0
}

@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
    do throws(Broken) {
        try unsafe chosen?.run(input)
    } catch {
        tell("BROKEN: \(error)")
        // The fuzzer takes it for a crash, and keeps the input.
        abort()
    }
    return 0
}
