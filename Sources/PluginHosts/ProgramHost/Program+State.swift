// SPDX-License-Identifier: MIT

internal import PopoverModel
internal import PopoverWire

extension Program {
    enum State: Hashable {
        /// Can go to: `launching`, `ended`.
        case notStarted
        /// The system is making a process of it. Can go to: `manifestAsked`, `ended`.
        case launching
        /// Can go to: `initAsked`, `stopping`, `ended`.
        case manifestAsked
        /// Can go to: `running`, `stopping`, `ended`.
        case initAsked
        /// It takes questions and events. Can go to: `stopping`, `ended`.
        case running
        /// It was asked to end, or is being ended. Can go to: `ended`.
        case stopping
        /// There is no process any more; its handles may still be closing. The end.
        case ended
    }

    enum Event {
        case described(Manifest)
        case running
        /// An answer, and how long it took.
        case answered(QuestionID, OpenQuestions.Entry, Result<Verdict, RequestError>)
        /// Nobody will answer this.
        case dropped(QuestionID, OpenQuestions.Entry)
        case seen(Int64)
        case service(PluginService)
        /// A line that is to be read as a client's.
        case received(ArraySlice<UInt8>)
        case unexpected(ProgramReport)
        case report(ProgramReport)
        /// All that was written has gone to the kernel.
        case drained
        /// It is gone, handles and all; nil: as it was asked to.
        case ended(ProgramError?)
    }
}
