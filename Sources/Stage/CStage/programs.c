// SPDX-License-Identifier: MIT
//
// The programs behind connections, and what they may do: a global is shown only to programs with its right.

#include "parts.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Connections of programs in sandboxes; without a descriptor for one, wlroots would try again at once, forever.
#define SANDBOXED_CAPACITY 128

// The programs of a process group have rights.
typedef struct group {
    struct wl_list link; // stage.groups
    int32_t leader;
    uint32_t rights;
} group;

static group *group_of(const stage *stage, int32_t leader) {
    group *group;
    wl_list_for_each(group, &stage->groups, link) if (group->leader == leader) return group;
    return NULL;
}

static void forget(group *group) {
    wl_list_remove(&group->link);
    free(group);
}

void stage_allow(stage *stage, int32_t leader, uint32_t rights) {
    group *known = group_of(stage, leader);
    if (known) forget(known);
    group *added = rights ? calloc(1, sizeof *added) : NULL;
    if (!added) return;
    added->leader = leader;
    added->rights = rights;
    wl_list_insert(&stage->groups, &added->link);
}

void stage_forget_groups(stage *stage) {
    group *group, *next;
    wl_list_for_each_safe(group, next, &stage->groups, link) forget(group);
}

// MARK: Connections

uint64_t stage_process_start(int32_t pid) {
    char path[32], text[512];
    snprintf(path, sizeof path, "/proc/%d/stat", pid);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t length = file < 0 ? -1 : read(file, text, sizeof text - 1);
    if (file >= 0) close(file);
    text[length < 0 ? 0 : length] = 0;
    // The 22nd word (proc(5)); the second is a name in parentheses, which may have spaces.
    const char *word = strrchr(text, ')');
    for (int number = 2; word && number < 22; number++) word = strchr(word + 1, ' ');
    return word ? strtoull(word, NULL, 10) : 0;
}

static void ended(struct wl_listener *listener, void *data) {
    (void)data;
    program *program = wl_container_of(listener, program, ended);
    wl_list_remove(&listener->link);
    if (program->is_sandboxed) program->stage->sandboxed_count--;
    free(program);
}

const program *stage_program_of(const struct wl_client *client) {
    struct wl_listener *listener =
        wl_client_get_destroy_listener((struct wl_client *)client, ended);
    return listener ? wl_container_of(listener, (program *)NULL, ended) : NULL;
}

static void refuse(void *client) { wl_client_destroy(client); }

static void admit_sandboxed(stage *stage, struct wl_client *client) {
    // wlroots leaves it open to the apps that start.
    fcntl(wl_client_get_fd(client), F_SETFD, FD_CLOEXEC);
    // Not yet, since wlroots still makes it; it handles no request before.
    if (++stage->sandboxed_count > SANDBOXED_CAPACITY)
        wl_event_loop_add_idle(stage->loop, refuse, client);
}

// Who has connected is what the kernel recorded then. The look at it follows at once, which leaves one gap:
// between the two, the process may end and another get its number.
static void new_program(struct wl_listener *listener, void *data) {
    stage *stage = wl_container_of(listener, stage, new_program);
    program *program = calloc(1, sizeof *program);
    if (!program) return wl_client_post_no_memory(data);
    pid_t pid;
    uid_t user;
    wl_client_get_credentials(data, &pid, &user, NULL);
    program->pid = pid;
    program->user = user;
    program->started_at = stage_process_start(pid);
    // 0 is a process that this one cannot see, and getpgid(0) its own group.
    const group *group = pid > 0 ? group_of(stage, getpgid(pid)) : NULL;
    program->stage = stage;
    program->is_sandboxed = !stage->is_accepting;
    if (program->is_sandboxed) admit_sandboxed(stage, data);
    else program->rights = stage->rights | (group ? group->rights : 0);
    program->ended.notify = ended;
    wl_client_add_destroy_listener(data, &program->ended);
}

// MARK: Globals

static uint32_t right_to(const char *interface) {
    static const struct {
        const char *interface;
        stage_right right;
    } limited[] = {
        {"zwlr_screencopy_manager_v1", STAGE_RIGHT_SCREENSHOTS},
        {"zwp_virtual_keyboard_manager_v1", STAGE_RIGHT_VIRTUAL_INPUT},
        {"zwlr_virtual_pointer_manager_v1", STAGE_RIGHT_VIRTUAL_INPUT},
        {"zwp_input_method_manager_v2", STAGE_RIGHT_VIRTUAL_INPUT},
        // wlroots waits for a connection that the sandbox's engine has taken from it.
        {"wp_security_context_manager_v1", STAGE_RIGHT_SANDBOXES},
    };
    for (size_t i = 0; i < sizeof limited / sizeof *limited; i++)
        if (strcmp(limited[i].interface, interface) == 0) return limited[i].right;
    return 0;
}

// libwayland also refuses to bind what it does not show.
static bool is_visible(const struct wl_client *client, const struct wl_global *global, void *data) {
    (void)data;
    const program *program = stage_program_of(client);
    return (right_to(wl_global_get_interface(global)->name) & ~(program ? program->rights : 0)) == 0;
}

void stage_watch_programs(stage *stage, uint32_t rights) {
    stage->rights = rights;
    stage->new_program.notify = new_program;
    wl_display_add_client_created_listener(stage->display, &stage->new_program);
    wl_display_set_global_filter(stage->display, is_visible, NULL);
}
