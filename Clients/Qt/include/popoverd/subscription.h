// SPDX-License-Identifier: MIT

#pragma once

#include <popoverd/export.h>
#include <popoverd/types.h>

#include <QtCore/QObject>

#include <memory>

namespace Popoverd {

class Client;
class ClientPrivate;
class SubscriptionPrivate;

/** Events of the bus, from Client::subscribe on until it is deleted, across restarts of the daemon. */
class POPOVERD_EXPORT Subscription : public QObject {
    Q_OBJECT

public:
    ~Subscription() override;

Q_SIGNALS:
    /** It began, or goes on after a reconnect; the snapshot is the scene as of that event. */
    void started(qint64 sequence, const QJsonObject &snapshot);
    void failed(const Popoverd::Error &error);
    /** `time` is in microseconds of CLOCK_MONOTONIC. */
    void published(const QString &topic, const QJsonValue &data, qint64 sequence, qint64 time);
    /** Events were lost; `last` is -1 after a restart of the daemon. */
    void gap(qint64 first, qint64 last);

private:
    friend class Client;
    friend class ClientPrivate;
    POPOVERD_NO_EXPORT explicit Subscription(Client *client);
    const std::unique_ptr<SubscriptionPrivate> d;
};

} // namespace Popoverd
