// SPDX-License-Identifier: MIT

extension Method: Countable {
    public var place: Int {
        switch self {
        case .hello: 0
        case .setSurface: 1
        case .removeSurface: 2
        case .setSource: 3
        case .removeSource: 4
        case .setOccluder: 5
        case .removeOccluder: 6
        case .open: 7
        case .update: 8
        case .choose: 9
        case .close: 10
        case .detach: 11
        case .closePanel: 12
        case .presentView: 13
        case .closeView: 14
        case .saveDraft: 15
        case .loadDraft: 16
        case .listDrafts: 17
        case .discardDraft: 18
        case .raiseAlert: 19
        case .answerAlert: 20
        case .cancelAlert: 21
        case .cancelRequest: 22
        case .tap: 23
        case .pointer: 24
        case .key: 25
        case .subscribe: 26
        case .unsubscribe: 27
        case .publish: 28
        case .setDisplay: 29
        case .removeDisplay: 30
        case .status: 31
        case .explain: 32
        case .dismiss: 33
        case .endSession: 34
        case .lockSession: 35
        case .unlockSession: 36
        case .listPlugins: 37
        case .loadPlugin: 38
        case .unloadPlugin: 39
        case .reloadPlugin: 40
        case .clearPlugin: 41
        case .reloadConfiguration: 42
        case .setLogLevel: 43
        case .startRecording: 44
        case .stopRecording: 45
        case .dumpRecording: 46
        case .listRecordings: 47
        case .readMetrics: 48
        case .shutdown: 49
        }
    }
}
