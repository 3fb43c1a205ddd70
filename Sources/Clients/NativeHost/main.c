// SPDX-License-Identifier: MIT
//
// The native messaging host of the browser extension: it joins a browser's pipes to the daemon's socket, so
// that each page is a client of its own, whose user the kernel knows.
//
//   popover-native-host [WORD]...
//
// Browsers start it, with words that it ignores. A message on standard input, four bytes of its length and
// JSON, becomes a line to the daemon; a line of the daemon becomes a message on standard output. It reads no
// JSON. It ends with status 0 when either side ends.

#include "host.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    /// The default of `limits.message`; the daemon checks its own.
    longest_line = 262144,
    /// Browsers end the connection after a longer message.
    longest_message = 1024 * 1024,
};

/// As the daemon answers a line that is too long.
#define TOO_LONG \
    "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":4,\"message\":\"the message is too long\"," \
    "\"data\":{\"limit\":\"message\",\"value\":262144}}}"

/// A message of the host's own, the first one, if it knows.
#define WINDOW_ORIGIN \
    "{\"jsonrpc\":\"2.0\",\"method\":\"host.windowOrigin\",\"params\":{\"x\":%.3f,\"y\":%.3f}}"

/// Bytes that the other side has not taken yet. While there are some, nothing more is read for it.
struct output {
    const char *next;
    size_t left;
};

/// From the browser to the daemon.
static struct {
    uint32_t length;
    /// Bytes of the length and of the message that have come.
    size_t prefix, count;
    char line[longest_line + 1];
    struct output output;
    /// The daemon reads no more.
    bool is_over;
} messages;

/// From the daemon to the browser.
static struct {
    /// Before each line there is room for its length.
    char bytes[sizeof(uint32_t) + longest_message + 1];
    size_t start, end;
    struct output output;
    /// Messages that were too long, and whose errors the browser has to get.
    size_t refusals;
} lines = {.start = sizeof(uint32_t), .end = sizeof(uint32_t)};

