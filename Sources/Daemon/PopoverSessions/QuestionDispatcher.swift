// SPDX-License-Identifier: MIT

package import PopoverModel

/// Forwards the rules' questions to plugins. Answers are posted as events.
package protocol QuestionDispatcher: AnyObject {
    func ask(_ id: QuestionID, _ respondent: Respondent, _ question: Question)
    /// Cancels a question; the rules no longer wait for the answer.
    func withdraw(_ id: QuestionID, _ respondent: Respondent, isLate: Bool)
}
