// SPDX-License-Identifier: MIT
// What popovers of widgets and of QML have in common: how they look, and how they move.

#pragma once

#include <popoverd/export.h>
#include <popoverd/types.h>

#include <QtCore/QPointer>
#include <QtCore/QVariantAnimation>
#include <QtGui/QColor>
#include <QtGui/QRegion>

#include <functional>

class QPainter;
class QWindow;

namespace Popoverd {

/** Room for the shadow around a frame, in points. */
constexpr int ShadowWidth = 28;

/** Draws a popover without its content: shadow, body and arrow. */
POPOVERD_EXPORT void drawBubble(QPainter &painter, const QRectF &frame, const Placement &placement,
                                const Appearance &appearance, const QColor &background);

/** The same for a window with that shape, where nobody composites: what is transparent would be black. */
void drawOpaqueBubble(QPainter &painter, const QRectF &frame, const Placement &placement,
                      const Appearance &appearance, const QColor &background);
QRegion bubbleShape(const QRectF &frame, const Placement &placement, const Appearance &appearance);
/** Whether what is transparent in a window lets the windows behind through. */
bool isComposited();

/** Whether a program's windows are placed by a Wayland compositor, relative to each other. */
POPOVERD_EXPORT bool isOnWayland();

/** The window for a frame that moves: with room for the shadow, within the screen. */
POPOVERD_EXPORT QRect windowAround(const QRectF &one, const QRectF &other, const Placement &placement,
                                   const QRect &screen);

/** Moves a frame; one motion at a time, each to its end. */
class POPOVERD_EXPORT FrameMotion : public QObject {
public:
    using QObject::QObject;
    /** A frame on the way, and the part of the way that is behind it. */
    using Step = std::function<void(const QRectF &frame, qreal part)>;
    /** Calls `step` with frames up to `end`, and then `done`. */
    void run(const QRectF &start, const QRectF &end, const Animation &animation, const Step &step,
             const std::function<void()> &done = [] {});
    /** Ends the motion as if its time were over. */
    void finish();
    /** Forgets the motion, and calls nothing. */
    void stop();
    bool isRunning() const { return !animation.isNull(); }

private:
    QPointer<QVariantAnimation> animation;
};

} // namespace Popoverd
