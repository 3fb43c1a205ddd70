// SPDX-License-Identifier: MIT
import PopoverModel
import PopoverWire

private let display = MemberSample.optional("display", .display, #""main""#)

/// The members of a source that say what it is.
let controlMembers: [MemberSample] = [
    .optional("label", .text, #""Basket""#), .optional("help", .text, #""What you buy.""#),
    .optional("role", .choice, #""list-item""#), .optional("disabled", .flag, "true"),
    .optional("private", .flag, "true"),
]

let control = Control(
    label: "Basket", help: "What you buy.", role: .listItem, isDisabled: true, isPrivate: true)

let focusSamples = [
    MethodSample(
        .navigate,
        [
            MemberSample("step", .choice, #""previous""#), display,
            .optional("time", .integer(least: 0), "7"),
        ],
        .navigate(.previous, display: "main", time: Instant(microseconds: 7)),
        least: .navigate(.previous, display: nil, time: nil)),
    MethodSample(
        .activateSource,
        [MemberSample("client", .identifier, #""c5""#), MemberSample("source", .name, #""pay""#)],
        .activateSource(owner: ClientID(number: 5), source: "pay")),
]

/// The same on the wire.
let wallJSON = json(displayMembers)
let personJSON = "{" + json(personMembers) + "}"

func json(_ members: [MemberSample]) -> String {
    String(MethodSample.params(members).dropFirst().dropLast())
}

let displaySamples = [
    MethodSample(
        .setDisplay, displayMembers, .setDisplay(wall),
        least: .setDisplay(DisplaySpecification(name: wall.name, size: wall.size))),
    MethodSample(
        .updateDisplay, [MemberSample("display", .display, #""wall""#)] + changedMembers,
        .updateDisplay("wall", wallChanges), least: .updateDisplay("wall", DisplayChanges())),
    MethodSample(
        .removeDisplay, [MemberSample("display", .display, #""wall""#)], .removeDisplay("wall")),
    MethodSample(
        .setSession, [display] + personMembers, .setSession(display: "main", person),
        least: .setSession(display: nil)),
]
