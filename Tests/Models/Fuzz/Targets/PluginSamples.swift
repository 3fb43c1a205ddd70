// SPDX-License-Identifier: MIT

/// What programs write, as seeds.
enum PluginSamples {
    static let verdicts = [
        "{}", #"{"verdict":"abstain"}"#,
        #"{"verdict":"admit","sides":["left","top"],"widths":[320,480]}"#,
        #"{"verdict":"refuse","reason":"policy","message":"not now"}"#,
        #"{"verdict":"replace","behavior":"menu"}"#,
        #"{"verdict":"close","disposition":"discard"}"#, #"{"verdict":"stay"}"#,
        #"{"verdict":"detach"}"#, #"{"verdict":"keep"}"#, #"{"verdict":"present","rank":-7}"#,
        #"{"verdict":"hold","holdMs":250.5}"#, #"{"verdict":"end-session"}"#,
        #"{"verdict":"warn","title":"There?","message":"Soon","button":"Yes","timeoutMs":5000,"#
            + #""then":"end-session"}"#,
    ]

    static let lines = [
        #"{"id":"m1","result":{"name":"quiet","version":"1.0","hooks":["open","idle"],"#
            + #""idleAfterMs":60000,"topics":["popover.*"],"before":["a"],"after":["b"],"#
            + #""requests":true,"roles":["observer"],"options":[{"name":"hours","type":"strings","#
            + #""default":["1"],"description":"When"}]}}"#,
        #"{"id":"m1","result":{"name":"menu-2","version":"2","behaviors":[{"name":"menu","#
            + #""choiceCloses":true,"outsideTapCloses":false,"outsideTapDisposition":"discard","#
            + #""detachable":true,"avoidsScrolling":true,"needsTitle":true,"portraitOnly":true,"#
            + #""widths":[100,200],"sides":["top"],"compact":"refuse","hooks":["choice"]}]}}"#,
        #"{"id":"m1","error":{"code":1,"message":"no"}}"#, #"{"id":"i1","result":{}}"#,
        #"{"id":"i1","error":{"code":1,"message":"I do not want to"}}"#,
        #"{"method":"seen","params":{"sequence":7}}"#, #"{"id":"q99","result":{}}"#,
        #"{"id":"q1","error":{"message":"broken"}}"#, "words for people",
    ]

    private static let popover =
        #""popover":"p1","behavior":"menu","app":"shop","display":"main","key":"k","title":"T","#
        + #""modal":false"#

    static let questions = [
        #"{"hook":"open","facts":{"behavior":"menu","app":"shop","display":"main","displaySize":"#
            + #"{"width":9,"height":8},"compact":false,"size":{"width":3,"height":2},"key":"k","#
            + #""title":"T","modal":true},"expect":{"verdict":"admit","widths":[1,2]}}"#,
        #"{"hook":"choice","facts":{\#(popover),"choice":[1,null]},"expect":{"verdict":"stay"}}"#,
        #"{"hook":"outside-tap","facts":{\#(popover),"cause":"key"}}"#,
        #"{"hook":"detach","facts":{\#(popover)},"expect":{"verdict":"keep"}}"#,
        #"{"hook":"disposition","facts":{\#(popover),"reason":"replaced","standing":"save"},"#
            + #""expect":{"verdict":"close","disposition":"discard"}}"#,
        #"{"hook":"alert","facts":{"alert":"a1","app":"shop","display":"main","severity":"info","#
            + #""title":"T","key":"k","heldMs":100.5},"expect":{"verdict":"hold","holdMs":200}}"#,
        #"{"hook":"idle","facts":{"display":"main","idleMs":60000,"occupied":true},"#
            + #""expect":{"verdict":"end-session"}}"#,
        #"{"decisions":[]}"#,
    ]
}
