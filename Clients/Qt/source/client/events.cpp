// SPDX-License-Identifier: MIT
// What the library in C says, as signals and results.

#include "client_p.h"
#include "convert_p.h"

#include <QtCore/QMetaMethod>

namespace Popoverd {

void ClientPrivate::handle(const popover_event &event) {
    if (event.type <= POPOVER_EVENT_WARNING) return handleConnection(event);
    switch (event.type) {
    case POPOVER_EVENT_OPENED:
    case POPOVER_EVENT_UPDATED:
    case POPOVER_EVENT_MOVED:
    case POPOVER_EVENT_WILL_CLOSE:
    case POPOVER_EVENT_CLOSED:
    case POPOVER_EVENT_NUDGED:
    case POPOVER_EVENT_PANEL_RAISED:
        return handlePopover(event);
    case POPOVER_EVENT_SUBSCRIBED:
    case POPOVER_EVENT_BUS:
    case POPOVER_EVENT_GAP:
        return handleBus(event);
    case POPOVER_EVENT_SOURCE_ACTIVATED:
        return Q_EMIT q->sourceActivated(text(event.activated.source), text(event.activated.gesture));
    case POPOVER_EVENT_ALERT_PRESENT:
        return Q_EMIT q->alertPresented(toAlert(event.alert));
    case POPOVER_EVENT_ALERT_DISMISS:
        return Q_EMIT q->alertDismissed(text(event.dismissed.alert));
    case POPOVER_EVENT_DISPLAY_CHANGED: {
        const QPointer<Client> guard(q);
        Q_EMIT q->displayChanged(text(event.display.display.name), event.display.removed);
        if (guard) Q_EMIT q->settingsChanged();
        return;
    }
    case POPOVER_EVENT_FOCUS_ENTER:
    case POPOVER_EVENT_FOCUS_LEAVE:
    case POPOVER_EVENT_FOCUS_MOVE:
        return handleFocus(event);
    default:
        return handleResponse(event);
    }
}

void ClientPrivate::handleConnection(const popover_event &event) {
    const QPointer<Client> guard(q);
    const auto setReady = [&](bool ready) {
        if (ready != std::exchange(isReady, ready)) Q_EMIT q->readyChanged(ready);
        return !guard.isNull();
    };
    switch (event.type) {
    case POPOVER_EVENT_READY: {
        const bool restarted = event.ready.restarted;
        for (const auto &subscription : std::exchange(unsent, {})) {
            if (subscription) subscribe(subscription);
        }
        Q_EMIT q->settingsChanged();
        if (guard && setReady(true)) Q_EMIT q->connected(restarted);
        break;
    }
    case POPOVER_EVENT_LOST: {
        const auto error = toError(event.failure);
        taken.clear();
        if (setReady(false)) Q_EMIT q->lost(error);
        break;
    }
    case POPOVER_EVENT_CONNECT_FAILED: {
        const bool isFinal = event.connect_failed.is_final;
        Q_EMIT q->connectFailed(toError(event.connect_failed.failure), isFinal);
        break;
    }
    case POPOVER_EVENT_LEFT:
        if (setReady(false)) Q_EMIT q->left();
        break;
    default:
        if (q->isSignalConnected(QMetaMethod::fromSignal(&Client::warning)))
            Q_EMIT q->warning(toError(event.failure));
        else
            qInfo("popoverd: %s", event.failure.message);
    }
}

void ClientPrivate::handleResponse(const popover_event &event) {
    const auto rect = [&] {
        return QJsonObject{{"x", event.frame.x}, {"y", event.frame.y}, {"width", event.frame.width},
                           {"height", event.frame.height}};
    };
    switch (event.type) {
    case POPOVER_EVENT_FAILED:
        return fail(event.number, toError(event.failure));
    case POPOVER_EVENT_RESPONSE:
        return finish(event.number, {{}, toObject(event.response.json)});
    case POPOVER_EVENT_CHOSEN:
        return finish(event.number, {{}, {{"closes", event.chosen.closes}}});
    case POPOVER_EVENT_DETACHED:
    case POPOVER_EVENT_PANEL_SET:
        return finish(event.number, {{}, {{"frame", rect()}}});
    case POPOVER_EVENT_ALERT_ANSWERED:
        return finish(event.number, {{}, {{"button", text(event.answered.button)}}});
    default:
        // Nobody waits for it.
        return;
    }
}

void ClientPrivate::fail(qint64 number, const Error &error) {
    if (auto *popover = popovers.value(number); popover && !popover->d->isOpen) {
        popovers.remove(number);
        popover->d->hasEnded = true;
        Q_EMIT popover->failed(error);
    } else if (auto *subscription = subscriptions.take(number)) {
        Q_EMIT subscription->failed(error);
    } else {
        updates.remove(number);
        finish(number, {error, {}});
    }
}

void ClientPrivate::handlePopover(const popover_event &event) {
    if (event.type == POPOVER_EVENT_OPENED && event.opened.popover != event.number) {
        // It is visible already: the newer handle is its owner.
        if (auto *earlier = popovers.take(event.opened.popover)) earlier->d->hasEnded = true;
        if (auto *newer = popovers.take(event.number)) {
            newer->d->number = event.opened.popover;
            popovers.insert(event.opened.popover, newer);
        }
    }
    qint64 number = event.number;
    if (event.type == POPOVER_EVENT_OPENED) number = event.opened.popover;
    // An update has a number of its own.
    else if (event.type == POPOVER_EVENT_UPDATED) number = updates.take(event.number);
    auto *popover = popovers.value(number);
    switch (event.type) {
    case POPOVER_EVENT_OPENED: {
        if (!popover) {
            // Granted too late: nobody waits for it any more.
            call([&](auto *client) {
                return popover_client_close(client, number, POPOVER_CLOSE_OUTCOME_KEEP, nullptr);
            });
            break;
        }
        auto &d = *popover->d;
        d.isOpen = true;
        d.id = text(event.opened.id);
        d.placement = toPlacement(event.opened.placement);
        d.appearance = toAppearance(event.opened.appearance);
        if (event.opened.draft) d.draft = toValue(event.opened.draft->content);
        Q_EMIT popover->opened();
        break;
    }
    case POPOVER_EVENT_UPDATED:
        finish(event.number, {});
        [[fallthrough]];
    case POPOVER_EVENT_MOVED:
        if (!popover) break;
        popover->d->placement = toPlacement(event.placement);
        Q_EMIT popover->moved();
        break;
    case POPOVER_EVENT_WILL_CLOSE:
        if (popover) {
            popover->d->isClosing = true;
            Q_EMIT popover->willClose(toCloseRequest(event.will_close));
        } else {
            const auto draft = abandoned.value(number);
            popover_client_answer_close(client, number, draft.isEmpty() ? nullptr : draft.constData());
            wake();
        }
        break;
    case POPOVER_EVENT_CLOSED:
        end(number, toEnd(event.closed));
        break;
    case POPOVER_EVENT_NUDGED:
        if (popover) Q_EMIT popover->nudged();
        break;
    default:
        if (popover) Q_EMIT popover->raised();
    }
}

void ClientPrivate::end(qint64 number, const End &end) {
    abandoned.remove(number);
    auto *popover = popovers.value(number);
    if (!popover) return;
    // What is detached goes on as a panel with the same number.
    if (end.reason != QLatin1String("detached")) {
        // After a late answer its draft is still to come.
        if (!popover->d->isClosing) popovers.remove(number);
        popover->d->isOpen = false;
        popover->d->hasEnded = true;
    }
    Q_EMIT popover->closed(end);
}

void ClientPrivate::handleBus(const popover_event &event) {
    auto *subscription = subscriptions.value(event.number);
    if (!subscription) return;
    switch (event.type) {
    case POPOVER_EVENT_SUBSCRIBED:
        return Q_EMIT subscription->started(event.subscribed.sequence, toObject(event.subscribed.snapshot));
    case POPOVER_EVENT_GAP:
        return Q_EMIT subscription->gap(event.gap.first, event.gap.last);
    default:
        return Q_EMIT subscription->published(
            text(event.published.topic), toValue(event.published.data), event.published.sequence,
            event.published.time_us);
    }
}

} // namespace Popoverd
