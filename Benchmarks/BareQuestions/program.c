// SPDX-License-Identifier: MIT

#define _GNU_SOURCE
#include "bare_questions.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static pid_t child;
static int to_child;
static int from_child;

int32_t bare_program_start(const char *path) {
    int input[2], output[2];
    if (pipe2(input, O_CLOEXEC) != 0 || pipe2(output, O_CLOEXEC) != 0) return -1;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, input[0], 0);
    posix_spawn_file_actions_adddup2(&actions, output[1], 1);
    char *arguments[] = {(char *)path, 0};
    int status = posix_spawn(&child, path, &actions, 0, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    close(input[0]);
    close(output[1]);
    to_child = input[1];
    from_child = output[0];
    return status == 0 ? 0 : -1;
}

int64_t bare_program_ask(const char *line, uint64_t length) {
    static char answer[4096];
    if (write(to_child, line, length) != (ssize_t)length) return -1;
    // One read suffices: a pipe does not split writes below PIPE_BUF.
    ssize_t count = read(from_child, answer, sizeof(answer));
    return count > 0 && answer[count - 1] == '\n' ? count : -1;
}

void bare_program_end(void) {
    close(to_child);
    close(from_child);
    waitpid(child, 0, 0);
}
