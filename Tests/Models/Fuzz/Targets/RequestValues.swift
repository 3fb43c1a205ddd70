// SPDX-License-Identifier: MIT

/// What members of each kind may say, as JSON: first what holds, last what does not.
package enum RequestValues {
    /// Traps where the description of the protocol has a type that is neither here nor there.
    package static func values(of kind: String) -> [String] {
        let choices = enumerations[kind]?.map { "\"\($0)\"" }
        guard let values = table[kind] ?? choices else { preconditionFailure("no kind \(kind)") }
        return values
    }

    /// Some params mean more than their type.
    static func kind(of name: String, type: String) -> String {
        table["\(name):\(type)"] == nil ? type : "\(name):\(type)"
    }

    private static let table: [String: [String]] = [
        "protocol:integer": ["1", "1", "1", "2", "\"1\""],
        "app": words("shop", "cafe", "x-1", "No"),
        "[role]": [#"["app"]"#, #"["shell"]"#, #"["input","app"]"#, #"["observer"]"#, "[]"],
        "filled-text": words("one", "two", "three", "one", "two", "") + ["7"],
        "name": words("one", "two", "three", "one", "two", "") + ["7"],
        "display": words("main", "wall", "main", "wall", "third", "") + ["null"],
        "behavior:name": words("menu", "task", "inspector", "oracle", "sheet", "split", "none"),
        "text": words("Title", "", "Warning: you are about to lose everything for ever, beware"),
        "any": [
            "null", "1", #"{"a":[1.50,"ü"]}"#, #""\u0000\ud83d\ude00""#, #""work""#, "[[[]]]",
            "\"" + String(repeating: "x", count: 70) + "\"",
            "\"" + String(repeating: "y", count: 120) + "\"",
        ],
        "rect": rects,
        "[rect]": [
            "[]", "[\(rects[1])]", "[\(rects[1]),\(rects[2])]",
            "[\(rects.prefix(3).joined(separator: ","))]",
        ],
        "size": [
            size("320", "200"), size("100", "50"), size("2000", "900"), size("400", "700"),
            size("1e9", "1e9"), size("0.001", "1e-9"), size("0", "1"),
        ],
        "insets": [
            #"{"top":0,"left":0,"bottom":0,"right":0}"#,
            #"{"top":100,"left":20,"bottom":300,"right":5}"#,
            #"{"top":1e9,"left":0,"bottom":1e9,"right":0}"#, #"{"top":-1}"#,
        ],
        "positive": ["1280", "800", "400", "1", "1e9", "0.5", "0"],
        "scale:positive": ["1", "2", "0.1", "1e9", "0"],
        "number": ["1", "2", "4", "1.5", "0.9", "5"],
        "length": ["640", "120", "-5", "1250", "60", "1e9", "\"a\""],
        "extent": ["0", "6", "0", "300", "1e9", "-1"],
        "[preferred-side]": [
            #"["bottom"]"#, #"["left","top","left"]"#, #"["right"]"#, #"["start","bottom"]"#,
            #"["end"]"#, #"["up"]"#,
        ],
        "flag": ["true", "false", "true", "0"], "integer": ["0", "1", "3", "256", "-1", "1.5"],
        "milliseconds": ["0", "300", "10000", "0.5", "1e15", "-1"],
        "time": ["1000000000", "999990000", "1000300000", "0", "9007199254740992", "-1"],
        "popover-buttons": [
            #"["Done"]"#, #"["Close",{"id":"no","label":"Cancel","role":"cancel"}]"#,
            #"["a","b","c"]"#, "[]",
        ],
        "alert-buttons": [
            #"[{"id":"ok","label":"OK","role":"default"},{"id":"no","label":"N","role":"cancel"}]"#,
            #"[{"id":"ok","label":"OK"}]"#, #"[{"id":"ok","label":"O"},{"id":"ok","label":"K"}]"#,
            "[]",
        ],
        "declared-appearance": [
            ##"{"background":"#fff","text":"#eee"}"##, #"{"arrow":false,"border":false}"#,
            ##"{"text":"#12345"}"##,
        ],
        "represented": [
            #"{"pid":100,"uid":1000}"#, #"{"pid":1,"uid":0}"#, #"{"pid":0,"uid":7}"#, #"{"pid":7}"#,
        ],
        "language": words("de", "pt-BR", "d", "de_AT"),
        "client-id": words("c1", "c2", "c3", "c4", "c99", "c01"),
        "popover-id": words("p1", "p2", "p3", "p4", "p5", "p6", "p99", "p01"),
        "panel-id": words("n1", "n2", "n3"), "view-id": words("v1", "v2", "v3"),
        "alert-id": words("a1", "a2", "a3", "a4", "a5"),
        "gesture-id": words("g1", "g2", "g3", "g9"),
        "session-id": words("s1", "s2", "s3", "s9"),
        "button:name": words("ok", "no", "continue"),
        "request-id": ["1", "2", "3", "4", "5", "6", "7", "8", "\"x\"", "null"],
        "keystroke": words("Escape", "Back", "a", ""),
        "[topic-glob]": [
            #"["*"]"#, #"["popover.*","tap"]"#, #"["app.*"]"#, #"["*a*a*a*b"]"#, "[]",
        ],
        "app-topic": words("app.news", "app.", "popover.opened"),
    ]

    private static let rects = [
        rect("600", "100", "80", "40"), rect("100", "100", "80", "40"),
        rect("400", "500", "300", "60"), rect("0", "0", "1280", "800"),
        rect("1270", "790", "10", "10"), rect("-50", "-50", "60", "60"), rect("5", "5", "0", "0"),
        rect("1e9", "-1e9", "1e9", "1e9"), rect("0", "0", "-1", "0"),
    ]

    private static func rect(
        _ x: String, _ y: String, _ width: String, _ height: String
    ) -> String {
        #"{"x":\#(x),"y":\#(y),"width":\#(width),"height":\#(height)}"#
    }

    private static func size(_ width: String, _ height: String) -> String {
        #"{"width":\#(width),"height":\#(height)}"#
    }

    private static func words(_ words: String...) -> [String] { words.map { "\"\($0)\"" } }
}
