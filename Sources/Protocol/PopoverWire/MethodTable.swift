// SPDX-License-Identifier: MIT
internal import PopoverModel

/// The methods, found by the text of a node, of which no string is made.
struct MethodTable {
    /// By the count of their names' bytes: of most counts there are a few.
    private let methods: [[(name: [UInt8], method: Method)]]

    init() {
        let longest = Method.allCases.map(\.rawValue.utf8.count).max() ?? 0
        var methods: [[(name: [UInt8], method: Method)]] = Array(
            repeating: [], count: longest + 1)
        for method in Method.allCases {
            let name = method.rawValue
            methods[name.utf8.count].append((Array(name.utf8), method))
        }
        self.methods = methods
    }

    /// Nil where the node is no method's name.
    subscript(_ node: JSONNode) -> Method? {
        guard let count = node.utf8Count, count < methods.count else { return nil }
        return methods[count].first { node.isString($0.name) }?.method
    }
}
