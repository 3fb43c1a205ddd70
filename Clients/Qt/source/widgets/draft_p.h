// SPDX-License-Identifier: MIT
// What people have entered into named widgets.

#pragma once

#include <QtCore/QJsonObject>

class QWidget;

namespace Popoverd {

QJsonObject entriesOf(const QWidget *content);
void setEntries(QWidget *content, const QJsonObject &entries);
/** Calls a slot of the watcher, by its signature, whenever people change an entry. */
void watchEntries(const QWidget *content, QObject *watcher, const char *slot);

} // namespace Popoverd
