// SPDX-License-Identifier: MIT

#include "access_p.h"

#include <QtCore/QVariant>

namespace Popoverd {

QAccessible::Role roleOf(const QString &behavior) {
    if (behavior == QLatin1String("menu") || behavior == QLatin1String("action-sheet"))
        return QAccessible::PopupMenu;
    return behavior == QLatin1String("hint") ? QAccessible::ToolTip : QAccessible::Dialog;
}

static QString textOf(QObject *control, QAccessible::Text kind) {
    const auto *heard = QAccessible::queryAccessibleInterface(control);
    return heard ? heard->text(kind) : QString();
}

QString labelOf(QObject *control) {
    const auto name = textOf(control, QAccessible::Name);
    // Of an item that says nothing to assistive technology, the text that people see.
    return name.isEmpty() && !control->isWidgetType() ? control->property("text").toString() : name;
}

QString helpOf(QObject *control) {
    const auto description = textOf(control, QAccessible::Description);
    return description.isEmpty() ? control->property("toolTip").toString() : description;
}

} // namespace Popoverd
