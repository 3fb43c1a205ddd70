// SPDX-License-Identifier: MIT

import Testing

@testable import PopoverScenario

/// How values are written, and what expectations mean.
@Suite("Values and expectations of scenarios")
struct ValueTests {
    struct Written: Sendable, CustomTestStringConvertible {
        let words: [String]
        let json: String
        var testDescription: String { words.joined(separator: " ") }

        init(_ words: String, _ json: String) {
            self.words = words.split(separator: " ").map(String.init)
            self.json = json
        }
    }

    @Test(
        "Members are written as the protocol has them",
        arguments: [
            Written("", "{}"),
            Written("size=320x200.5", #"{"size":{"width":320,"height":200.5}}"#),
            Written("rect=1,-2,3,4", #"{"rect":{"x":1,"y":-2,"width":3,"height":4}}"#),
            Written("at=1,2", #"{"at":{"x":1,"y":2}}"#),
            Written("x=1,2,3 y=axb z=,", #"{"x":"1,2,3","y":"axb","z":","}"#),
            Written("a=-12.5 b=true c=null d=nan", #"{"a":-12.5,"b":true,"c":null,"d":"nan"}"#),
            Written(#"key="12" choice={"id":[1]}"#, #"{"key":"12","choice":{"id":[1]}}"#),
            Written("sides[]=top sides[]=left", #"{"sides":["top","left"]}"#),
            Written("avoid[]=0,0,1,1", #"{"avoid":[{"x":0,"y":0,"width":1,"height":1}]}"#),
            Written("insets.top=4 insets.left=2", #"{"insets":{"top":4,"left":2}}"#),
            Written("b[].id=x b[].id=y", #"{"b":[{"id":"x"},{"id":"y"}]}"#),
        ])
    func arguments(_ written: Written) throws {
        let value = try Arguments(written.words).object.value(in: [:])
        #expect(value.description == written.json)
    }

    @Test("A name stands for what has been seen, and so much more")
    func variables() throws {
        let value = try Arguments(["a=$seen", "b=$seen+2", "c=$seen-0.5"]).object
            .value(in: ["seen": .number(7)])
        #expect(value.description == #"{"a":7,"b":9,"c":6.5}"#)
        #expect(throws: ScenarioError.self) {
            try Arguments(["a=$seen+2"]).object.value(in: ["seen": .string("p1")])
        }
    }

    private static let message = #"""
        {"popover":"p1","key":"order-7","frame":{"x":0.1,"y":2},"draft":null,"text":"It was CUT.",
        "advice":[{"rule":"G16"},{"rule":"G20"}],"sides":["top","left"]}
        """#

    @Test(
        "What is so is no difference",
        arguments: [
            "popover=p1", "popover", "!draft", "!nothing", "frame.x=0.1000000001", "frame.y=2",
            "frame.y<=2", "frame.y>=2", "frame.y<3", "frame.y>1", "frame.y!=3", "text~cut", "key~7",
            "advice[].rule=G20", "advice[].rule!=G31", "sides.1=left", #"frame={"y":2,"x":0.1}"#,
            "frame=0.1,2", "draft=null", "popover=$known", "popover!=$other",
        ])
    func met(word: String) throws {
        #expect(try difference(word) == nil)
    }

    @Test(
        "What is not so says what is there instead",
        arguments: [
            ("popover=p2", #"it is "p1""#), ("draft", "it is absent"),
            ("nothing", "it is absent"), ("!popover", #"it is "p1""#),
            ("frame.y<2", "it is 2"), ("frame.y>2", "it is 2"), ("frame.y<=1", "it is 2"),
            ("frame.y>=3", "it is 2"), ("frame.y!=2", "it is equal"), ("frame.z=1", "it is absent"),
            ("text~uncut", #"it is "It was CUT.""#), ("text<3", #"it is "It was CUT.""#),
            ("advice[].rule=G31", #"it is "G16", "G20""#), ("sides.2=top", "it is absent"),
            ("frame=0.1,3", #"it is {"x":0.1,"y":2}"#),
            ("popover=$other", #"it is "p1" (expected "p2")"#),
        ])
    func missed(word: String, difference expected: String) throws {
        #expect(try difference(word) == expected)
    }

    @Test("The first sight of a name binds it")
    func binding() throws {
        var bindings: [String: JSONValue] = [:]
        let message = try #require(JSONValue(text: Self.message.utf8))
        #expect(try Expectation("popover=$new").difference(from: message, &bindings) == nil)
        #expect(bindings == ["new": .string("p1")])
        let missing = try Expectation("panel=$other").difference(from: message, &bindings)
        #expect(missing == "it is absent")
    }

    private func difference(_ word: String) throws -> String? {
        let message = try #require(JSONValue(text: Self.message.utf8))
        var bindings: [String: JSONValue] = ["known": .string("p1"), "other": .string("p2")]
        return try Expectation(word).difference(from: message, &bindings)
    }
}
