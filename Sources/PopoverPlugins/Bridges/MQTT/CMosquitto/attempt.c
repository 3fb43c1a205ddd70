// SPDX-License-Identifier: MIT
//
// An attempt to connect to the broker, on a thread of its own.

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "link.h"

#define PASSWORD_CAPACITY 1024
#define STACK_SIZE 524288

static atomic_int abandoned_count;

static void logged(struct mosquitto *client, void *context, int level, const char *text) {
    (void)client;
    if (level != MOSQ_LOG_ERR) return;
    attempt *attempt = context;
    snprintf(attempt->detail, sizeof attempt->detail, "%s", text);
}

static int read_password(const char *path, char *password, size_t capacity) {
    FILE *file = fopen(path, "re");
    if (!file) return -1;
    char *line = fgets(password, (int)capacity, file);
    fclose(file);
    if (!line) return -1;
    password[strcspn(password, "\r\n")] = 0;
    return 0;
}

static int identify(const fleet_settings *settings, attempt *attempt) {
    if (!settings->user[0]) return 0;
    char password[PASSWORD_CAPACITY] = "";
    if (settings->password_file[0] &&
        read_password(settings->password_file, password, sizeof password)) {
        snprintf(
            attempt->reason, sizeof attempt->reason, "%.160s cannot be read: %s",
            settings->password_file, strerror(errno));
        return -1;
    }
    int status = mosquitto_username_pw_set(
        attempt->client, settings->user, settings->password_file[0] ? password : NULL);
    explicit_bzero(password, sizeof password);
    return status;
}

static int encrypt(const fleet_settings *settings, attempt *attempt) {
    if (!settings->has_tls) return 0;
    const char *certificate = settings->certificate_file[0] ? settings->certificate_file : NULL;
    const char *key = settings->key_file[0] ? settings->key_file : NULL;
    int status =
        settings->ca_file[0]
            ? mosquitto_tls_set(attempt->client, settings->ca_file, NULL, certificate, key, NULL)
            : mosquitto_int_option(attempt->client, MOSQ_OPT_TLS_USE_OS_CERTS, 1);
    if (status) {
        snprintf(
            attempt->reason, sizeof attempt->reason, "the files for TLS cannot be read: %s",
            mosquitto_strerror(status));
        return -1;
    }
    // The minimum version. The broker's certificate must match the configured name.
    return mosquitto_tls_opts_set(attempt->client, 1, "tlsv1.2", NULL);
}

static int make_client(const fleet_settings *settings, attempt *attempt) {
    struct mosquitto *client = mosquitto_new(settings->client, false, attempt);
    if (!client) return -1;
    attempt->client = client;
    mosquitto_int_option(client, MOSQ_OPT_PROTOCOL_VERSION, MQTT_PROTOCOL_V5);
    mosquitto_int_option(client, MOSQ_OPT_RECEIVE_MAXIMUM, 16);
    mosquitto_int_option(client, MOSQ_OPT_TCP_NODELAY, 1);
    mosquitto_connect_v5_callback_set(client, broker_connected);
    mosquitto_disconnect_v5_callback_set(client, broker_disconnected);
    mosquitto_publish_v5_callback_set(client, broker_published);
    mosquitto_message_v5_callback_set(client, broker_arrived);
    mosquitto_log_callback_set(client, logged);
    if (mosquitto_will_set_v5(client, settings->status_topic, 7, "offline", 1, true, NULL))
        return -1;
    mosquitto_property_add_int32(
        &attempt->properties, MQTT_PROP_SESSION_EXPIRY_INTERVAL, settings->session_expiry);
    mosquitto_property_add_int32(
        &attempt->properties, MQTT_PROP_MAXIMUM_PACKET_SIZE, FLEET_PACKET_CAPACITY);
    return identify(settings, attempt) || encrypt(settings, attempt) ? -1 : 0;
}

static void attempt_free(attempt *attempt) {
    if (attempt->client) mosquitto_destroy(attempt->client);
    mosquitto_property_free_all(&attempt->properties);
    if (attempt->wake >= 0) close(attempt->wake);
    pthread_mutex_destroy(&attempt->lock);
    free(attempt);
}

static void *connect_to_broker(void *argument) {
    attempt *attempt = argument;
    errno = 0;
    int status = mosquitto_connect_bind_v5(
        attempt->client, attempt->host, attempt->port, attempt->keepalive, NULL,
        attempt->properties);
    if (status)
        snprintf(
            attempt->reason, sizeof attempt->reason, "%s",
            status == MOSQ_ERR_ERRNO ? strerror(errno) : mosquitto_strerror(status));
    attempt->status = status;
    pthread_mutex_lock(&attempt->lock);
    attempt->is_done = true;
    bool is_abandoned = attempt->is_abandoned;
    uint64_t one = 1;
    ssize_t written = write(attempt->wake, &one, sizeof one);
    (void)written;
    pthread_mutex_unlock(&attempt->lock);
    if (is_abandoned) {
        // It has not sent CONNECT: that is done by the link.
        attempt_free(attempt);
        atomic_fetch_sub(&abandoned_count, 1);
    }
    return NULL;
}

static pthread_once_t library = PTHREAD_ONCE_INIT;
static void begin_library(void) { mosquitto_lib_init(); }

attempt *attempt_begin(fleet_link *link, char *reason) {
    if (atomic_load(&abandoned_count) >= FLEET_ABANDONED_CAPACITY) {
        snprintf(reason, FLEET_ERROR_CAPACITY, "no answer");
        return NULL;
    }
    pthread_once(&library, begin_library);
    attempt *attempt = calloc(1, sizeof *attempt);
    snprintf(reason, FLEET_ERROR_CAPACITY, "out of memory");
    if (!attempt) return NULL;
    snprintf(attempt->reason, sizeof attempt->reason, "out of memory");
    attempt->link = link;
    attempt->port = link->settings.port;
    attempt->keepalive = link->settings.keepalive;
    snprintf(attempt->host, sizeof attempt->host, "%s", link->settings.host);
    pthread_mutex_init(&attempt->lock, NULL);
    attempt->wake = fcntl(link->wake, F_DUPFD_CLOEXEC, 3);
    int status = attempt->wake < 0 ? -1 : make_client(&link->settings, attempt);
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, STACK_SIZE);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_t thread;
    // It inherits the blocked signals of the thread that starts it.
    if (!status) status = pthread_create(&thread, &attributes, connect_to_broker, attempt);
    pthread_attr_destroy(&attributes);
    if (!status) return attempt;
    memcpy(reason, attempt->reason, FLEET_ERROR_CAPACITY);
    attempt_free(attempt);
    return NULL;
}

bool attempt_is_done(attempt *attempt) {
    pthread_mutex_lock(&attempt->lock);
    bool is_done = attempt->is_done;
    pthread_mutex_unlock(&attempt->lock);
    return is_done;
}

void attempt_end(attempt *attempt) {
    pthread_mutex_lock(&attempt->lock);
    bool is_done = attempt->is_done;
    attempt->is_abandoned = true;
    if (!is_done) atomic_fetch_add(&abandoned_count, 1);
    pthread_mutex_unlock(&attempt->lock);
    if (is_done) attempt_free(attempt);
}