void fail(enum status status, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fputs("popover-native-host: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    exit(status);
}

/// Writes what the other side takes now. False: it has ended.
static bool drain(int descriptor, struct output *output) {
    while (output->left > 0) {
        ssize_t count = write(descriptor, output->next, output->left);
        if (count >= 0) {
            output->next += count;
            output->left -= (size_t)count;
        } else if (errno == EAGAIN) {
            return true;
        } else if (errno == EPIPE || errno == ECONNRESET) {
            return false;
        } else if (errno != EINTR) {
            fail(io_error, "cannot write: %s", strerror(errno));
        }
    }
    return true;
}

/// Reads what is there. 0: the other side has ended; -1: nothing is there now.
static ssize_t fill(int descriptor, void *bytes, size_t size) {
    for (;;) {
        ssize_t count = read(descriptor, bytes, size);
        if (count >= 0) return count;
        if (errno == EAGAIN) return -1;
        if (errno == ECONNRESET) return 0;
        if (errno != EINTR) fail(io_error, "cannot read: %s", strerror(errno));
    }
}

static void write_to_daemon(int daemon) {
    if (drain(daemon, &messages.output)) return;
    // Its last lines may still be there.
    messages.output.left = 0;
    messages.is_over = true;
}

/// Handles a message that is complete.
static void pass_message(int daemon) {
    messages.prefix = messages.count = 0;
    if (messages.length > longest_line) return;
    if (memchr(messages.line, '\n', messages.length)) {
        fail(invalid_data, "a message of the browser has a line feed");
    }
    messages.line[messages.length] = '\n';
    messages.output = (struct output){messages.line, messages.length + 1};
    write_to_daemon(daemon);
}

/// Reads a part of a message. False: there is none now.
static bool read_message(void) {
    bool is_body = messages.prefix == sizeof messages.length;
    char *into = (char *)&messages.length + messages.prefix;
    size_t wanted = sizeof messages.length - messages.prefix;
    if (is_body) {
        // What is too long is skipped, and not stored.
        bool is_kept = messages.length <= longest_line;
        wanted = messages.length - messages.count;
        if (!is_kept && wanted > sizeof messages.line) wanted = sizeof messages.line;
        into = messages.line + (is_kept ? messages.count : 0);
    }
    ssize_t count = fill(STDIN_FILENO, into, wanted);
    if (count == 0 && messages.prefix > 0) fail(invalid_data, "the browser ended within a message");
    if (count == 0) exit(0);
    if (count < 0) return false;
    if (is_body) {
        messages.count += (size_t)count;
    } else {
        messages.prefix += (size_t)count;
        if (messages.prefix == sizeof messages.length && messages.length > longest_line) lines.refusals++;
    }
    return true;
}

static bool is_message_complete(void) {
    return messages.prefix == sizeof messages.length && messages.count == messages.length;
}

static void read_messages(int daemon) {
    while (messages.output.left == 0 && !messages.is_over && read_message()) {
        if (is_message_complete()) pass_message(daemon);
    }
}

static void write_to_browser(void) {
    if (!drain(STDOUT_FILENO, &lines.output)) exit(0);
}

/// Sends a message of the host's own; the browser has taken everything else.
static void send_own(const char *text) {
    static char message[256];
    uint32_t length = (uint32_t)strlen(text);
    memcpy(message, &length, sizeof length);
    memcpy(message + sizeof length, text, length);
    lines.output = (struct output){message, sizeof length + length};
    write_to_browser();
}

/// Says where popover-stage has put the browser's windows, which Wayland does not tell them.
static void send_origin(void) {
    const char *origin = getenv("POPOVERD_WINDOW_ORIGIN");
    double x, y;
    int end;
    char text[128];
    if (!origin || sscanf(origin, "%lf,%lf%n", &x, &y, &end) != 2 || origin[end]) return;
    // The daemon takes no length beyond this, and JSON knows no infinity.
    if (!(fabs(x) <= 1e9 && fabs(y) <= 1e9)) return;
    snprintf(text, sizeof text, WINDOW_ORIGIN, x, y);
    send_own(text);
}

/// Sends the next line as a message. False: none is complete.
static bool pass_line(void) {
    char *line = lines.bytes + lines.start;
    char *feed = memchr(line, '\n', lines.end - lines.start);
    if (!feed) return false;
    uint32_t length = (uint32_t)(feed - line);
    lines.start += length + 1;
    // An empty line means nothing.
    if (length == 0) return true;
    // The bytes before it were room, or a line that is gone.
    memcpy(line - sizeof length, &length, sizeof length);
    lines.output = (struct output){line - sizeof length, sizeof length + length};
    write_to_browser();
    return true;
}

/// Sends what is complete, as long as the browser takes it.
static void pass_lines(void) {
    for (; lines.output.left == 0 && lines.refusals > 0; lines.refusals--) send_own(TOO_LONG);
    while (lines.output.left == 0 && pass_line()) {}
}

/// Moves the beginning of a line to the start of the buffer.
static void make_room(void) {
    size_t first = sizeof(uint32_t);
    memmove(lines.bytes + first, lines.bytes + lines.start, lines.end - lines.start);
    lines.end -= lines.start - first;
    lines.start = first;
    if (lines.end == sizeof lines.bytes) fail(invalid_data, "a line of the daemon is too long for a browser");
}

static void read_lines(int daemon) {
    while (lines.output.left == 0) {
        make_room();
        ssize_t count = fill(daemon, lines.bytes + lines.end, sizeof lines.bytes - lines.end);
        if (count == 0) exit(0);
        if (count < 0) return;
        lines.end += (size_t)count;
        pass_lines();
    }
}

/// Waits until a side can go on. Neither waits for the other one.
static void wait_for_sides(int daemon) {
    bool has_line = messages.output.left > 0, has_message = lines.output.left > 0;
    short reads = has_message ? 0 : POLLIN, writes = has_line ? POLLOUT : 0;
    struct pollfd sides[] = {
        {.fd = has_line || messages.is_over ? -1 : STDIN_FILENO, .events = POLLIN},
        // Nobody waits for an end that nobody handles.
        {.fd = reads || writes ? daemon : -1, .events = (short)(reads | writes)},
        {.fd = has_message ? STDOUT_FILENO : -1, .events = POLLOUT},
    };
    if (poll(sides, sizeof sides / sizeof *sides, -1) < 0 && errno != EINTR) {
        fail(io_error, "cannot wait: %s", strerror(errno));
    }
}

static void never_block(int descriptor) {
    int flags = fcntl(descriptor, F_GETFL);
    if (flags < 0 || fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) != 0) {
        fail(io_error, "cannot prepare a descriptor: %s", strerror(errno));
    }
}

int main(void) {
    if (isatty(STDIN_FILENO)) fail(misused, "browsers start this program for the extension of popoverd");
    signal(SIGPIPE, SIG_IGN);
    int daemon = connect_to_daemon();
    const int descriptors[] = {STDIN_FILENO, STDOUT_FILENO, daemon};
    for (size_t each = 0; each < sizeof descriptors / sizeof *descriptors; each++) {
        never_block(descriptors[each]);
    }
    send_origin();
    for (;;) {
        wait_for_sides(daemon);
        write_to_daemon(daemon);
        read_messages(daemon);
        write_to_browser();
        pass_lines();
        read_lines(daemon);
    }
}
