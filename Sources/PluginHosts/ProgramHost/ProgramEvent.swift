// SPDX-License-Identifier: MIT

public import PopoverModel
public import PopoverWire

/// What a host tells its owner about one program.
public enum ProgramEvent: Hashable, Sendable {
    /// For the log.
    case report(ProgramReport)
    case changed(PluginState)
    /// It has said what it is, at each of its starts; it is not asked anything yet. Who has a
    /// reason not to have it, a name that is taken, ends it now.
    case described(Manifest)
    /// It takes questions, and events of its topics: those after this one, if it has had any.
    case started(resumeAfter: Int64?)
    /// Nil: it could not answer.
    case answered(QuestionID, Respondent, Verdict?)
    /// A line, without its end, that is to be read as a client's.
    case received(ArraySlice<UInt8>)
}
