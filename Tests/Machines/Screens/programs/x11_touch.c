// SPDX-License-Identifier: MIT
//
// Fingers on the touch screen of an Xorg with the driver inputtest.
//   x11_touch SOCKET WIDTH HEIGHT
// Commands, each answered by "done" when the server has taken it:
//   down FINGER X Y     move FINGER X Y     up FINGER     size WIDTH HEIGHT (of the whole screen)

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>
#include <xorg/xf86-input-inputtest-protocol.h>

// Of XI2proto.h.
enum { TOUCH_BEGIN = 18, TOUCH_UPDATE = 19, TOUCH_END = 20 };

static int stream;

static void put(const void *bytes, size_t count) {
    if (write(stream, bytes, count) != (ssize_t)count) exit(3);
}

static void take(void *bytes, size_t count) {
    for (size_t taken = 0; taken < count;) {
        ssize_t more = read(stream, (char *)bytes + taken, count - taken);
        if (more <= 0) exit(3);
        taken += (size_t)more;
    }
}

int main(int count, char **arguments) {
    if (count != 4) return 2;
    double width = atof(arguments[2]), height = atof(arguments[3]);
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    strncpy(address.sun_path, arguments[1], sizeof address.sun_path - 1);
    stream = socket(AF_UNIX, SOCK_STREAM, 0);
    if (connect(stream, (struct sockaddr *)&address, sizeof address)) return 3;
    xf86ITEventClientVersion version = {
        {sizeof version, XF86IT_EVENT_CLIENT_VERSION}, XF86IT_PROTOCOL_VERSION_MAJOR,
        XF86IT_PROTOCOL_VERSION_MINOR};
    put(&version, sizeof version);
    xf86ITResponseServerVersion answer;
    take(&answer, sizeof answer);
    char line[128], command[16];
    double places[16][2] = {{0}};
    while (fgets(line, sizeof line, stdin)) {
        int finger = 0;
        double x, y;
        if (sscanf(line, "size %lf %lf", &x, &y) == 2) {
            width = x;
            height = y;
            puts("done");
            fflush(stdout);
            continue;
        }
        int parts = sscanf(line, "%15s %d %lf %lf", command, &finger, &x, &y);
        if (parts < 2 || finger < 0 || finger > 15) return 2;
        if (parts == 4) {
            places[finger][0] = x;
            places[finger][1] = y;
        }
        xf86ITEventTouch touch = {.header = {sizeof touch, XF86IT_EVENT_TOUCH}};
        touch.touchid = (uint32_t)finger;
        touch.touch_type = !strcmp(command, "down")   ? TOUCH_BEGIN
                           : !strcmp(command, "move") ? TOUCH_UPDATE
                                                      : TOUCH_END;
        touch.valuators.mask[0] = 3;
        // The middle of the pixel, in the device's units.
        touch.valuators.valuators[0] = (places[finger][0] + 0.5) / width * 65536;
        touch.valuators.valuators[1] = (places[finger][1] + 0.5) / height * 65536;
        put(&touch, sizeof touch);
        xf86ITEventWaitForSync wait = {{sizeof wait, XF86IT_EVENT_WAIT_FOR_SYNC}};
        put(&wait, sizeof wait);
        xf86ITResponseSyncFinished finished;
        take(&finished, sizeof finished);
        puts("done");
        fflush(stdout);
    }
    return 0;
}
