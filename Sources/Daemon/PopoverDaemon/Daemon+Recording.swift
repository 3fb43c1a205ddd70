// SPDX-License-Identifier: MIT

import LibUV
import PopoverModel
import PopoverRecording
import PopoverSessions

/// Recordings that nobody has asked for by a request.
extension Daemon {
    /// How long a daemon that dies lives on for a recording that gets nowhere.
    static let lastWordLimit = Interval.milliseconds(5000)

    /// Has the latest events written down before the process dies of a fault. Where that cannot be
    /// had the daemon does without.
    func leaveWord() {
        do throws(UVError) {
            try FatalSignals.leaveWord(
                within: UInt32(Self.lastWordLimit.milliseconds)
            ) { [recorder, log] signal in
                recorder.report(
                    recorder.dumpNow(.crash, detail: signal.words, state: nil), to: log)
            }
        } catch {
            log.write(.warning, "a crash will leave no recording: \(error)")
        }
    }

    /// SIGUSR1 asks for the latest events.
    func dumpRecording() {
        recorder.dump(.signal, at: nil, for: nil, state: inbox.arbiter) { [log] answer in
            switch answer {
            case .recording(let file):
                log.write(.notice, "what was before is recorded in \(file.path)")
            case .failed(let failure):
                log.write(.error, "nothing was recorded: \(failure.message)")
            default: break
            }
        }
    }

    /// The rules have a bug: what they would do next nobody knows. The supervisor starts it again,
    /// and drafts are on the disk.
    func rulesBroken(_ violations: [String]) {
        for violation in violations { log.write(.critical, "the rules are broken: \(violation)") }
        let detail = violations.joined(separator: "; ")
        recorder.report(
            recorder.dumpNow(.invariant, detail: detail, state: inbox.arbiter), to: log)
        end(.failure, because: "the rules are broken")
    }
}

extension Recorder {
    /// Says where a recording is that nobody has asked for.
    fileprivate func report(_ result: Result<RecordingFile, UVError>?, to log: Log) {
        switch result {
        case .success(let file): log.write(.error, "what led to it is recorded in \(file.path)")
        case .failure(let error): log.write(.error, "what led to it is not recorded: \(error)")
        case nil: break
        }
    }
}
