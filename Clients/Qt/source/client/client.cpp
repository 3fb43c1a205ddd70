// SPDX-License-Identifier: MIT

#include "client_p.h"
#include "convert_p.h"

#include <poll.h>

namespace Popoverd {

/** The number of a word of the protocol; 0 if it is unknown. */
template <typename Value> static Value valueOf(const QString &word, const char *(*name)(Value)) {
    for (int value = 1;; ++value) {
        const char *known = name(Value(value));
        if (!known || !*known) return Value(0);
        if (word == QLatin1String(known)) return Value(value);
    }
}

/** UTF-8 for a call, null for an empty string. */
class Utf8 {
public:
    explicit Utf8(const QString &string) : bytes(string.toUtf8()) {}
    operator const char *() const { return bytes.isEmpty() ? nullptr : bytes.constData(); }

private:
    const QByteArray bytes;
};

// MARK: The connection and the event loop

ClientPrivate::ClientPrivate(Client *q, const QString &app) : q(q), app(app.toUtf8()) {
    timer.setSingleShot(true);
    QObject::connect(&timer, &QTimer::timeout, q, [this] { dispatch(); });
}

ClientPrivate::~ClientPrivate() {
    readable.reset();
    writable.reset();
    for (const auto &request : std::as_const(requests)) request->watcher.disconnect();
    popover_connection_free(connection);
}

void ClientPrivate::wake() { timer.start(0); }

void ClientPrivate::dispatch() {
    const QPointer<Client> guard(q);
    popover_connection_dispatch(connection);
    while (const auto *event = popover_client_next_event(client)) {
        // It converts what it needs before it emits: a slot may run an event loop, or delete the client.
        handle(*event);
        if (!guard) return;
    }
    watch();
}

void ClientPrivate::watch() {
    if (generation != popover_connection_generation(connection)) {
        generation = popover_connection_generation(connection);
        readable.reset();
        writable.reset();
    }
    const int fd = popover_connection_fd(connection);
    const short events = fd < 0 ? 0 : popover_connection_events(connection);
    const auto follow = [&](auto &notifier, QSocketNotifier::Type type, bool isOn) {
        if (!isOn && fd < 0) return notifier.reset();
        if (!isOn && !notifier) return;
        if (!notifier) {
            notifier = std::make_unique<QSocketNotifier>(fd, type);
            QObject::connect(notifier.get(), &QSocketNotifier::activated, q, [this] { dispatch(); });
        }
        notifier->setEnabled(isOn);
    };
    follow(readable, QSocketNotifier::Read, events & POLLIN);
    follow(writable, QSocketNotifier::Write, events & POLLOUT);
    const int left = popover_connection_timeout(connection);
    if (left < 0) timer.stop();
    else timer.start(left);
}

qint64 ClientPrivate::call(const std::function<qint64(popover_client *)> &function) {
    if (!client) return POPOVER_ERROR_NOT_CONNECTED;
    const qint64 number = function(client);
    wake();
    return number;
}

QFuture<Response> ClientPrivate::expect(qint64 number, const QString &method) {
    const auto request = std::make_shared<PendingRequest>();
    const auto future = request->promise.future();
    request->promise.start();
    if (number <= 0) {
        request->promise.addResult(Response{toError(number, method), {}});
        request->promise.finish();
        return future;
    }
    QObject::connect(&request->watcher, &QFutureWatcher<Response>::canceled, q, [this, number] {
        call([&](auto *client) { return popover_client_cancel(client, number); });
    });
    request->watcher.setFuture(future);
    requests.insert(number, request);
    return future;
}

void ClientPrivate::finish(qint64 number, const Response &response) {
    const auto request = requests.take(number);
    if (!request) return;
    request->watcher.disconnect();
    request->promise.addResult(response);
    request->promise.finish();
}

// MARK: The client

Client::Client(const QString &app, QObject *parent)
    : QObject(parent), d(std::make_unique<ClientPrivate>(this, app)) {}

Client::~Client() {
    // They ask their client for its private part.
    qDeleteAll(std::exchange(d->popovers, {}));
    qDeleteAll(std::exchange(d->subscriptions, {}));
}

void Client::setRoles(const QStringList &roles) {
    d->roles.clear();
    d->hasUnknownRole = false;
    for (const auto &role : roles) {
        d->roles.append(valueOf(role, popover_role_name));
        d->hasUnknownRole |= d->roles.last() == POPOVER_ROLE_UNKNOWN;
    }
}

void Client::setPresentsAlerts(bool presents) { d->presentsAlerts = presents; }
void Client::setSocketPath(const QString &path) { d->path = path.toUtf8(); }
void Client::setTimeout(int milliseconds) { d->timeout = milliseconds; }

bool Client::start() {
    if (d->connection) return true;
    if (d->hasUnknownRole) return false;
    popover_options options = {};
    options.app = d->app.constData();
    options.roles = d->roles.isEmpty() ? nullptr : d->roles.constData();
    options.role_count = size_t(d->roles.size());
    options.presents_alerts = d->presentsAlerts;
    options.moves_focus = true;
    options.timeout_ms = uint32_t(qMax(0, d->timeout));
    options.path = d->path.isEmpty() ? nullptr : d->path.constData();
    d->connection = popover_connection_new(&options);
    if (!d->connection) return false;
    d->client = popover_connection_client(d->connection);
    d->wake();
    return true;
}

void Client::leave() {
    d->call([](auto *client) { return popover_client_leave(client), 0; });
}

QString Client::app() const { return QString::fromUtf8(d->app); }
bool Client::isReady() const { return d->isReady; }

QString Client::socketPath() const {
    return d->connection ? text(popover_connection_path(d->connection)) : QString::fromUtf8(d->path);
}

qint64 Client::limit(const QString &name) const {
    return d->client ? popover_client_limit(d->client, Utf8(name)) : -1;
}

QFuture<Response> Client::request(const QString &method, const QJsonObject &params, int timeout) {
    return d->expect(d->call([&](auto *client) {
        return popover_client_request(client, Utf8(method), toJson(params).constData(), timeout, nullptr);
    }), method);
}

// MARK: Surfaces, sources and occluders

void Client::setSurface(const QString &surface, const QRectF &frame, const QString &display) {
    d->call([&, rect = toRect(frame)](auto *client) {
        return popover_client_set_surface(client, Utf8(surface), &rect, Utf8(display), nullptr);
    });
}

void Client::removeSurface(const QString &surface) {
    d->call([&](auto *client) { return popover_client_remove_surface(client, Utf8(surface), nullptr); });
}

void Client::setSource(const QString &source, const QRectF &place, const QString &surface,
                       const QString &display, const QString &edge) {
    d->call([&, rect = toRect(place)](auto *client) {
        return popover_client_set_source(
            client, Utf8(source), &rect, Utf8(surface), Utf8(display),
            valueOf(edge, popover_preferred_side_name), nullptr);
    });
}

void Client::setControl(const QString &source, const QRectF &place, const Control &told,
                        const QString &surface, const QString &display) {
    const Utf8 name(source), on(surface), of(display), label(told.label), help(told.help);
    popover_control control = {};
    control.source = name;
    control.rect = toRect(place);
    control.surface = on;
    control.display = of;
    control.label = label;
    control.help = help;
    control.role = valueOf(told.role, popover_source_role_name);
    control.disabled = told.isDisabled;
    d->call([&](auto *client) { return popover_client_set_control(client, &control, nullptr); });
}

void Client::removeSource(const QString &source) {
    d->call([&](auto *client) { return popover_client_remove_source(client, Utf8(source), nullptr); });
}

void Client::setOccluder(const QString &occluder, const QRectF &place, const QString &display) {
    d->call([&, rect = toRect(place)](auto *client) {
        return popover_client_set_occluder(client, Utf8(occluder), &rect, Utf8(display), nullptr);
    });
}

void Client::removeOccluder(const QString &occluder) {
    d->call([&](auto *client) { return popover_client_remove_occluder(client, Utf8(occluder), nullptr); });
}

// MARK: Popovers, drafts and alerts

PopoverHandle *Client::open(const QJsonObject &params) {
    const Utf8 behavior(params["behavior"].toString()), source(params["source"].toString()),
        key(params["key"].toString());
    const auto more = toJson(params);
    popover_open open = {};
    open.behavior = behavior;
    open.source = source;
    open.key = key;
    open.size = {params["size"]["width"].toDouble(), params["size"]["height"].toDouble()};
    open.wait_ms = params["waitMs"].toInteger();
    open.more = more.constData();
    auto *popover = new PopoverHandle(this);
    popover->d->number = d->call([&](auto *client) { return popover_client_open(client, &open, nullptr); });
    if (popover->d->number > 0) {
        d->popovers.insert(popover->d->number, popover);
    } else {
        popover->d->hasEnded = true;
        // The caller has no connection to the signal yet.
        QTimer::singleShot(0, popover, [popover] {
            Q_EMIT popover->failed(toError(popover->d->number, "popover.open"));
        });
    }
    return popover;
}

void Client::saveDraft(const QString &key, const QJsonValue &content) {
    d->call([&](auto *client) {
        return popover_client_save_draft(client, Utf8(key), toJson(content).constData(), -1, false, nullptr);
    });
}

QFuture<Response> Client::raiseAlert(const QJsonObject &params) {
    const Utf8 title(params["title"].toString());
    const auto more = toJson(params);
    popover_alert alert = {};
    alert.title = title;
    alert.severity = valueOf(params["severity"].toString(), popover_severity_name);
    alert.more = more.constData();
    return d->expect(d->call([&](auto *client) {
        return popover_client_raise_alert(client, &alert, nullptr);
    }), "alert.raise");
}

void Client::acceptAlert(const QString &alert, bool isShown) {
    d->call([&](auto *client) { return popover_client_answer_present(client, Utf8(alert), isShown); });
}

QFuture<Response> Client::answerAlert(const QString &alert, const QString &button) {
    return d->expect(d->call([&](auto *client) {
        return popover_client_answer_alert(client, Utf8(alert), Utf8(button), nullptr);
    }), "alert.answer");
}

// MARK: Taps and the bus

QFuture<Response> Client::tap(const QPointF &at, const QString &surface, const QString &display) {
    QJsonObject params{{"x", at.x()}, {"y", at.y()}};
    if (!surface.isEmpty()) params["surface"] = surface;
    if (!display.isEmpty()) params["display"] = display;
    return request("tap", params);
}

QFuture<Response> Client::key(const QString &key, const QString &display) {
    QJsonObject params{{"key", key}};
    if (!display.isEmpty()) params["display"] = display;
    return request("key", params);
}

Subscription *Client::subscribe(const QStringList &topics, qint64 since) {
    auto *subscription = new Subscription(this);
    subscription->d->topics = topics;
    subscription->d->since = since;
    // The caller connects to its signals first.
    QTimer::singleShot(0, subscription, [this, subscription] { d->subscribe(subscription); });
    return subscription;
}

void ClientPrivate::subscribe(Subscription *subscription) {
    QList<QByteArray> texts;
    QList<const char *> pointers;
    for (const auto &topic : std::as_const(subscription->d->topics)) texts.append(topic.toUtf8());
    for (const auto &utf8 : std::as_const(texts)) pointers.append(utf8.constData());
    const auto number = call([&](auto *client) {
        return popover_client_subscribe(
            client, pointers.constData(), size_t(pointers.size()), subscription->d->since, nullptr);
    });
    if (number > 0) {
        subscription->d->number = number;
        subscriptions.insert(number, subscription);
    } else if (number == POPOVER_ERROR_NOT_CONNECTED) {
        unsent.append(subscription);
    } else {
        Q_EMIT subscription->failed(toError(number, "bus.subscribe"));
    }
}

QFuture<Response> Client::publish(const QString &topic, const QJsonValue &data) {
    return request("bus.publish", {{"topic", topic}, {"data", data}});
}

} // namespace Popoverd
