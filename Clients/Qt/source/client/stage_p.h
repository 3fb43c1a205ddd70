// SPDX-License-Identifier: MIT
// Where a popover's window is, and what of it is drawn, while it comes, moves and goes.

#pragma once

#include "drawing_p.h"

class QWindow;

namespace Popoverd {

/** The window of a Stage. */
class StageWindow {
public:
    virtual ~StageWindow() = default;
    /** The window on which it lies. */
    virtual QWindow *owner() const = 0;
    virtual QRect windowGeometry() const = 0;
    virtual void setWindowGeometry(const QRect &geometry) = 0;
    virtual bool isShown() const = 0;
    virtual void setShown(bool isShown) = 0;
    /** What of it is on the screen, in the window; all of it if that is empty. */
    virtual void setShape(const QRegion &shape) = 0;
    /** The frame is another one; draw it. */
    virtual void frameChanged() = 0;
    /** How dark to draw the windows behind. */
    virtual void dim(qreal darkness) = 0;
    /** Whether it is a popup of Wayland: Qt 6.4 cannot move one that is shown, and it gets no keys. */
    virtual bool isPopup() const = 0;
    /** Of a popup: the keys of its owner's window are its, or are not any more. */
    virtual void setHasKeys(bool hasKeys) = 0;
};

class POPOVERD_EXPORT Stage {
public:
    explicit Stage(StageWindow *window);

    std::optional<QPointF> origin;
    Appearance appearance;

    /** The frame of the moment, in the window. */
    QRectF frame() const { return current.translated(-window->windowGeometry().topLeft()); }
    /** Its size when it stands still. */
    QSizeF size() const { return goal.frame.size(); }
    /** The placement, in the window. */
    Placement placement() const;
    /** Draws the popover without its content. */
    void draw(QPainter &painter, const QColor &background) const;

    void place(const Placement &placement);
    void leave(const Animation &animation, const std::function<void()> &done);
    void dismiss();
    void setAppearance(const Appearance &appearance);

private:
    QPointF toGlobal(const QPointF &point) const;
    QRectF toGlobal(const QRectF &rect) const { return {toGlobal(rect.topLeft()), rect.size()}; }
    void setGeometry(const QRect &geometry);
    void setShown(bool isShown);
    void step(const QRectF &frame);
    void cut();
    Animation lasting(Animation animation) const;

    StageWindow *const window;
    FrameMotion motion;
    /** What it comes to, and the frame now, on the screen as Qt sees it. */
    Placement goal;
    QRectF current;
    std::function<void()> gone;
    /** Nobody composites, and the window has a shape. */
    bool isOpaque = false;
};

/** The place of a window's corner on its display, as far as Qt knows. */
POPOVERD_EXPORT QPointF originOf(const QWindow *window);

} // namespace Popoverd
