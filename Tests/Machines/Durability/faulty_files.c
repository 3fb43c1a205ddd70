// SPDX-License-Identifier: MIT

/// Loaded before the C library, it stands between a process and its drafts: it counts the calls
/// that change their files, and kills the process, refuses or holds syncs as a plan says.
///
/// The plan is a file that the test has mapped too, named by POPOVER_PLAN. Only files are meant
/// whose name contains `drafts.sqlite3`, and the folder POPOVER_FOLDER itself.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

/// Seven 64-bit numbers, which test and process share.
struct plan {
    /// Calls so far.
    volatile int64_t calls;
    /// The process is killed before this call; 0 is never.
    volatile int64_t dies_at;
    /// These calls fail with this number of errno.
    volatile int64_t refused_from;
    volatile int64_t refused_until;
    volatile int64_t refusal;
    /// Not 0: syncs wait until it is 0 again.
    volatile int64_t holds;
    /// Syncs that wait.
    volatile int64_t held;
};

static struct plan *plan;
static const char *folder;

__attribute__((constructor)) static void begin(void)
{
    const char *path = getenv("POPOVER_PLAN");
    folder = getenv("POPOVER_FOLDER");
    int file = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
    if (file < 0 || !folder) return;
    void *shared = mmap(NULL, sizeof *plan, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    if (shared != MAP_FAILED) plan = shared;
}

/// The process's own function of the name, behind this one.
#define REAL(type, name, ...)                                                                   \
    static type (*real)(__VA_ARGS__);                                                           \
    if (!real) real = (type(*)(__VA_ARGS__))dlsym(RTLD_NEXT, name)

static int is_meant(const char *path)
{
    if (!plan || !path) return 0;
    return strstr(path, "drafts.sqlite3") != NULL || strcmp(path, folder) == 0;
}

static int is_meant_descriptor(int descriptor)
{
    char link[64], path[PATH_MAX];
    if (!plan) return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    ssize_t count = readlink(link, path, sizeof path - 1);
    if (count < 0) return 0;
    path[count] = 0;
    return is_meant(path);
}

/// Counts a call; whether it fails, with errno set.
static int fails(void)
{
    int64_t call = __atomic_add_fetch(&plan->calls, 1, __ATOMIC_SEQ_CST);
    if (call == plan->dies_at) {
        kill(getpid(), SIGKILL);
        for (;;) pause();
    }
    if (call < plan->refused_from || call >= plan->refused_until) return 0;
    errno = (int)plan->refusal;
    return 1;
}

static void hold(void)
{
    if (!plan->holds) return;
    __atomic_add_fetch(&plan->held, 1, __ATOMIC_SEQ_CST);
    struct timespec tick = {0, 1000000};
    while (plan->holds) nanosleep(&tick, NULL);
    __atomic_sub_fetch(&plan->held, 1, __ATOMIC_SEQ_CST);
}

ssize_t write(int descriptor, const void *bytes, size_t count)
{
    REAL(ssize_t, "write", int, const void *, size_t);
    if (is_meant_descriptor(descriptor) && fails()) return -1;
    return real(descriptor, bytes, count);
}

ssize_t pwrite(int descriptor, const void *bytes, size_t count, off_t offset)
{
    REAL(ssize_t, "pwrite", int, const void *, size_t, off_t);
    if (is_meant_descriptor(descriptor) && fails()) return -1;
    return real(descriptor, bytes, count, offset);
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t count, off64_t offset)
{
    REAL(ssize_t, "pwrite64", int, const void *, size_t, off64_t);
    if (is_meant_descriptor(descriptor) && fails()) return -1;
    return real(descriptor, bytes, count, offset);
}

int fsync(int descriptor)
{
    REAL(int, "fsync", int);
    if (!is_meant_descriptor(descriptor)) return real(descriptor);
    hold();
    return fails() ? -1 : real(descriptor);
}

int fdatasync(int descriptor)
{
    REAL(int, "fdatasync", int);
    if (!is_meant_descriptor(descriptor)) return real(descriptor);
    hold();
    return fails() ? -1 : real(descriptor);
}

int ftruncate(int descriptor, off_t size)
{
    REAL(int, "ftruncate", int, off_t);
    if (is_meant_descriptor(descriptor) && fails()) return -1;
    return real(descriptor, size);
}

int ftruncate64(int descriptor, off64_t size)
{
    REAL(int, "ftruncate64", int, off64_t);
    if (is_meant_descriptor(descriptor) && fails()) return -1;
    return real(descriptor, size);
}

int unlink(const char *path)
{
    REAL(int, "unlink", const char *);
    if (is_meant(path) && fails()) return -1;
    return real(path);
}

int unlinkat(int at, const char *path, int flags)
{
    REAL(int, "unlinkat", int, const char *, int);
    if (is_meant(path) && fails()) return -1;
    return real(at, path, flags);
}

int renameat(int at, const char *path, int other_at, const char *other)
{
    REAL(int, "renameat", int, const char *, int, const char *);
    if (is_meant(path) && fails()) return -1;
    return real(at, path, other_at, other);
}

int mkdir(const char *path, mode_t mode)
{
    REAL(int, "mkdir", const char *, mode_t);
    if (is_meant(path) && fails()) return -1;
    return real(path, mode);
}

/// A call that makes the file, or is only read for writing.
static int opens(int at, const char *path, int flags)
{
    if (!is_meant(path) || !(flags & O_CREAT)) return 0;
    return faccessat(at, path, F_OK, 0) != 0 && fails();
}

#define MODE(flags, mode)                                                                       \
    mode_t mode = 0;                                                                            \
    if ((flags) & (O_CREAT | O_TMPFILE)) {                                                      \
        va_list list;                                                                           \
        va_start(list, flags);                                                                  \
        mode = va_arg(list, mode_t);                                                            \
        va_end(list);                                                                           \
    }

int open(const char *path, int flags, ...)
{
    REAL(int, "open", const char *, int, ...);
    MODE(flags, mode)
    if (opens(AT_FDCWD, path, flags)) return -1;
    return real(path, flags, mode);
}

int open64(const char *path, int flags, ...)
{
    REAL(int, "open64", const char *, int, ...);
    MODE(flags, mode)
    if (opens(AT_FDCWD, path, flags)) return -1;
    return real(path, flags, mode);
}

int openat(int at, const char *path, int flags, ...)
{
    REAL(int, "openat", int, const char *, int, ...);
    MODE(flags, mode)
    if (opens(at, path, flags)) return -1;
    return real(at, path, flags, mode);
}
