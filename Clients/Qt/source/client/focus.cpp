// SPDX-License-Identifier: MIT
// Whose the keyboard of a display is, and what a person needs of it.

#include "client_p.h"
#include "convert_p.h"

namespace Popoverd {

/** As the protocol says: without a name it is `main`, else the oldest. */
static const popover_display *find(popover_client *client, const QString &name) {
    const auto wanted = name.isEmpty() ? QByteArray("main") : name.toUtf8();
    for (size_t index = 0; client; ++index) {
        const auto *display = popover_client_display(client, index);
        if (!display) break;
        if (wanted == display->name) return display;
    }
    return client && name.isEmpty() ? popover_client_display(client, 0) : nullptr;
}

void ClientPrivate::handleFocus(const popover_event &event) {
    const auto display = text(event.focus.display), source = text(event.focus.source);
    const auto alert = text(event.focus.alert), step = text(popover_step_name(event.focus.step));
    auto *popover = popovers.value(event.number);
    switch (event.type) {
    case POPOVER_EVENT_FOCUS_LEAVE:
        taken.insert(display);
        return Q_EMIT q->focusLeft(display);
    case POPOVER_EVENT_FOCUS_ENTER:
        taken.remove(display);
        if (popover) Q_EMIT popover->focusEntered();
        else Q_EMIT q->focusEntered(display, source);
        return;
    default:
        if (popover) Q_EMIT popover->focusMoved(step);
        else Q_EMIT q->focusMoved(display, alert, step);
    }
}

bool Client::hasKeyboard(const QString &display) const {
    const auto *its = find(d->client, display);
    return !its || !d->taken.contains(text(its->name));
}

void Client::takeKeyboard(const QString &display) {
    if (const auto *its = find(d->client, display)) d->taken.remove(text(its->name));
}

DisplaySettings Client::settings(const QString &display) const {
    DisplaySettings settings;
    const auto *its = find(d->client, display);
    if (!its) return settings;
    settings.textScale = its->text_scale;
    settings.isHighContrast = its->contrast == POPOVER_CONTRAST_HIGH;
    settings.isMotionReduced = its->reduced_motion;
    settings.language = text(its->language);
    if (its->direction != POPOVER_WRITING_DIRECTION_UNKNOWN)
        settings.direction =
            its->direction == POPOVER_WRITING_DIRECTION_RTL ? Qt::RightToLeft : Qt::LeftToRight;
    return settings;
}

qreal Client::textScale() const { return settings().textScale; }
bool Client::isHighContrast() const { return settings().isHighContrast; }
bool Client::isMotionReduced() const { return settings().isMotionReduced; }
QString Client::language() const { return settings().language; }

Qt::LayoutDirection Client::layoutDirection() const {
    return settings().direction.value_or(Qt::LeftToRight);
}

} // namespace Popoverd
