// SPDX-License-Identifier: MIT
//
// The peer of a bare pipe round trip: it answers every line with as many bytes as `answering`.

#include <string.h>
#include <unistd.h>

#define BEFORE "{\"jsonrpc\":\"2.0\",\"id\":\"q100000\",\"result\":{\"verdict\":"

int main(void) {
    static const char stays[] = BEFORE "\"stay\"}}\n", admits[] = BEFORE "\"admit\"}}\n";
    static char line[65536];
    ssize_t length;
    while ((length = read(0, line, sizeof(line))) > 0) {
        // The longer line is an open.
        const char *answer = length > 230 ? admits : stays;
        if (write(1, answer, strlen(answer)) < 0) return 1;
    }
    return 0;
}
