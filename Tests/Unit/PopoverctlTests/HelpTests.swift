// SPDX-License-Identifier: MIT

import Testing

@Suite("popoverctl help")
struct HelpTests {
    /// In the sixty columns that `Run` sets.
    private static let root = """
        OVERVIEW: Inspect and control popoverd.

        Results go to standard output, messages to standard error.
        With --json, a message is a JSON object; an error has code,
        message and, if known, reason and data.

        A duration is a number with a unit, such as 500ms, 5s, 2m
        or 1h. Without a unit, it is in seconds.

        Exit status: 0 for success, 1 when the daemon refuses or a
        check fails, 2 for wrong usage or a file that cannot be
        read or written, 3 without a daemon, 4 on a timeout, 5
        without permission, 6 when the daemon speaks another
        protocol version, and 78 for an invalid configuration.

        Example: popoverctl status

        USAGE: popoverctl [--socket <path>] [--json] [--timeout <duration>] [--app <name>] <subcommand>

        OPTIONS:
          --socket <path>         Connect to this socket. Default:
                                  $POPOVERD_SOCKET, else
                                  $XDG_RUNTIME_DIR/popoverd/popoverd.sock
                                  if it exists, else
                                  /run/popoverd/popoverd.sock.
          --json                  Write results and errors as JSON
                                  instead of text.
          --timeout <duration>    Wait at most this long for a
                                  response. (default: 5s)
          --app <name>            Connect as this app. (default:
                                  popoverctl)
          --version               Show the version.
          -h, --help              Show help information.

        INSPECTION SUBCOMMANDS:
          status                  Show the daemon and the scene as
                                  a tree.
          inspect                 Inspect the daemon or a recording
                                  in a browser.
          top                     Watch the daemon live in the
                                  terminal.
          list                    List popovers, alerts, drafts,
                                  clients, plugins or displays.
          draw                    Draw the displays as text, SVG or
                                  PNG.
          monitor                 Show events as they happen, until
                                  interrupted.
          wait-for                Wait for an event and show it.
          explain                 Show recent decisions, their
                                  reasons and the verdicts of
                                  plugins.
          metrics                 Show the metrics of the daemon.
          bench                   Measure the latency of the daemon.
          doctor                  Check the installation and
                                  suggest fixes.

        CLIENT SUBCOMMANDS:
          open                    Open a popover and act as its
                                  owner.
          choose                  Report a choice that was made in
                                  a popover.
          close                   Close a popover as its owner.
          alert                   Raise an alert and report its
                                  answer.
          render                  Show alerts as lines of text
                                  until interrupted.
          source                  Register a source, a control that
                                  opens popovers.
          occluder                Keep popovers out of a rectangle,
                                  such as an on-screen keyboard.
          tap                     Report a tap and show the verdict.
          key                     Report a key press and show the
                                  verdict.
          navigate                Move the focus as a keypad does,
                                  and show where it is.
          draft                   Read, save or discard drafts.
          call                    Call a method of the protocol and
                                  write its result as JSON.
          relay                   Relay lines between the daemon
                                  and standard input and output.

        SCENARIOS SUBCOMMANDS:
          simulate                Play scenarios with a process for
                                  each client.

        ADMINISTRATION SUBCOMMANDS:
          dismiss                 Close the popover of any client.
          display                 Add, change or remove a display.
          session                 Set up, end, lock or unlock the
                                  customer session.
          plugin                  List, load, unload or test
                                  plugins.
          config                  Check, show or reload the
                                  configuration.
          setup                   Set up this machine as a kiosk.
          record                  Record events of the daemon for
                                  popoverctl replay.
          fleet                   Create keys, and sign or verify
                                  commands for kiosks.

        OTHER SUBCOMMANDS:
          lint                    Check help texts and requests
                                  against the guidelines, without a
                                  daemon.
          replay                  Replay a recording and compare
                                  the decisions.
          protocol                Write a description of the
                                  protocol for programs.
          completions             Write a completion script for a
                                  shell.
          version                 Show the version of popoverctl
                                  and of its protocol.

          See 'popoverctl help <subcommand>' for detailed help.

        """

    @Test("The root help lists every command with its abstract")
    func root() throws {
        let run = try Run(["--help"])
        #expect(run.status == 0)
        #expect(run.output == Self.root)
    }

    @Test(
        "Every command has help with an example and the common options",
        arguments: [
            "status", "inspect", "list", "draw", "monitor", "wait-for", "open", "choose", "close",
            "alert",
            "render", "source", "occluder", "tap", "key", "navigate", "call", "dismiss",
            "display set", "display remove", "draft show", "draft save",
            "draft discard", "session set", "session end", "session lock", "session unlock",
            "plugin list", "plugin load", "plugin unload", "plugin reload", "plugin clear",
            "plugin test", "config check", "config show", "config reload", "setup", "relay",
            "simulate",
            "lint", "protocol", "completions", "version", "explain", "record start", "record stop",
            "record dump", "record list", "replay", "bench", "metrics", "top", "doctor",
        ])
    func examples(verb: String) throws {
        let run = try Run(verb.split(separator: " ").map(String.init) + ["--help"])
        #expect(run.status == 0)
        #expect(run.output.contains("Example: popoverctl "))
        #expect(run.output.contains("popoverctl \(verb)"))
        for option in ["--socket", "--json", "--timeout"] {
            #expect(run.output.contains(option))
        }
    }

    @Test("Drafts are listed by one command; the help does not name the one of before")
    func oneList() throws {
        let help = try Run(["draft", "--help"])
        #expect(help.output.contains("popoverctl list drafts"))
        #expect(!help.output.contains("draft list") && !help.output.contains("  list "))
    }

    @Test("Completion scripts exist for three shells", arguments: ["bash", "zsh", "fish"])
    func completions(shell: String) throws {
        let run = try Run(["completions", shell])
        #expect(run.status == 0)
        #expect(run.output.contains("wait-for"))
        // The methods of `call`.
        #expect(run.output.contains("popover.open"))
    }

    @Test("The help of --sides tells whose sides they are")
    func sides() throws {
        let words = try Run(["open", "--help"]).output.split(whereSeparator: \.isWhitespace)
        #expect(words.joined(separator: " ").contains("Sides of the source on which the popover"))
    }
}
