// SPDX-License-Identifier: MIT
//
// Becomes a plugin's program: with limits, without privileges and, with --sandbox, in a sandbox.
//
//   popoverd-launcher --memory=BYTES --descriptors=COUNT [--sandbox [--trusted] [--network] [--unix-sockets]
//       [--read=PATH]... [--write=PATH]... [--landlock=VERSION]] -- PROGRAM
//
// --trusted: if the kernel has no Landlock, the sandbox is the filter of system calls alone.
// --landlock makes it behave as on an older kernel, for tests. A failed launch ends with status 125 and
// the reason on standard error; nothing of the program has run then.

#include "launcher.h"

#include <errno.h>
#include <getopt.h>
#include <libgen.h>
#include <limits.h>
#include <linux/capability.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { launch_failed = 125 };

enum option_code { MEMORY = 1, DESCRIPTORS, SANDBOX, TRUSTED, NETWORK, UNIX_SOCKETS, READ, WRITE, LANDLOCK };

static const struct option options[] = {
    {"memory", required_argument, NULL, MEMORY},
    {"descriptors", required_argument, NULL, DESCRIPTORS},
    {"sandbox", no_argument, NULL, SANDBOX},
    {"trusted", no_argument, NULL, TRUSTED},
    {"network", no_argument, NULL, NETWORK},
    {"unix-sockets", no_argument, NULL, UNIX_SOCKETS},
    {"read", required_argument, NULL, READ},
    {"write", required_argument, NULL, WRITE},
    {"landlock", required_argument, NULL, LANDLOCK},
    {NULL, 0, NULL, 0},
};

struct launch {
    rlim_t memory;
    rlim_t descriptors;
    int is_sandboxed;
    int is_trusted;
    int newest_landlock;
    struct grants grants;
    char *program;
};

void fail(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    exit(launch_failed);
}

static unsigned long long number(const char *text) {
    char *end;
    errno = 0;
    unsigned long long value = strtoull(text, &end, 10);
    if (errno != 0 || end == text || *end != '\0') fail("\"%s\" is not a number", text);
    return value;
}

static void add(const char **paths, int *count, const char *path) {
    if (*count == max_paths) fail("more than %d paths", max_paths);
    paths[(*count)++] = path;
}

static void parse(int count, char **words, struct launch *launch) {
    for (int code; (code = getopt_long(count, words, "+", options, NULL)) != -1;) {
        switch ((enum option_code)code) {
        case MEMORY: launch->memory = number(optarg); break;
        case DESCRIPTORS: launch->descriptors = number(optarg); break;
        case SANDBOX: launch->is_sandboxed = 1; break;
        case TRUSTED: launch->is_trusted = 1; break;
        case NETWORK: launch->grants.network = 1; break;
        case UNIX_SOCKETS: launch->grants.unix_sockets = 1; break;
        case READ: add(launch->grants.readable, &launch->grants.readable_count, optarg); break;
        case WRITE: add(launch->grants.writable, &launch->grants.writable_count, optarg); break;
        case LANDLOCK: launch->newest_landlock = (int)number(optarg); break;
        default: fail("invalid arguments");
        }
    }
    if (optind + 1 != count) fail("expected one program");
    launch->program = words[optind];
}

static void set_limit(__rlimit_resource_t resource, rlim_t most) {
    struct rlimit limit = {most, most};
    if (setrlimit(resource, &limit) != 0) fail("cannot set a limit: %s", strerror(errno));
}

/// A sandboxed program of a daemon that is root is a user without privileges.
static void drop_capabilities(void) {
    struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
    struct __user_cap_data_struct have[2] = {{0}}, none[2] = {{0}};
    if (syscall(SYS_capget, &header, have) != 0) fail("cannot read capabilities: %s", strerror(errno));
    // A service's filter refuses capset; then there is nothing to drop.
    if (memcmp(have, none, sizeof none) == 0) return;
    for (unsigned long each = 0; prctl(PR_CAPBSET_READ, each, 0, 0, 0) >= 0; each++) {
        prctl(PR_CAPBSET_DROP, each, 0, 0, 0);
    }
    prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
    if (syscall(SYS_capset, &header, none) != 0) fail("cannot drop capabilities: %s", strerror(errno));
}

static void enter_sandbox(const struct launch *launch) {
    char path[PATH_MAX];
    if (strlen(launch->program) >= sizeof path) fail("%s: the path is too long", launch->program);
    strcpy(path, launch->program);
    drop_capabilities();
    int version = landlock_version(launch->newest_landlock);
    if (version > 0) {
        restrict_files(version, dirname(path), &launch->grants);
    } else if (!launch->is_trusted) {
        fail("no sandbox: the kernel offers no Landlock; trusted = true runs the program without");
    }
    restrict_calls(version, &launch->grants);
}

int main(int count, char **words) {
    struct launch launch = {
        .memory = RLIM_INFINITY, .descriptors = RLIM_INFINITY, .newest_landlock = INT_MAX};
    parse(count, words, &launch);
    // It must not outlive the daemon.
    if (prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) != 0) fail("PR_SET_PDEATHSIG: %s", strerror(errno));
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) fail("PR_SET_NO_NEW_PRIVS: %s", strerror(errno));
    set_limit(RLIMIT_CORE, 0);
    if (launch.descriptors != RLIM_INFINITY) set_limit(RLIMIT_NOFILE, launch.descriptors);
    if (launch.memory != RLIM_INFINITY) set_limit(RLIMIT_AS, launch.memory);
    if (launch.is_sandboxed) enter_sandbox(&launch);
    // With the C library's fallback to a shell for scripts that name no interpreter.
    char *arguments[] = {launch.program, NULL};
    execvp(launch.program, arguments);
    const char *hint = launch.is_sandboxed && errno == EACCES
        ? "; its interpreter must be a program of the system, or granted in readPaths" : "";
    fail("cannot execute %s: %s%s", launch.program, strerror(errno), hint);
}
