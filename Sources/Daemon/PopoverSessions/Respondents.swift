// SPDX-License-Identifier: MIT

package import PopoverModel

/// Those whom the rules ask: plugins. Their answers are posted.
package protocol Respondents: AnyObject {
    func ask(_ id: QuestionID, _ respondent: Respondent, _ question: Question)
    /// The rules do not wait for the answer any more.
    func withdraw(_ id: QuestionID, _ respondent: Respondent, isLate: Bool)
}
