// SPDX-License-Identifier: MIT
//
// Plays a scenario of clients with one of the servers and prints the time that it took:
//   driver SERVER ADDRESS SCENARIO[-blocking] ROUNDS [SIZE [COMMAND...]]
// prints one line: "p50 p99 cpu" of ROUNDS rounds in nanoseconds, or "rate" in messages per second.
// The CPU time of the server per round is 0 unless the environment has its id in SERVER_PROCESS. One
// process plays all clients, so that one core mainly does the work of the server and the kernel; only
// a client that answers requests of others has its own process.

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

#include "link.h"
#include "popovers.h"
#include "start.h"

enum { WARM_UP = 50, OUTSTANDING = 16, PIPELINES = 64, BURST = 32 };

static const server_t *server;
static const char *address;
static int rounds, size;
static char *const *command;

int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000LL + time.tv_nsec;
}

static int by_value(const void *one, const void *other) {
    int64_t a = *(const int64_t *)one, b = *(const int64_t *)other;
    return (a > b) - (a < b);
}

/// The CPU time of the server in nanoseconds, in user and kernel mode.
static int64_t server_cpu(void) {
    const char *process = getenv("SERVER_PROCESS");
    if (process == NULL) return 0;
    char path[64];
    long long spent = 0;
    snprintf(path, sizeof(path), "/proc/%s/schedstat", process);
    FILE *file = fopen(path, "r");
    if (file == NULL || fscanf(file, "%lld", &spent) != 1) fail("cannot read %s", path);
    fclose(file);
    return spent;
}

/// Measures the rounds after some warm-up rounds.
static void time_rounds(int64_t (*round)(void *), void *context, int warm_up) {
    int64_t *times = calloc((size_t)rounds, sizeof(*times));
    if (times == NULL) fail("out of memory");
    for (int turn = 0; turn < warm_up; turn++) round(context);
    int64_t spent = server_cpu();
    for (int turn = 0; turn < rounds; turn++) times[turn] = round(context);
    spent = server_cpu() - spent;
    qsort(times, (size_t)rounds, sizeof(*times), by_value);
    printf("%lld %lld %lld\n", (long long)times[rounds / 2],
           (long long)times[rounds * 99 / 100], (long long)(spent / rounds));
    free(times);
}

// MARK: Scenarios of all servers

static int64_t ask(void *context) {
    link_t *link = context;
    char out[MESSAGE_ROOM];
    size_t length = server->request(link, out);
    int64_t began = now();
    link_send(link, out, length);
    link_await(server, link, MESSAGE_ANSWER, &length);
    return now() - began;
}

/// Answers requests until the driver ends.
static void serve(void) {
    int ready[2];
    char told = 0;
    if (server->request == NULL) fail("%s does not support requests", server->name);
    if (server->offer == NULL) return;
    if (pipe(ready) != 0) fail("cannot create a pipe");
    pid_t child = fork();
    if (child < 0) fail("cannot start a process");
    if (child > 0) {
        if (read(ready[0], &told, 1) != 1) fail("the answering client has ended");
        return;
    }
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    link_t *link = link_open(server, address);
    server->offer(link);
    if (write(ready[1], &told, 1) != 1) fail("the driver has ended");
    for (;;) {
        char out[MESSAGE_ROOM];
        size_t length;
        const char *call = link_await(server, link, MESSAGE_CALL, &length);
        link_send(link, out, server->answer(link, call, length, out));
    }
}

/// Connects clients that only read.
static link_t **crowd(void) {
    link_t **links = calloc((size_t)size + 1, sizeof(*links));
    if (links == NULL) fail("out of memory");
    for (int index = 0; index < size; index++) links[index] = link_open(server, address);
    return links;
}

static void answer_scenario(void) {
    serve();
    crowd();
    link_t *link = link_open(server, address);
    time_rounds(ask, link, WARM_UP);
}

static int64_t tell(void *context) {
    link_t **pair = context;
    char out[MESSAGE_ROOM];
    size_t length = server->send_to(pair[0], pair[1], out);
    int64_t began = now();
    link_send(pair[0], out, length);
    link_await(server, pair[1], MESSAGE_EVENT, &length);
    int64_t took = now() - began;
    link_drain(server, pair[0]);
    return took;
}

static void tell_scenario(void) {
    if (server->send_to == NULL) fail("%s does not support direct messages", server->name);
    link_t *pair[] = {link_open(server, address), link_open(server, address)};
    if (server->listen) server->listen(pair[1]);
    time_rounds(tell, pair, WARM_UP);
}

