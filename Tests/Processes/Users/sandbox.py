# SPDX-License-Identifier: MIT
"""The service's sandbox as far as a process without privileges can put itself into it.

What systemd would do by capabilities, limits and system call filters is read from the unit and done
by a small launcher, which is compiled with the filter in it. Namespaces (mounts, network, devices,
processes) need privileges that a test should not have, and are left out.
"""

import functools
import os
import re
import shutil
import subprocess
import tempfile

from support import ROOT

UNIT = ROOT / "config" / "popoverd.service"

LAUNCHER = r"""
#define _GNU_SOURCE
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#define LOAD(offset) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (offset))
#define FAIL(error) BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (error))
#define ALLOW BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
#define NUMBER offsetof(struct seccomp_data, nr)
#define ARGUMENT(n) (offsetof(struct seccomp_data, args) + 8 * (n))
#define ALLOWED(call) \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_##call, 0, 1), ALLOW,
/* A call that fails where all these bits of an argument are set. */
#define WITHOUT(call, n, mask, error) \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_##call, 0, 5), LOAD(ARGUMENT(n)), \
    BPF_STMT(BPF_ALU | BPF_AND | BPF_K, (mask)), \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (mask), 0, 1), FAIL(error), LOAD(NUMBER)
/* A call that fails where any of these bits is set. */
#define WITHOUT_ANY(call, n, mask, error) \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_##call, 0, 4), LOAD(ARGUMENT(n)), \
    BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, (mask), 0, 1), FAIL(error), LOAD(NUMBER)
/* A call that fails unless an argument is this one. */
#define ONLY(call, n, value, error) \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_##call, 0, 4), LOAD(ARGUMENT(n)), \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (value), 1, 0), FAIL(error), LOAD(NUMBER)

#define NAMESPACES (CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER \
    | CLONE_NEWPID | CLONE_NEWNET)

static struct sock_filter filter[] = {
    LOAD(NUMBER),
    /* MemoryDenyWriteExecute= */
    WITHOUT(mmap, 2, PROT_WRITE | PROT_EXEC, EPERM),
    WITHOUT(mprotect, 2, PROT_EXEC, EPERM),
    WITHOUT(pkey_mprotect, 2, PROT_EXEC, EPERM),
    /* RestrictAddressFamilies=AF_UNIX */
    ONLY(socket, 0, AF_UNIX, EAFNOSUPPORT),
    /* LockPersonality= */
    ONLY(personality, 0, 0, EPERM),
    /* RestrictNamespaces=: what a filter cannot look into is unknown, as under systemd. */
    WITHOUT_ANY(clone, 0, NAMESPACES, EPERM),
    WITHOUT_ANY(unshare, 0, NAMESPACES, EPERM),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone3, 0, 1), FAIL(ENOSYS),
    /* RestrictSUIDSGID= */
    WITHOUT_ANY(fchmod, 1, S_ISUID | S_ISGID, EPERM),
    WITHOUT_ANY(fchmodat, 2, S_ISUID | S_ISGID, EPERM),
    /* SystemCallFilter= */
@ALLOWED@
    FAIL(EPERM),
};

static void die(const char *what) {
    perror(what);
    exit(99);
}

/* The listening socket's descriptor, and the program with its arguments. */
int main(int count, char **words) {
    if (count < 3) return 99;
    if (dup2(atoi(words[1]), 3) != 3) die("dup2");
    char number[32];
    snprintf(number, sizeof number, "%d", (int)getpid());
    setenv("LISTEN_PID", number, 1);
    setenv("LISTEN_FDS", "1", 1);
    setenv("LISTEN_FDNAMES", "client", 1);
    umask(@UMASK@);
    struct rlimit descriptors = {@NOFILE@, @NOFILE@}, dumps = {@CORE@, @CORE@};
    if (setrlimit(RLIMIT_NOFILE, &descriptors) != 0) die("RLIMIT_NOFILE");
    if (setrlimit(RLIMIT_CORE, &dumps) != 0) die("RLIMIT_CORE");
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) die("PR_SET_NO_NEW_PRIVS");
    struct sock_fprog program = {sizeof filter / sizeof *filter, filter};
    if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0) die("PR_SET_SECCOMP");
    execv(words[2], words + 2);
    die(words[2]);
}
"""


def settings(text=None):
    """What the service's section says, each name with all its values."""
    text = UNIT.read_text(encoding="utf-8") if text is None else text
    found = {}
    section = None
    for line in text.splitlines():
        if line.startswith("["):
            section = line
        elif section == "[Service]" and "=" in line and not line.startswith("#"):
            name, value = line.split("=", 1)
            found.setdefault(name, []).append(value)
    return found


def needed(program, package):
    """The path of a program, or who has it."""
    path = shutil.which(program)
    if path is None:
        raise FileNotFoundError(f"{program} is missing: install the package {package}")
    return path


@functools.lru_cache(maxsize=None)
def calls(name):
    """The system calls of a set such as @privileged, or a single one."""
    if not name.startswith("@"):
        return {name}
    listed = subprocess.run(
        [needed("systemd-analyze", "systemd"), "syscall-filter", "--no-pager", name], check=True,
        capture_output=True, text=True).stdout
    found = set()
    for word in re.findall(r"^    ([@\w-]+)$", listed, re.M):
        found |= calls(word)
    return found


def allowed_calls(unit):
    """What is left of the unit's lists, the first of which allows and the others take away."""
    allowed = set()
    for line in unit["SystemCallFilter"]:
        for name in line.lstrip("~").split():
            allowed = allowed - calls(name) if line.startswith("~") else allowed | calls(name)
    return sorted(allowed)


def launcher():
    """The path of a fresh launcher, in a folder of its own."""
    unit = settings()
    allowed = "\n".join(
        f"#ifdef SYS_{call}\n    ALLOWED({call})\n#endif" for call in allowed_calls(unit))
    source = LAUNCHER.replace("@ALLOWED@", allowed)
    for name, key in (("UMASK", "UMask"), ("NOFILE", "LimitNOFILE"), ("CORE", "LimitCORE")):
        source = source.replace(f"@{name}@", unit[key][-1])
    folder = tempfile.mkdtemp(prefix="popover-sandbox-")
    path = os.path.join(folder, "launcher")
    subprocess.run(
        [os.environ.get("CC", "cc"), "-std=gnu11", "-Wall", "-Wextra", "-Werror", "-x", "c", "-",
         "-o", path],
        input=source, text=True, check=True)
    return path


def without_capabilities():
    """What takes every capability from a command; nothing where there are none."""
    if os.getuid() != 0:
        return []
    return [
        needed("setpriv", "util-linux"), "--inh-caps=-all", "--bounding-set=-all", "--no-new-privs"]
