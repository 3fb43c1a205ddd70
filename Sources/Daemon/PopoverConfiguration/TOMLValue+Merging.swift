// SPDX-License-Identifier: MIT

import PopoverModel

/// Merging of files; later files override earlier ones.
///
/// | values                                    | result                                          |
/// |-------------------------------------------|-------------------------------------------------|
/// | tables                                    | the keys of both, recursively                   |
/// | repeated sections with names              | sections with the same name merge as tables     |
/// | repeated sections without names (`bind`)  | the sections of both                            |
/// | anything else, including lists            | the later value                                 |
extension TOMLValue {
    /// This value, overridden by a later file's.
    func merged(with later: TOMLValue) -> TOMLValue {
        switch (content, later.content) {
        case (.table(let members), .table(let laterMembers)):
            var members = members
            for member in laterMembers {
                guard let index = members.firstIndex(where: { $0.key === member.key }) else {
                    members.append(member)
                    continue
                }
                let value = members[index].value.merged(with: member.value)
                // A merged table keeps its first position; any other value has the later one.
                let position =
                    value.isSections || value.isTable ? members[index].position : member.position
                members[index] = TOMLMember(key: member.key, position: position, value: value)
            }
            return TOMLValue(content: .table(members), position: position)
        case (.array(let sections), .array(let laterSections)) where isSections && later.isSections:
            var all = sections
            for section in laterSections {
                let name = section.sectionName
                // Two sections with the same name in one file stay two, for the error.
                if let name,
                    let index = all.firstIndex(where: {
                        $0.sectionName === name && $0.position.file < section.position.file
                    })
                {
                    all[index] = all[index].merged(with: section)
                } else {
                    all.append(section)
                }
            }
            return TOMLValue(content: .array(all), position: position)
        default: return later
        }
    }

    /// `[[plugin]]` and the like.
    private var isSections: Bool {
        guard case .array(let elements) = content else { return false }
        return !elements.isEmpty && elements.allSatisfy(\.isTable)
    }

    private var sectionName: String? {
        guard case .table(let members) = content,
            case .string(let name)? = members.first(where: { $0.key == "name" })?.value.content
        else { return nil }
        return name
    }
}
