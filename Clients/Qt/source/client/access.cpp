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

static QString roleNameOf(const QAccessibleInterface *heard) {
    switch (heard ? heard->role() : QAccessible::NoRole) {
    case QAccessible::Link: return QStringLiteral("link");
    case QAccessible::CheckBox: return QStringLiteral("checkbox");
    case QAccessible::RadioButton: return QStringLiteral("radio");
    case QAccessible::PageTab: return QStringLiteral("tab");
    case QAccessible::EditableText:
    case QAccessible::SpinBox: return QStringLiteral("field");
    case QAccessible::ComboBox:
    case QAccessible::ButtonMenu:
    case QAccessible::MenuItem: return QStringLiteral("menu");
    case QAccessible::ListItem: return QStringLiteral("list-item");
    default: return QStringLiteral("button");
    }
}

Control controlOf(QObject *control) {
    return {labelOf(control), helpOf(control), roleNameOf(QAccessible::queryAccessibleInterface(control)),
            !control->property("enabled").toBool()};
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
