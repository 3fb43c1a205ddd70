// SPDX-License-Identifier: MIT
//
// Long messages are judged on a thread beside the loop, which would stand still meanwhile: one at a
// time, at most one of each page.

#include <pthread.h>
#include <signal.h>

#include "page.h"

static page *take_first(page **first) {
    page *taken = *first;
    if (taken) {
        *first = taken->next_judged;
        taken->next_judged = NULL;
    }
    return taken;
}

static void append(page **first, page *added) {
    while (*first) first = &(*first)->next_judged;
    *first = added;
}

static void *judge_them(void *argument) {
    web_gateway *gateway = argument;
    judging *judging = &gateway->judging;
    pthread_mutex_lock(&judging->lock);
    while (!judging->is_ending) {
        page *page = take_first(&judging->waiting);
        if (!page) {
            pthread_cond_wait(&judging->more, &judging->lock);
            continue;
        }
        pthread_mutex_unlock(&judging->lock);
        page->verdict = page_judge(page, true);
        pthread_mutex_lock(&judging->lock);
        append(&judging->done, page);
        uv_async_send(&judging->wakeup);
    }
    pthread_mutex_unlock(&judging->lock);
    return NULL;
}

static void some_are_done(uv_async_t *wakeup) {
    web_gateway *gateway = wakeup->data;
    judging *judging = &gateway->judging;
    while (true) {
        pthread_mutex_lock(&judging->lock);
        page *page = take_first(&judging->done);
        pthread_mutex_unlock(&judging->lock);
        if (!page) return;
        page_judged(page);
    }
}

void judging_open(web_gateway *gateway) {
    judging *judging = &gateway->judging;
    pthread_mutex_init(&judging->lock, NULL);
    pthread_cond_init(&judging->more, NULL);
    uv_async_init(gateway->loop, &judging->wakeup, some_are_done);
    judging->wakeup.data = gateway;
}

static bool start(web_gateway *gateway) {
    judging *judging = &gateway->judging;
    if (judging->has_thread) return true;
    // Signals are the daemon's.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    judging->has_thread = pthread_create(&judging->thread, NULL, judge_them, gateway) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return judging->has_thread;
}

bool judging_begin(page *page) {
    if (!start(page->gateway)) return false;
    judging *judging = &page->gateway->judging;
    pthread_mutex_lock(&judging->lock);
    append(&judging->waiting, page);
    pthread_cond_signal(&judging->more);
    pthread_mutex_unlock(&judging->lock);
    return true;
}

void judging_close(web_gateway *gateway) {
    judging *judging = &gateway->judging;
    pthread_mutex_lock(&judging->lock);
    judging->is_ending = true;
    pthread_cond_signal(&judging->more);
    pthread_mutex_unlock(&judging->lock);
    // It ends with the message that it is at.
    if (judging->has_thread) pthread_join(judging->thread, NULL);
    page *page;
    while ((page = take_first(&judging->waiting))) page_judged(page);
    while ((page = take_first(&judging->done))) page_judged(page);
    uv_close((uv_handle_t *)&judging->wakeup, NULL);
    pthread_cond_destroy(&judging->more);
    pthread_mutex_destroy(&judging->lock);
}
