// SPDX-License-Identifier: MIT
import PopoverModel
import PopoverWire

private let display = MemberSample.optional("display", .display, #""main""#)
private let popover = MemberSample("popover", .identifier, #""p7""#)
private let p7 = PopoverID(number: 7)
private let pluginName = MemberSample("name", .name, #""menu""#)

let administrationSamples = [
    MethodSample(.status, [], .status),
    MethodSample(.readMetrics, [], .readMetrics),
    MethodSample(
        .explain,
        [
            .optional("popover", .identifier, #""p7""#),
            .optional("limit", .count(most: 256), "256"),
        ],
        .explain(popover: p7, limit: 256), least: .explain(popover: nil, limit: 32)),
    MethodSample(
        .dismiss, [popover, .optional("discard", .flag, "true")],
        .dismiss(popover: p7, discard: true), least: .dismiss(popover: p7, discard: false)),
    MethodSample(
        .dismiss,
        [MemberSample("display", .display, #""main""#).insteadOf("popover")],
        .dismiss(discard: false, display: "main")),
    MethodSample(
        .endSession, [display], .endSession(display: "main"), least: .endSession(display: nil)),
    MethodSample(
        .lockSession, [display], .lockSession(display: "main"), least: .lockSession(display: nil)),
    MethodSample(
        .unlockSession, [display], .unlockSession(display: "main"),
        least: .unlockSession(display: nil)),
    MethodSample(.listPlugins, [], .administer(.listPlugins)),
    MethodSample(
        .loadPlugin, [MemberSample("path", .filledText, #""/usr/lib/x.so""#)],
        .administer(.loadPlugin(path: "/usr/lib/x.so"))),
    MethodSample(
        .loadPlugin, [pluginName.insteadOf("path")], .administer(.loadPlugin(name: "menu"))),
    MethodSample(.unloadPlugin, [pluginName], .administer(.unloadPlugin("menu"))),
    MethodSample(.reloadPlugin, [pluginName], .administer(.reloadPlugin("menu"))),
    MethodSample(.clearPlugin, [pluginName], .administer(.clearPlugin("menu"))),
    MethodSample(.reloadConfiguration, [], .administer(.reloadConfiguration)),
    MethodSample(
        .setLogLevel, [MemberSample("level", .choice, #""debug""#)],
        .administer(.setLogLevel(.debug))),
    MethodSample(
        .startRecording, [.optional("path", .filledText, #""noon""#)],
        .administer(.startRecording(path: "noon")),
        least: .administer(.startRecording(path: nil))),
    MethodSample(.stopRecording, [], .administer(.stopRecording)),
    MethodSample(
        .dumpRecording, [.optional("path", .filledText, #""noon""#)],
        .administer(.dumpRecording(path: "noon")),
        least: .administer(.dumpRecording(path: nil))),
    MethodSample(.listRecordings, [], .administer(.listRecordings)),
    MethodSample(.shutdown, [], .shutdown),
]
