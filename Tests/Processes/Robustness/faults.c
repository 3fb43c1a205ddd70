// SPDX-License-Identifier: MIT
//
// A disk that fails and clocks that jump, for one process: preloaded into it, and ruled by a file
// of numbers that the test changes while it runs.

#define _GNU_SOURCE

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

// As `faults.py` writes them.
struct rules {
    int64_t write_error;  // of every write to a file below the folder; 0 is none
    int64_t sync_holds;   // whether every sync waits until this is 0 again
    int64_t wall_clock;   // seconds that CLOCK_REALTIME is ahead
    int64_t slept;        // milliseconds that CLOCK_MONOTONIC has stood still
};

static volatile struct rules *rules;
static char folder[4096];

__attribute__((constructor)) static void begin(void) {
    const char *path = getenv("FAULTS"), *place = getenv("FAULTS_FOLDER");
    if (path == NULL || place == NULL) return;
    strncpy(folder, place, sizeof(folder) - 1);
    int file = open(path, O_RDWR | O_CLOEXEC);
    if (file < 0) return;
    void *memory = mmap(NULL, sizeof(struct rules), PROT_READ, MAP_SHARED, file, 0);
    close(file);
    if (memory != MAP_FAILED) rules = memory;
}

static int is_ours(int file) {
    char link[64] = "/proc/self/fd/", name[4096];
    char digits[16];
    int count = 0;
    for (int rest = file; rest > 0 || count == 0; rest /= 10) digits[count++] = '0' + rest % 10;
    char *end = link + strlen(link);
    while (count > 0) *end++ = digits[--count];
    *end = 0;
    ssize_t length = readlink(link, name, sizeof(name) - 1);
    return length > 0 && (name[length] = 0, strncmp(name, folder, strlen(folder)) == 0);
}

static int refuses(int file) {
    if (rules == NULL || rules->write_error == 0 || !is_ours(file)) return 0;
    errno = (int)rules->write_error;
    return 1;
}

#define REAL(name) ((__typeof__(name) *)dlsym(RTLD_NEXT, #name))

ssize_t write(int file, const void *bytes, size_t count) {
    static __typeof__(write) *real;
    if (real == NULL) real = REAL(write);
    return refuses(file) ? -1 : real(file, bytes, count);
}

ssize_t pwrite(int file, const void *bytes, size_t count, off_t offset) {
    static __typeof__(pwrite) *real;
    if (real == NULL) real = REAL(pwrite);
    return refuses(file) ? -1 : real(file, bytes, count, offset);
}

ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t offset) {
    static __typeof__(pwrite64) *real;
    if (real == NULL) real = REAL(pwrite64);
    return refuses(file) ? -1 : real(file, bytes, count, offset);
}

static void linger(int file) {
    if (rules == NULL || rules->sync_holds == 0 || !is_ours(file)) return;
    struct timespec tick = {0, 1000000};
    while (rules->sync_holds != 0) nanosleep(&tick, NULL);
}

int fsync(int file) {
    static __typeof__(fsync) *real;
    if (real == NULL) real = REAL(fsync);
    linger(file);
    return refuses(file) ? -1 : real(file);
}

int fdatasync(int file) {
    static __typeof__(fdatasync) *real;
    if (real == NULL) real = REAL(fdatasync);
    linger(file);
    return refuses(file) ? -1 : real(file);
}

int clock_gettime(clockid_t clock, struct timespec *time) {
    static __typeof__(clock_gettime) *real;
    if (real == NULL) real = REAL(clock_gettime);
    int status = real(clock, time);
    if (status != 0 || rules == NULL) return status;
    if (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE) {
        time->tv_sec += rules->wall_clock;
    } else if (clock == CLOCK_MONOTONIC || clock == CLOCK_MONOTONIC_COARSE) {
        int64_t nanoseconds = time->tv_nsec - rules->slept % 1000 * 1000000;
        time->tv_sec -= rules->slept / 1000 + (nanoseconds < 0);
        time->tv_nsec = nanoseconds + (nanoseconds < 0) * INT64_C(1000000000);
    }
    return status;
}
