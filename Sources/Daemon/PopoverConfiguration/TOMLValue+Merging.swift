// SPDX-License-Identifier: MIT

/// Several files read as one: what a later one says counts.
///
/// | what                                          | becomes                                    |
/// |-----------------------------------------------|--------------------------------------------|
/// | a table                                       | the keys of both, the later one's first    |
/// | sections that come several times, with names  | those of the same name are merged as tables |
/// | such sections without names (`[[bind]]`)      | all of both                                |
/// | anything else, lists too                      | the later one's                            |
extension TOMLValue {
    /// This, and over it a later file's.
    func merged(with later: TOMLValue) -> TOMLValue {
        switch (content, later.content) {
        case (.table(let members), .table(let laterMembers)):
            var members = members
            for member in laterMembers {
                guard let index = members.firstIndex(where: { $0.key == member.key }) else {
                    members.append(member)
                    continue
                }
                let value = members[index].value.merged(with: member.value)
                // A table that both have began where it was first; whatever else is the later's.
                let position =
                    value.isSections || value.isTable ? members[index].position : member.position
                members[index] = TOMLMember(key: member.key, position: position, value: value)
            }
            return TOMLValue(content: .table(members), position: position)
        case (.array(let sections), .array(let laterSections)) where isSections && later.isSections:
            var all = sections
            for section in laterSections {
                let name = section.sectionName
                // Two of one name in one file stay two, which is an error.
                if let name,
                    let index = all.firstIndex(where: {
                        $0.sectionName == name && $0.position.file < section.position.file
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
