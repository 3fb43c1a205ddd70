// SPDX-License-Identifier: MIT
// Between the structs of the library in C and the values of Qt.

#pragma once

#include <popoverd/types.h>

#include <popover.h>

namespace Popoverd {

QString text(const char *utf8);
QByteArray toJson(const QJsonObject &object);
QByteArray toJson(const QJsonValue &value);
QJsonObject toObject(const char *json);
/** Undefined without text. */
QJsonValue toValue(const char *json);
popover_rect toRect(const QRectF &rect);

Error toError(const popover_failure &failure);
/** What a call of the library in C has returned instead of a number. */
Error toError(qint64 error, const QString &method);
Animation toAnimation(const popover_animation &animation);
Placement toPlacement(const popover_placement &placement);
Appearance toAppearance(const popover_appearance &appearance);
CloseRequest toCloseRequest(const popover_event_will_close &event);
End toEnd(const popover_event_closed &event);
Alert toAlert(const popover_event_alert &event);

} // namespace Popoverd
