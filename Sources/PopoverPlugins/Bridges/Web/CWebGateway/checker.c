// SPDX-License-Identifier: MIT
//
// Long messages are checked on a worker thread, since they would stall the loop: one at a time, and at
// most one of each page.

#include <pthread.h>
#include <signal.h>

#include "page.h"

static page *pop_first(page **first) {
    page *popped = *first;
    if (popped) {
        *first = popped->next_in_queue;
        popped->next_in_queue = NULL;
    }
    return popped;
}

static void append(page **first, page *added) {
    while (*first) first = &(*first)->next_in_queue;
    *first = added;
}

static void *check_messages(void *argument) {
    web_gateway *gateway = argument;
    checker *checker = &gateway->checker;
    pthread_mutex_lock(&checker->lock);
    while (!checker->is_ending) {
        page *page = pop_first(&checker->waiting);
        if (!page) {
            pthread_cond_wait(&checker->more, &checker->lock);
            continue;
        }
        pthread_mutex_unlock(&checker->lock);
        page->verdict = page_check(page, true);
        pthread_mutex_lock(&checker->lock);
        append(&checker->done, page);
        uv_async_send(&checker->wakeup);
    }
    pthread_mutex_unlock(&checker->lock);
    return NULL;
}

static void deliver_verdicts(uv_async_t *wakeup) {
    web_gateway *gateway = wakeup->data;
    checker *checker = &gateway->checker;
    while (true) {
        pthread_mutex_lock(&checker->lock);
        page *page = pop_first(&checker->done);
        pthread_mutex_unlock(&checker->lock);
        if (!page) return;
        page_checked(page);
    }
}

void checker_open(web_gateway *gateway) {
    checker *checker = &gateway->checker;
    pthread_mutex_init(&checker->lock, NULL);
    pthread_cond_init(&checker->more, NULL);
    uv_async_init(gateway->loop, &checker->wakeup, deliver_verdicts);
    checker->wakeup.data = gateway;
}

static bool start(web_gateway *gateway) {
    checker *checker = &gateway->checker;
    if (checker->has_thread) return true;
    // The daemon handles signals.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    checker->has_thread = pthread_create(&checker->thread, NULL, check_messages, gateway) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return checker->has_thread;
}

bool checker_submit(page *page) {
    if (!start(page->gateway)) return false;
    checker *checker = &page->gateway->checker;
    pthread_mutex_lock(&checker->lock);
    append(&checker->waiting, page);
    pthread_cond_signal(&checker->more);
    pthread_mutex_unlock(&checker->lock);
    return true;
}

void checker_close(web_gateway *gateway) {
    checker *checker = &gateway->checker;
    pthread_mutex_lock(&checker->lock);
    checker->is_ending = true;
    pthread_cond_signal(&checker->more);
    pthread_mutex_unlock(&checker->lock);
    // The worker finishes its current message.
    if (checker->has_thread) pthread_join(checker->thread, NULL);
    page *page;
    while ((page = pop_first(&checker->waiting))) page_checked(page);
    while ((page = pop_first(&checker->done))) page_checked(page);
    uv_close((uv_handle_t *)&checker->wakeup, NULL);
    pthread_cond_destroy(&checker->more);
    pthread_mutex_destroy(&checker->lock);
}
