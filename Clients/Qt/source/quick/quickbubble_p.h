// SPDX-License-Identifier: MIT
// A popover in QML: a window of its own or, on Wayland, an item above all others in its source's window. A
// window there would get no keys: Qt Quick gives the focus only to windows that have the compositor's.

#pragma once

#include "stage_p.h"

#include <QtGui/QAccessible>
#include <QtQuick/QQuickPaintedItem>
#include <QtQuick/QQuickWindow>

namespace Popoverd {

class BubbleWindow;

/** Draws shadow, body and arrow; keeps taps on them from what lies below. */
class BubbleItem : public QQuickPaintedItem {
    Q_OBJECT

public:
    explicit BubbleItem(const Stage &stage);
    void paint(QPainter *painter) override;
    QColor color = Qt::white;
    /** Gets a key that nothing in the content has used; true if it is handled. */
    std::function<bool(const QKeyEvent *)> pressed;

protected:
    void keyPressEvent(QKeyEvent *event) override { event->setAccepted(pressed && pressed(event)); }
    void mousePressEvent(QMouseEvent *event) override { event->accept(); }
    bool contains(const QPointF &point) const override { return stage.frame().contains(point); }

private:
    const Stage &stage;
};

class QuickBubble : public StageWindow {
public:
    explicit QuickBubble(QQuickWindow *owner);
    ~QuickBubble() override;

    Stage stage;
    BubbleItem *const bubble;
    void setContent(QQuickItem *content);
    /** What screen plugins know its window by. */
    void setMark(const QString &mark);
    /** What assistive technology hears; the context imports Qt Quick. */
    void setAccessible(QAccessible::Role role, const QString &name, QQmlContext *context);
    QWindow *ownWindow() const;
    /** Gives it the keys. */
    void activate();

    QWindow *owner() const override { return source; }
    QRect windowGeometry() const override;
    void setWindowGeometry(const QRect &geometry) override;
    bool isShown() const override;
    void setShown(bool isShown) override;
    void setShape(const QRegion &shape) override;
    void frameChanged() override;
    void dim(qreal darkness) override;
    bool isPopup() const override { return false; }
    void setHasKeys(bool) override {}

private:
    const QPointer<QQuickWindow> source;
    /** Null on Wayland. */
    std::unique_ptr<BubbleWindow> window;
    /** Shows the part of the content that is in the frame while that grows. */
    QQuickItem *const clip;
    QPointer<QQuickItem> content, scrim;
};

} // namespace Popoverd
