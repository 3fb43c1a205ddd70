// SPDX-License-Identifier: MIT

#include "command_line.h"

#include <argp.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sysexits.h>

enum { CONFIGURATION = 256, SOCKET, STATE, CHECK, LOG_LEVEL, READY, PROBE, USAGE, VERSION };

static const struct argp_option OPTIONS[] = {
    {"config", CONFIGURATION, "PATH", 0,
     "The configuration, a TOML file; without one everything has its default", 0},
    {"socket", SOCKET, "PATH", 0, "The socket, instead of the configuration's", 0},
    {"state", STATE, "PATH", 0, "The folder for unfinished work, instead of the configuration's", 0},
    {"check", CHECK, NULL, 0,
     "Check the configuration, touch nothing, and say what is wrong with it", 0},
    {"log-level", LOG_LEVEL, "LEVEL", 0,
     "The least that is logged, instead of the configuration's: trace, debug, info, notice, "
     "warning, error or critical", 0},
    {"ready-fd", READY, "N", 0, "A descriptor that gets a newline when it listens", 0},
    // Try a plugin in this process and say what came of it; once for each.
    {"probe-plugin", PROBE, "PATH", OPTION_HIDDEN, NULL, 0},
    {"version", VERSION, NULL, 0, "Show the version", -1},
    {"help", 'h', NULL, 0, "Show this help", -1},
    {"usage", USAGE, NULL, 0, "Show the options in short", -1},
    {0},
};

static const char DOCUMENTATION[] =
    "Decides who may show popovers and alerts on a kiosk's displays."
    "\v"
    "It stays in the foreground and logs to standard error. SIGHUP reads the configuration again; "
    "SIGTERM and SIGINT close everything, saving, and end with 0.\n\n"
    "Example: popoverd --check --config /etc/popoverd/popoverd.toml";

typedef struct {
    command_line *line;
    const char *version;
} reading;

static error_t take(int key, char *value, struct argp_state *state) {
    reading *reading = state->input;
    command_line *line = reading->line;
    switch (key) {
        case CONFIGURATION: line->configuration = value; return 0;
        case SOCKET: line->socket = value; return 0;
        case STATE: line->state = value; return 0;
        case CHECK: line->checks = 1; return 0;
        case LOG_LEVEL: line->log_level = value; return 0;
        case READY: line->ready_descriptor = value; return 0;
        case PROBE: line->probed[line->probed_count++] = value; return 0;
        case VERSION:
            fprintf(state->out_stream, "%s\n", reading->version);
            exit(0);
        case 'h': argp_state_help(state, state->out_stream, ARGP_HELP_STD_HELP); return 0;
        case USAGE:
            argp_state_help(state, state->out_stream, ARGP_HELP_USAGE | ARGP_HELP_EXIT_OK);
            return 0;
        case ARGP_KEY_ARG: argp_error(state, "unexpected argument '%s'", value); return 0;
        default: return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp PARSER = {OPTIONS, take, NULL, DOCUMENTATION, NULL, NULL, NULL};

void command_line_read(int count, char **words, const char *version, command_line *line) {
    *line = (command_line){0};
    // Each takes a word at least.
    line->probed = calloc((size_t)count, sizeof(*line->probed));
    if (line->probed == NULL) command_line_refuse("there is no memory");
    reading reading = {line, version};
    argp_err_exit_status = EX_USAGE;
    // Its own options are left out: one of them waits for a debugger, and none of them is -h.
    argp_parse(&PARSER, count, words, ARGP_NO_HELP, NULL, &reading);
}

void command_line_refuse(const char *message) {
    // Without a state it names the program that runs.
    struct argp_state state = {.root_argp = &PARSER, .name = program_invocation_short_name,
                               .err_stream = stderr, .out_stream = stdout};
    argp_error(&state, "%s", message);
    exit(EX_USAGE);
}