/// A message to another client, back, and again: the minimum for a switch between two clients.
static int64_t hop(void *context) {
    link_t **pair = context;
    int64_t began = now();
    tell(pair);
    link_t *back[] = {pair[1], pair[0]};
    tell(back);
    tell(pair);
    return now() - began;
}

static void hops_scenario(void) {
    if (server->send_to == NULL) fail("%s does not support direct messages", server->name);
    link_t *pair[] = {link_open(server, address), link_open(server, address)};
    if (server->listen) {
        server->listen(pair[0]);
        server->listen(pair[1]);
    }
    time_rounds(hop, pair, WARM_UP);
}

/// Requests per second of 64 clients with sixteen pending requests each.
static void pipeline_scenario(void) {
    static link_t *links[PIPELINES];
    static char out[OUTSTANDING * MESSAGE_ROOM];
    int poll = epoll_create1(EPOLL_CLOEXEC), left = rounds, waiting = 0;
    serve();
    for (int index = 0; index < PIPELINES; index++) {
        links[index] = link_open(server, address);
        struct epoll_event event = {.events = EPOLLIN, .data.ptr = links[index]};
        epoll_ctl(poll, EPOLL_CTL_ADD, links[index]->descriptor, &event);
    }
    int64_t began = now();
    for (int index = 0; index < PIPELINES; index++) {
        size_t used = 0;
        for (int turn = 0; turn < OUTSTANDING; turn++) {
            used += server->request(links[index], out + used);
        }
        link_send(links[index], out, used);
        waiting += OUTSTANDING;
    }
    while (waiting > 0) {
        struct epoll_event events[PIPELINES];
        int count = epoll_wait(poll, events, PIPELINES, -1);
        for (int index = 0; index < count; index++) {
            link_t *link = events[index].data.ptr;
            message_kind kind;
            size_t length, used = 0;
            link_fill(link);
            while (link_next(server, link, &length, &kind)) {
                if (kind != MESSAGE_ANSWER) continue;
                waiting--;
                if (left <= 0) continue;
                left--;
                waiting++;
                used += server->request(link, out + used);
            }
            link_send(link, out, used);
        }
    }
    double seconds = (double)(now() - began) / 1e9;
    printf("%.0f\n", (rounds + PIPELINES * OUTSTANDING) / seconds);
}

typedef struct {
    link_t *publisher;
    int poll, subscribers;
} audience;

/// Publishes a batch and waits until all subscribers have all messages.
static int64_t publish(audience *audience, int count) {
    static char out[BURST * MESSAGE_ROOM];
    size_t used = 0;
    for (int turn = 0; turn < count; turn++) {
        used += server->publish(audience->publisher, out + used);
    }
    int64_t began = now();
    link_send(audience->publisher, out, used);
    for (int left = audience->subscribers * count; left > 0;) {
        struct epoll_event events[64];
        int ready = epoll_wait(audience->poll, events, 64, 30000);
        if (ready == 0) fail("%d messages did not arrive", left);
        for (int index = 0; index < ready; index++) {
            link_t *link = events[index].data.ptr;
            message_kind kind;
            size_t length;
            link_fill(link);
            while (link_next(server, link, &length, &kind)) left -= kind == MESSAGE_EVENT;
        }
    }
    return now() - began;
}

static int64_t publish_one(void *context) { return publish(context, 1); }

static audience gather(void) {
    audience audience = {link_open(server, address), epoll_create1(EPOLL_CLOEXEC), size};
    for (int index = 0; index < size; index++) {
        link_t *link = link_open(server, address);
        server->subscribe(link);
        struct epoll_event event = {.events = EPOLLIN, .data.ptr = link};
        epoll_ctl(audience.poll, EPOLL_CTL_ADD, link->descriptor, &event);
    }
    // Read and drop the messages to the publisher.
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = audience.publisher};
    epoll_ctl(audience.poll, EPOLL_CTL_ADD, audience.publisher->descriptor, &event);
    return audience;
}

static void fanout_scenario(void) {
    audience audience = gather();
    time_rounds(publish_one, &audience, WARM_UP / 10);
}

static void burst_scenario(void) {
    audience audience = gather();
    int64_t took = 0;
    for (int turn = 0; turn < rounds; turn++) took += publish(&audience, BURST);
    printf("%.0f\n", (double)rounds * BURST * size / ((double)took / 1e9));
}

/// Connects idle clients until standard input ends.
static void idle_scenario(void) {
    crowd();
    printf("ready\n");
    fflush(stdout);
    getchar();
}

static int64_t start(void *context) {
    (void)context;
    return start_once(server, address, command);
}

static void start_scenario(void) {
    if (*command == NULL) fail("missing COMMAND");
    time_rounds(start, NULL, 1);
}

// MARK: Scenarios of popoverd

