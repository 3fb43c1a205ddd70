// SPDX-License-Identifier: MIT
//
// A plugin that writes down every event of the load, and dies at those of the topic app.crash.
//
// In C because it is started a thousand times. The macro RECORD is the file that it adds the
// sequence numbers to, one a line, before it says that it has seen them; RECORD.starts holds the
// processes that it was.

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Long enough for the lines that a test sends.
static char line[1 << 16];

static int is(const char *method) {
    char member[64];
    snprintf(member, sizeof(member), "\"method\":\"%s\"", method);
    return strstr(line, member) != NULL;
}

static void answer(const char *id, const char *result) {
    printf("{\"jsonrpc\":\"2.0\",\"id\":\"%s\",\"result\":%s}\n", id, result);
}

// Whether an earlier life of this program has written it down.
static int is_recorded(long long sequence) {
    FILE *record = fopen(RECORD, "r");
    long long number;
    int found = 0;
    while (record && !found && fscanf(record, "%lld", &number) == 1) found = number == sequence;
    if (record) fclose(record);
    return found;
}

static void record(const char *path, long long number) {
    char text[32];
    int length = snprintf(text, sizeof(text), "%lld\n", number);
    int file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
    // One write, so that no end of the program leaves half a number.
    if (file < 0 || write(file, text, (size_t)length) != length) abort();
    close(file);
}

static void take_event(void) {
    const char *member = strstr(line, "\"sequence\":");
    if (!member) return;
    long long sequence = atoll(member + strlen("\"sequence\":"));
    int is_deadly = strstr(line, "\"topic\":\"app.crash\"") != NULL;
    int is_first = !is_deadly || !is_recorded(sequence);
    if (is_first) record(RECORD, sequence);
    if (is_deadly && is_first) abort();
    printf("{\"jsonrpc\":\"2.0\",\"method\":\"seen\",\"params\":{\"sequence\":%lld}}\n", sequence);
}

int main(void) {
    setvbuf(stdout, NULL, _IOLBF, 0);
    record(RECORD ".starts", getpid());
    while (fgets(line, sizeof(line), stdin)) {
        if (is("getmanifest")) {
            answer(
                "m1",
                "{\"name\":\"recorder\",\"version\":\"1.0.0\",\"topics\":[\"app.*\"]}");
        } else if (is("init")) {
            answer("i1", "{}");
        } else if (is("event")) {
            take_event();
        } else if (is("shutdown")) {
            break;
        }
    }
    return 0;
}
