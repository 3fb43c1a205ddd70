// SPDX-License-Identifier: MIT

#include "draft_p.h"

#include <QtCore/QMetaProperty>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QWidget>

namespace Popoverd {

/** The property that people change; invalid if the widget has none, or its value must not be saved. */
static QMetaProperty entry(const QWidget *widget) {
    // Parts of Qt's own widgets begin so.
    const auto name = widget->objectName();
    if (name.isEmpty() || name.startsWith(QLatin1String("qt_"))) return {};
    const auto *line = qobject_cast<const QLineEdit *>(widget);
    if (line && line->echoMode() != QLineEdit::Normal) return {};
    const auto property = widget->metaObject()->userProperty();
    return property.isReadable() && property.isWritable() ? property : QMetaProperty();
}

template <typename Action> static void eachEntry(const QWidget *content, Action action) {
    if (!content) return;
    auto widgets = content->findChildren<QWidget *>();
    widgets.prepend(const_cast<QWidget *>(content));
    for (auto *widget : std::as_const(widgets)) {
        if (const auto property = entry(widget); property.isValid()) action(widget, property);
    }
}

QJsonObject entriesOf(const QWidget *content) {
    QJsonObject entries;
    eachEntry(content, [&](QWidget *widget, const QMetaProperty &property) {
        entries[widget->objectName()] = QJsonValue::fromVariant(property.read(widget));
    });
    return entries;
}

void setEntries(QWidget *content, const QJsonObject &entries) {
    eachEntry(content, [&](QWidget *widget, const QMetaProperty &property) {
        const auto value = entries.value(widget->objectName());
        if (!value.isUndefined()) property.write(widget, value.toVariant());
    });
}

void watchEntries(const QWidget *content, QObject *watcher, const char *slot) {
    const auto *type = watcher->metaObject();
    const auto method = type->method(type->indexOfSlot(QMetaObject::normalizedSignature(slot)));
    eachEntry(content, [&](QWidget *widget, const QMetaProperty &property) {
        if (property.hasNotifySignal()) {
            QObject::connect(widget, property.notifySignal(), watcher, method, Qt::UniqueConnection);
        }
    });
}

} // namespace Popoverd
