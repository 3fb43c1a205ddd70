// SPDX-License-Identifier: MIT

import LibUV
import PopoverModel
import PopoverRecording
import PopoverSessions

/// Recordings that no client has requested.
extension Daemon: RecordingEraser {
    /// The longest time to write a recording during a crash.
    static let crashRecordingLimit = Interval.milliseconds(5000)

    /// Installs handlers that write a recording when the process crashes.
    func recordCrashes() {
        do throws(UVError) {
            try FatalSignals.onCrash(
                within: UInt32(Self.crashRecordingLimit.milliseconds)
            ) { [recorder, log] signal in
                recorder.report(
                    recorder.dumpNow(.crash, detail: signal.words), to: log)
            }
        } catch {
            log.write(.warning, "crash recordings off: error=\("\(error)".logQuoted)")
        }
    }

    /// Writes a recording of the latest events (SIGUSR1).
    func dumpRecording() {
        recorder.dump(.signal, at: nil, for: nil, state: engine.arbiter) { [log] answer in
            switch answer {
            case .recording(let file):
                log.write(.notice, "recording written: path=\(file.path.logQuoted)")
            case .failed(let error):
                log.write(.error, "recording failed: error=\(error.message.logQuoted)")
            default: break
            }
        }
    }

    package func eraseRecordings(then handler: @escaping (Bool) -> Void) {
        recorder.erase(then: handler)
    }

    package func beginAnew() { recorder.beginAnew() }

    /// Ends the daemon after a bug in the rules, since their further behavior is unknown. The service
    /// manager restarts it, and drafts are on the disk.
    func invariantsViolated(_ violations: [String]) {
        for violation in violations {
            log.write(.critical, "invariant violated: \(violation)")
        }
        let detail = violations.joined(separator: "; ")
        recorder.report(
            recorder.dumpNow(.invariant, detail: detail, state: engine.arbiter), to: log)
        end(.failure, because: "invariant violated")
    }
}

extension Recorder {
    fileprivate func report(_ result: Result<RecordingFile, UVError>?, to log: Log) {
        switch result {
        case .success(let file): log.write(.error, "recording written: path=\(file.path.logQuoted)")
        case .failure(let error):
            log.write(.error, "recording failed: error=\("\(error)".logQuoted)")
        case nil: break
        }
    }
}