static int64_t open_round(void *context) { return popovers_open(context); }
static int64_t tap_round(void *context) { return popovers_tap(context); }
static int64_t switch_round(void *context) { return popovers_switch(context); }

typedef struct {
    int64_t (*round)(void *);
    popovers *popovers;
    link_t **crowd;
} stage;

static void read_all(stage *stage) {
    popovers_read(stage->popovers);
    for (int index = 0; index < size; index++) link_drain(server, stage->crowd[index]);
}

/// A round, after which all clients read: a client that never reads is disconnected.
static int64_t stage_round(void *context) {
    stage *stage = context;
    int64_t took = stage->round(stage->popovers);
    read_all(stage);
    return took;
}

static void popover_scenario(int64_t (*round)(void *)) {
    stage stage = {.round = round, .crowd = crowd()};
    stage.popovers = popovers_begin(address);
    time_rounds(stage_round, &stage, WARM_UP);
}

/// Plays the step that each line of input names, and writes a line when all clients have read.
static void steps_scenario(void) {
    char step[16];
    stage stage = {.crowd = crowd()};
    stage.popovers = popovers_begin(address);
    stage.round = open_round;
    for (int turn = 0; turn < rounds; turn++) stage_round(&stage);
    for (;;) {
        printf("done\n");
        fflush(stdout);
        if (scanf("%15s", step) != 1) return;
        popovers_step(stage.popovers, step);
        read_all(&stage);
    }
}

static void open_scenario(void) { popover_scenario(open_round); }
static void tap_scenario(void) { popover_scenario(tap_round); }
static void switch_scenario(void) { popover_scenario(switch_round); }

// MARK: The floor of those scenarios

/// The lines of an open and a close for the floor, with the lengths of popoverd's requests, responses
/// and events.
static const struct {
    const char *says;
    size_t length;
} GRANT[] = {{"a0464 0126", 156}, {"a0244 0087", 93}};

static void say_length(link_t *link, int what) {
    char out[MESSAGE_ROOM];
    size_t length = GRANT[what].length;
    memset(out, '.', length);
    memcpy(out, GRANT[what].says, strlen(GRANT[what].says));
    out[length - 1] = '\n';
    link_send(link, out, length);
    link_await(server, link, MESSAGE_ANSWER, &length);
}

static int64_t grant(void *context) {
    link_t **links = context;
    int64_t began = now();
    say_length(links[0], 0);
    int64_t took = now() - began;
    say_length(links[0], 1);
    link_drain(server, links[1]);
    link_drain(server, links[2]);
    return took;
}

/// The input and output of `open` without any work, for the floor only.
static void grant_scenario(void) {
    if (server != &floor_server) fail("only the floor supports this scenario, not %s", server->name);
    link_t *links[3];
    for (int index = 0; index < 3; index++) links[index] = link_open(server, address);
    time_rounds(grant, links, WARM_UP);
}

int main(int argc, char **argv) {
    static const server_t *const servers[] = {&floor_server, &popoverd_server, &redis_server,
                                              &mosquitto_server, &dbus_server, &sway_server};
    static const struct {
        const char *name;
        void (*run)(void);
    } scenarios[] = {
        {"answer", answer_scenario}, {"tell", tell_scenario}, {"hops", hops_scenario},
        {"pipeline", pipeline_scenario}, {"fanout", fanout_scenario}, {"burst", burst_scenario},
        {"idle", idle_scenario}, {"open", open_scenario}, {"tap", tap_scenario},
        {"switch", switch_scenario}, {"grant", grant_scenario}, {"start", start_scenario},
        {"steps", steps_scenario}};
    if (argc < 5) fail("usage: driver SERVER ADDRESS SCENARIO[-blocking] ROUNDS [SIZE [COMMAND...]]");
    char *blocking = strstr(argv[3], "-blocking");
    links_block = blocking != NULL;
    if (links_block) *blocking = 0;
    for (size_t index = 0; index < sizeof(servers) / sizeof(*servers); index++) {
        if (strcmp(argv[1], servers[index]->name) == 0) server = servers[index];
    }
    if (server == NULL) fail("unknown server %s", argv[1]);
    address = argv[2];
    rounds = atoi(argv[4]);
    size = argc > 5 ? atoi(argv[5]) : 0;
    command = argc > 6 ? argv + 6 : argv + argc;
    if (rounds < 1) fail("ROUNDS must be at least 1");
    for (size_t index = 0; index < sizeof(scenarios) / sizeof(*scenarios); index++) {
        if (strcmp(argv[3], scenarios[index].name) != 0) continue;
        scenarios[index].run();
        return 0;
    }
    fail("unknown scenario %s", argv[3]);
}
