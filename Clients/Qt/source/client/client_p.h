// SPDX-License-Identifier: MIT

#pragma once

#include <popoverd/client.h>

#include <QtCore/QFutureWatcher>
#include <QtCore/QHash>
#include <QtCore/QPointer>
#include <QtCore/QPromise>
#include <QtCore/QSocketNotifier>
#include <QtCore/QTimer>

#include <popover.h>

#include <functional>

namespace Popoverd {

/** A request whose response somebody waits for. */
struct PendingRequest {
    QPromise<Response> promise;
    QFutureWatcher<Response> watcher;
};

class ClientPrivate {
public:
    ClientPrivate(Client *q, const QString &app);
    ~ClientPrivate();

    Client *const q;
    const QByteArray app;
    QByteArray path;
    QList<popover_role> roles;
    bool hasUnknownRole = false;
    bool presentsAlerts = false;
    bool isReady = false;
    int timeout = 0;
    popover_connection *connection = nullptr;
    popover_client *client = nullptr;

    std::unique_ptr<QSocketNotifier> readable, writable;
    quint64 generation = 0;
    QTimer timer;

    /** Each by the number of the call that began it. */
    QHash<qint64, std::shared_ptr<PendingRequest>> requests;
    QHash<qint64, PopoverHandle *> popovers;
    QHash<qint64, Subscription *> subscriptions;
    /** They wait for the first connection. */
    QList<QPointer<Subscription>> unsent;
    /** The popovers of updates, by the number of the update. */
    QHash<qint64, qint64> updates;
    /** Open popovers without a handle, and their drafts. */
    QHash<qint64, QByteArray> abandoned;
    /** The displays whose keyboard is another client's. */
    QSet<QString> taken;

    /** Sends what calls have queued, soon: calls within an event are sent together. */
    void wake();
    void dispatch();
    void watch();

    /** The future of a call that returned this number. */
    QFuture<Response> expect(qint64 number, const QString &method);
    void finish(qint64 number, const Response &response);
    /** The connection's client; null before start. */
    qint64 call(const std::function<qint64(popover_client *)> &function);

    void subscribe(Subscription *subscription);

    void handle(const popover_event &event);
    void handleConnection(const popover_event &event);
    void handleResponse(const popover_event &event);
    void handlePopover(const popover_event &event);
    void handleBus(const popover_event &event);
    void handleFocus(const popover_event &event);
    void fail(qint64 number, const Error &error);
    void end(qint64 number, const End &end);
};

class PopoverHandlePrivate {
public:
    QPointer<Client> client;
    qint64 number = 0;
    bool isOpen = false;
    bool hasEnded = false;
    /** It has to answer willClose. */
    bool isClosing = false;
    QString id;
    QJsonValue draft = QJsonValue::Undefined;
    QByteArray leftDraft;
    Placement placement;
    Appearance appearance;
};

class SubscriptionPrivate {
public:
    QPointer<Client> client;
    qint64 number = 0;
    QStringList topics;
    qint64 since = -1;
};

} // namespace Popoverd
