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
     "Read the configuration from this TOML file (default: built-in values)", 0},
    {"socket", SOCKET, "PATH", 0, "Listen on this socket; overrides the configuration", 0},
    {"state", STATE, "PATH", 0, "Keep drafts in this folder; overrides the configuration", 0},
    {"check", CHECK, NULL, 0,
     "Check the configuration, list its errors and exit", 0},
    {"log-level", LOG_LEVEL, "LEVEL", 0,
     "Minimum log level: trace, debug, info, notice, warning, error or critical; overrides the "
     "configuration", 0},
    {"ready-fd", READY, "N", 0, "Write a newline to file descriptor N when the socket is ready", 0},
    // Probe a plugin in this process and print the result; may be repeated.
    {"probe-plugin", PROBE, "PATH", OPTION_HIDDEN, NULL, 0},
    {"version", VERSION, NULL, 0, "Show the version", -1},
    {"help", 'h', NULL, 0, "Show this help", -1},
    {"usage", USAGE, NULL, 0, "Show a short summary of the options", -1},
    {0},
};

static const char DOCUMENTATION[] =
    "Arbitrate popovers and alerts on a kiosk's displays."
    "\v"
    "Runs in the foreground and logs to standard error. SIGHUP reloads the configuration; SIGTERM and "
    "SIGINT save drafts and exit with status 0.\n\n"
    "Example: popoverd --check --config /etc/popoverd/popoverd.toml";

typedef struct {
    command_line *line;
    const char *version;
} parse_state;

static error_t parse_option(int key, char *value, struct argp_state *state) {
    parse_state *parse = state->input;
    command_line *line = parse->line;
    switch (key) {
        case CONFIGURATION: line->configuration = value; return 0;
        case SOCKET: line->socket = value; return 0;
        case STATE: line->state = value; return 0;
        case CHECK: line->checks = 1; return 0;
        case LOG_LEVEL: line->log_level = value; return 0;
        case READY: line->ready_descriptor = value; return 0;
        case PROBE: line->probed[line->probed_count++] = value; return 0;
        case VERSION:
            fprintf(state->out_stream, "%s\n", parse->version);
            exit(0);
        case 'h': argp_state_help(state, state->out_stream, ARGP_HELP_STD_HELP); return 0;
        case USAGE:
            argp_state_help(state, state->out_stream, ARGP_HELP_USAGE | ARGP_HELP_EXIT_OK);
            return 0;
        case ARGP_KEY_ARG: argp_error(state, "unexpected argument '%s'", value); return 0;
        default: return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp PARSER = {OPTIONS, parse_option, NULL, DOCUMENTATION, NULL, NULL, NULL};

void command_line_read(int count, char **words, const char *version, command_line *line) {
    *line = (command_line){0};
    // Each option needs at least one word.
    line->probed = calloc((size_t)count, sizeof(*line->probed));
    if (line->probed == NULL) command_line_refuse("out of memory");
    parse_state parse = {line, version};
    argp_err_exit_status = EX_USAGE;
    // Without argp's own options: one of them waits for a debugger, and none of them is -h.
    argp_parse(&PARSER, count, words, ARGP_NO_HELP, NULL, &parse);
}

void command_line_refuse(const char *message) {
    // argp_error needs a state that names the program.
    struct argp_state state = {.root_argp = &PARSER, .name = program_invocation_short_name,
                               .err_stream = stderr, .out_stream = stdout};
    argp_error(&state, "%s", message);
    exit(EX_USAGE);
}
