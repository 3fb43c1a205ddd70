// SPDX-License-Identifier: MIT

#include "launcher.h"

#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <linux/landlock.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// Newer than the kernel headers of Debian 12.
enum {
    access_truncate = 1 << 14,
    access_ioctl_device = 1 << 15,
    scope_signal = 1 << 1,
};

struct ruleset_attributes {
    uint64_t files;
    uint64_t network;
    uint64_t scoped;
};

enum {
    reading = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR,
    loading = reading | LANDLOCK_ACCESS_FS_EXECUTE,
    writing = reading | LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_DIR |
        LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_MAKE_REG |
        LANDLOCK_ACCESS_FS_MAKE_SYM | LANDLOCK_ACCESS_FS_MAKE_FIFO | LANDLOCK_ACCESS_FS_MAKE_SOCK |
        LANDLOCK_ACCESS_FS_REFER | access_truncate,
    // The rights that a rule for a file may have.
    of_files = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE |
        LANDLOCK_ACCESS_FS_EXECUTE | access_truncate | access_ioctl_device,
};

/// What programs of any language need of the system. Nothing here is secret, even to root; the rest of
/// /etc may be.
static const struct {
    const char *pattern;
    uint64_t rights;
} system_files[] = {
    {"/usr", loading},
    {"/bin", loading},
    {"/sbin", loading},
    {"/lib*", loading},
    {"/etc/ld.so.cache", reading},
    {"/etc/ld.so.preload", reading},
    {"/etc/alternatives", reading},
    {"/etc/localtime", reading},
    {"/etc/timezone", reading},
    {"/etc/locale.alias", reading},
    {"/etc/python3*", reading},
    {"/etc/passwd", reading},
    {"/etc/group", reading},
    {"/etc/nsswitch.conf", reading},
    {"/etc/host.conf", reading},
    {"/etc/hosts", reading},
    {"/etc/gai.conf", reading},
    {"/etc/resolv.conf", reading},
    {"/run/systemd/resolve", reading},
    {"/etc/protocols", reading},
    {"/etc/services", reading},
    {"/etc/ssl/openssl.cnf", reading},
    {"/etc/ssl/certs", reading},
    {"/proc", reading},
    {"/sys/devices/system/cpu", reading},
    {"/dev/null", reading | LANDLOCK_ACCESS_FS_WRITE_FILE},
    {"/dev/zero", reading | LANDLOCK_ACCESS_FS_WRITE_FILE},
    {"/dev/full", reading | LANDLOCK_ACCESS_FS_WRITE_FILE},
    {"/dev/random", reading},
    {"/dev/urandom", reading},
};

/// Every right that this version knows: a right that is not handled is not restricted.
static uint64_t handled(int version) {
    uint64_t rights = (LANDLOCK_ACCESS_FS_MAKE_SYM << 1) - 1;
    if (version >= 2) rights |= LANDLOCK_ACCESS_FS_REFER;
    if (version >= 3) rights |= access_truncate;
    if (version >= 5) rights |= access_ioctl_device;
    return rights;
}

int landlock_version(int newest) {
    long version = syscall(
        SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
    if (version < 1) return 0;
    return version < newest ? (int)version : newest;
}

static void allow(int ruleset, const char *path, uint64_t rights, int is_optional) {
    int descriptor = open(path, O_PATH | O_CLOEXEC);
    if (descriptor < 0) {
        if (is_optional) return;
        fail("cannot grant %s: %s", path, strerror(errno));
    }
    struct stat status;
    if (fstat(descriptor, &status) != 0) fail("cannot grant %s: %s", path, strerror(errno));
    if (!S_ISDIR(status.st_mode)) rights &= of_files;
    struct landlock_path_beneath_attr rule = {.allowed_access = rights, .parent_fd = descriptor};
    if (syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0) != 0) {
        fail("cannot grant %s: %s", path, strerror(errno));
    }
    close(descriptor);
}

static void allow_system_files(int ruleset) {
    for (size_t each = 0; each < sizeof system_files / sizeof *system_files; each++) {
        glob_t found;
        if (glob(system_files[each].pattern, GLOB_NOSORT, NULL, &found) == 0) {
            for (size_t path = 0; path < found.gl_pathc; path++) {
                allow(ruleset, found.gl_pathv[path], system_files[each].rights, 1);
            }
        }
        globfree(&found);
    }
}

void restrict_files(int version, const char *folder, const struct grants *grants) {
    uint64_t all = handled(version);
    struct ruleset_attributes attributes = {
        .files = all, .scoped = version >= 6 ? scope_signal : 0};
    int ruleset = (int)syscall(SYS_landlock_create_ruleset, &attributes, sizeof attributes, 0);
    if (ruleset < 0) fail("no sandbox: landlock_create_ruleset: %s", strerror(errno));
    allow_system_files(ruleset);
    allow(ruleset, folder, loading, 0);
    for (int each = 0; each < grants->readable_count; each++) {
        // A device is of no use without its own calls.
        allow(ruleset, grants->readable[each], (loading | access_ioctl_device) & all, 0);
    }
    for (int each = 0; each < grants->writable_count; each++) {
        allow(ruleset, grants->writable[each], writing & all, 0);
    }
    if (syscall(SYS_landlock_restrict_self, ruleset, 0) != 0) {
        fail("no sandbox: landlock_restrict_self: %s", strerror(errno));
    }
    close(ruleset);
}
