// SPDX-License-Identifier: MIT

/// The spelling of origins.
public enum Origin {
    /// The origin as browsers send it: in small letters, without a default port and a slash at the end.
    /// Nil where no page has such an origin: it has a pattern, a path, a user or other characters.
    public static func normalized(_ text: String) -> String? {
        if text == "null" || text == "file://" { return text }
        let bytes = Array(text.lowercased().utf8)
        guard bytes.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return nil }
        let parts = String(decoding: bytes, as: UTF8.self)
            .split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, parts[1].hasPrefix("//"), isScheme(parts[0]) else { return nil }
        var host = parts[1].dropFirst(2)
        if host.last == "/" { host.removeLast() }
        var port = ""
        // The colons of an IPv6 address are in brackets.
        if let colon = host.lastIndex(of: ":"), !host[colon...].contains("]") {
            guard let number = UInt16(host[host.index(after: colon)...]) else { return nil }
            if number != defaultPort(parts[0]) { port = ":\(number)" }
            host = host[..<colon]
        }
        guard isHost(host) else { return nil }
        return "\(parts[0])://\(host)\(port)"
    }

    private static func defaultPort(_ scheme: Substring) -> UInt16? {
        switch scheme {
        case "http": 80
        case "https": 443
        default: nil
        }
    }

    private static func isScheme(_ text: Substring) -> Bool {
        !text.isEmpty && text.allSatisfy { isAlphanumeric($0) || "+-.".contains($0) }
    }

    private static func isHost(_ text: Substring) -> Bool {
        if text.first == "[", text.last == "]" {
            let address = text.dropFirst().dropLast()
            return !address.isEmpty
                && address.allSatisfy { $0.isHexDigit || $0 == ":" || $0 == "." }
        }
        return !text.isEmpty && text.allSatisfy { isAlphanumeric($0) || "-._".contains($0) }
    }

    private static func isAlphanumeric(_ character: Character) -> Bool {
        ("a"..."z").contains(character) || ("0"..."9").contains(character)
    }
}
