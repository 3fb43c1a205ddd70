// SPDX-License-Identifier: MIT
// What assistive technology hears of popovers and their controls.

#pragma once

#include <popoverd/export.h>
#include <popoverd/types.h>

#include <QtCore/QString>
#include <QtGui/QAccessible>

namespace Popoverd {

/** What a behavior makes of a popover. */
POPOVERD_EXPORT QAccessible::Role roleOf(const QString &behavior);

/** What it is at the daemon. */
POPOVERD_EXPORT Control controlOf(QObject *control);

/** The accessible name of a widget or an item; empty without one. */
POPOVERD_EXPORT QString labelOf(QObject *control);

/** What it does: its accessible description, else its tooltip. */
POPOVERD_EXPORT QString helpOf(QObject *control);

} // namespace Popoverd
