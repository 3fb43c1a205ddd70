// SPDX-License-Identifier: MIT

#include "convert_p.h"

#include <QtCore/QJsonArray>
#include <QtCore/QJsonDocument>

namespace Popoverd {

QString text(const char *utf8) { return QString::fromUtf8(utf8); }

QByteArray toJson(const QJsonObject &object) {
    return QJsonDocument(object).toJson(QJsonDocument::Compact);
}

QByteArray toJson(const QJsonValue &value) {
    // A document of Qt's has no scalars.
    const auto list = QJsonDocument(QJsonArray{value}).toJson(QJsonDocument::Compact);
    return list.mid(1, list.size() - 2);
}

QJsonObject toObject(const char *json) {
    return json ? QJsonDocument::fromJson(json).object() : QJsonObject();
}

QJsonValue toValue(const char *json) {
    if (!json) return QJsonValue::Undefined;
    return QJsonDocument::fromJson(QByteArray("[") + json + ']').array().first();
}

popover_rect toRect(const QRectF &rect) { return {rect.x(), rect.y(), rect.width(), rect.height()}; }

static QRectF toRectF(const popover_rect &rect) { return {rect.x, rect.y, rect.width, rect.height}; }

Error toError(const popover_failure &failure) {
    Error error;
    error.code = failure.error;
    error.message = text(failure.message);
    error.method = text(failure.method);
    error.reason = text(popover_refusal_reason_name(failure.reason));
    error.app = text(failure.app);
    error.member = text(failure.member);
    error.needs = text(failure.needs);
    error.limit = text(failure.limit);
    return error;
}

Error toError(qint64 number, const QString &method) {
    Error error;
    error.code = int(number);
    error.method = method;
    switch (number) {
    case POPOVER_ERROR_NO_MEMORY: error.message = "out of memory"; break;
    case POPOVER_ERROR_INVALID_ARGUMENT: error.message = "an argument is missing or invalid"; break;
    case POPOVER_ERROR_TOO_LONG: error.message = "the message exceeds limits.message"; break;
    case POPOVER_ERROR_BUSY: error.message = "too many requests are waiting"; break;
    case POPOVER_ERROR_NOT_CONNECTED: error.message = "not connected to popoverd"; break;
    case POPOVER_ERROR_CLIENT_CLOSED: error.message = "the client is leaving"; break;
    default: error.message = QStringLiteral("error %1").arg(number);
    }
    return error;
}

Animation toAnimation(const popover_animation &animation) {
    Animation result;
    if (!animation.animate) return result;
    result.milliseconds = int(animation.duration_ms);
    switch (animation.easing) {
    case POPOVER_EASING_EASE_OUT: result.easing = QEasingCurve::OutQuad; break;
    case POPOVER_EASING_EASE_IN: result.easing = QEasingCurve::InQuad; break;
    default: result.easing = QEasingCurve::InOutQuad;
    }
    result.easingName = text(popover_easing_name(animation.easing));
    if (animation.from) result.from = toRectF(*animation.from);
    return result;
}

Placement toPlacement(const popover_placement &placement) {
    Placement result;
    result.frame = toRectF(placement.frame);
    result.isSheet = placement.presentation == POPOVER_PRESENTATION_KIND_SHEET;
    if (placement.side != POPOVER_SIDE_UNKNOWN) result.side = text(popover_side_name(placement.side));
    if (placement.arrow) result.arrow = QPointF(placement.arrow->x, placement.arrow->y);
    result.scrolls = placement.scrolls;
    result.closeButton = placement.close_button;
    result.scrim = qMax(0.0, placement.scrim);
    result.animation = toAnimation(placement.animation);
    return result;
}

Appearance toAppearance(const popover_appearance &appearance) {
    return {appearance.arrow_length, appearance.arrow_width, appearance.corner_radius,
            appearance.material != POPOVER_MATERIAL_OPAQUE, appearance.contrast == POPOVER_CONTRAST_HIGH};
}

CloseRequest toCloseRequest(const popover_event_will_close &event) {
    return {text(popover_close_reason_name(event.reason)), text(popover_disposition_name(event.disposition)),
            event.deadline_ms, toAnimation(event.animation)};
}

End toEnd(const popover_event_closed &event) {
    return {text(popover_close_reason_name(event.reason)), text(popover_draft_outcome_name(event.draft)),
            event.return_focus};
}

Alert toAlert(const popover_event_alert &event) {
    Alert alert;
    alert.alert = text(event.alert);
    alert.title = text(event.title);
    alert.message = text(event.message);
    alert.severity = text(popover_severity_name(event.severity));
    for (size_t index = 0; index < event.button_count; ++index) {
        const auto &button = event.buttons[index];
        QJsonObject object{{"id", text(button.id)}, {"label", text(button.label)}};
        const auto role = text(popover_button_role_name(button.role));
        if (!role.isEmpty()) object["role"] = role;
        alert.buttons.append(object);
    }
    alert.app = text(event.app);
    if (event.timeout_ms >= 0) alert.timeout = event.timeout_ms;
    alert.placement.frame = toRectF(event.frame);
    alert.placement.scrim = qMax(0.0, event.scrim);
    alert.placement.animation = toAnimation(event.animation);
    return alert;
}

} // namespace Popoverd
