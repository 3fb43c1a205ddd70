// SPDX-License-Identifier: MIT

import PopoverModel

/// Facts to ask with.
enum Facts {
    static let open = Question.OpenFacts(
        behavior: "good", app: "shop", display: "main",
        displaySize: Size(width: 1280, height: 800), isCompact: true,
        size: Size(width: 400, height: 300), key: "", title: nil, isModal: true)
    static let popover = Question.PopoverFacts(
        popover: PopoverID(number: 12), behavior: "good", app: "shop", display: "main", key: "cart",
        title: "Körbe", isModal: false)
    static let choice = JSONText(validated: Array(#"{"n":1}"#.utf8))
}
