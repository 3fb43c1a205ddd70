// SPDX-License-Identifier: MIT

#include "client_p.h"
#include "convert_p.h"

namespace Popoverd {

// MARK: Popovers

PopoverHandle::PopoverHandle(Client *client)
    : QObject(client), d(std::make_unique<PopoverHandlePrivate>()) {
    d->client = client;
}

PopoverHandle::~PopoverHandle() {
    if (!d->client) return;
    auto &client = *d->client->d;
    if (client.popovers.value(d->number) != this) return;
    client.popovers.remove(d->number);
    if (d->isClosing) answerClose(toValue(d->leftDraft.isEmpty() ? nullptr : d->leftDraft.constData()));
    else if (d->isOpen) client.abandoned.insert(d->number, d->leftDraft);
    else cancel();
}

bool PopoverHandle::isOpen() const { return d->isOpen; }
QString PopoverHandle::id() const { return d->id; }
QJsonValue PopoverHandle::draft() const { return d->draft; }
Placement PopoverHandle::placement() const { return d->placement; }
Appearance PopoverHandle::appearance() const { return d->appearance; }

void PopoverHandle::setDraft(const QJsonValue &draft) {
    d->leftDraft = draft.isUndefined() ? QByteArray() : toJson(draft);
}

void PopoverHandle::cancel() {
    if (!d->client || d->isOpen || d->hasEnded) return;
    d->client->d->call([&](auto *client) { return popover_client_cancel(client, d->number); });
}

QFuture<Response> PopoverHandle::update(const QJsonObject &members) {
    if (!d->client) return {};
    const auto more = toJson(members);
    popover_update update = {};
    update.more = more.constData();
    const auto number = d->client->d->call([&](auto *client) {
        return popover_client_update(client, d->number, &update, nullptr);
    });
    if (number > 0) d->client->d->updates.insert(number, d->number);
    return d->client->d->expect(number, "popover.update");
}

QFuture<Response> PopoverHandle::choose(const QJsonValue &choice) {
    if (!d->client) return {};
    return d->client->d->expect(d->client->d->call([&](auto *client) {
        return popover_client_choose(client, d->number, toJson(choice).constData(), nullptr);
    }), "popover.choose");
}

void PopoverHandle::close(const QString &outcome) {
    if (!d->client || !d->isOpen) return;
    const bool isDone = outcome == QLatin1String("done");
    const auto value = isDone ? POPOVER_CLOSE_OUTCOME_DONE
        : outcome == QLatin1String("keep") ? POPOVER_CLOSE_OUTCOME_KEEP : POPOVER_CLOSE_OUTCOME_CANCEL;
    // Its own close wins over the daemon's.
    d->isClosing = false;
    d->client->d->call([&](auto *client) {
        return popover_client_close(client, d->number, value, nullptr);
    });
}

void PopoverHandle::answerClose(const QJsonValue &draft) {
    if (!d->client || !std::exchange(d->isClosing, false)) return;
    const auto json = draft.isUndefined() ? QByteArray() : toJson(draft);
    d->client->d->call([&](auto *client) {
        return popover_client_answer_close(client, d->number, json.isEmpty() ? nullptr : json.constData());
    });
    if (d->hasEnded) d->client->d->popovers.remove(d->number);
}

void PopoverHandle::answerCloseSaved() {
    if (!d->client || !std::exchange(d->isClosing, false)) return;
    d->client->d->call([&](auto *client) { return popover_client_answer_close_saved(client, d->number); });
    if (d->hasEnded) d->client->d->popovers.remove(d->number);
}

QFuture<Response> PopoverHandle::detach(const QRectF &frame) {
    if (!d->client) return {};
    return d->client->d->expect(d->client->d->call([&, rect = toRect(frame)](auto *client) {
        return popover_client_detach(client, d->number, frame.isEmpty() ? nullptr : &rect, nullptr);
    }), "popover.detach");
}

QFuture<Response> PopoverHandle::setPanelFrame(const QRectF &frame) {
    if (!d->client) return {};
    return d->client->d->expect(d->client->d->call([&, rect = toRect(frame)](auto *client) {
        return popover_client_set_panel(client, d->number, &rect, nullptr);
    }), "panel.set");
}

// MARK: Subscriptions

Subscription::Subscription(Client *client)
    : QObject(client), d(std::make_unique<SubscriptionPrivate>()) {
    d->client = client;
}

Subscription::~Subscription() {
    if (!d->client || !d->client->d->subscriptions.remove(d->number)) return;
    d->client->d->call([&](auto *client) { return popover_client_unsubscribe(client, d->number); });
}

} // namespace Popoverd
