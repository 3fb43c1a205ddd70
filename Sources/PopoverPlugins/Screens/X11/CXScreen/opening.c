// SPDX-License-Identifier: MIT

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include "screen.h"

struct x_opening {
    pthread_t thread;
    char name[X_SCREEN_NAME_CAPACITY];
    char error[X_SCREEN_ERROR_CAPACITY];
    int done;
    // Held while the socket is closed or shut down, so that the number is not reused meanwhile.
    pthread_mutex_t lock;
    int descriptor;
    bool is_given_up;
    x_screen *screen;
};

static void *open_screen(void *argument) {
    x_opening *opening = argument;
    int descriptor = screen_connect(opening->name, opening->error);
    if (descriptor >= 0) {
        pthread_mutex_lock(&opening->lock);
        bool is_given_up = opening->is_given_up;
        opening->descriptor = is_given_up ? -1 : descriptor;
        pthread_mutex_unlock(&opening->lock);
        if (is_given_up) {
            close(descriptor);
        } else {
            opening->screen = screen_make(descriptor, opening->name, opening->error);
        }
        pthread_mutex_lock(&opening->lock);
        opening->descriptor = -1;
        pthread_mutex_unlock(&opening->lock);
    }
    uint64_t one = 1;
    ssize_t written = write(opening->done, &one, sizeof one);
    (void)written;
    return NULL;
}

x_opening *x_opening_begin(const char *name) {
    x_opening *opening = calloc(1, sizeof *opening);
    if (!opening) return NULL;
    snprintf(opening->name, sizeof opening->name, "%s", name);
    snprintf(opening->error, sizeof opening->error, "canceled");
    opening->descriptor = -1;
    opening->done = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (opening->done < 0) {
        free(opening);
        return NULL;
    }
    pthread_mutex_init(&opening->lock, NULL);
    // The daemon handles signals.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int failure = pthread_create(&opening->thread, NULL, open_screen, opening);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (failure) {
        close(opening->done);
        pthread_mutex_destroy(&opening->lock);
        free(opening);
        return NULL;
    }
    return opening;
}

int x_opening_descriptor(const x_opening *opening) { return opening->done; }

x_screen *x_opening_end(x_opening *opening, char *error) {
    pthread_mutex_lock(&opening->lock);
    opening->is_given_up = true;
    if (opening->descriptor >= 0) shutdown(opening->descriptor, SHUT_RDWR);
    pthread_mutex_unlock(&opening->lock);
    pthread_join(opening->thread, NULL);
    x_screen *screen = opening->screen;
    if (!screen) memcpy(error, opening->error, X_SCREEN_ERROR_CAPACITY);
    close(opening->done);
    pthread_mutex_destroy(&opening->lock);
    free(opening);
    return screen;
}
