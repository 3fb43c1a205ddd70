// SPDX-License-Identifier: MIT

#include "quickbubble_p.h"

#include <QtGui/QAccessibleObject>
#include <QtGui/QGuiApplication>
#include <QtGui/QPainter>
#include <QtQml/QQmlProperty>

namespace Popoverd {

/** Dims a window behind a modal popover. */
class ScrimItem : public QQuickPaintedItem {
public:
    explicit ScrimItem(QQuickItem *parent) : QQuickPaintedItem(parent) {
        setFillColor(Qt::black);
        setZ(1e9);
    }
    void paint(QPainter *) override {}
};

BubbleItem::BubbleItem(const Stage &stage) : stage(stage) {
    setAcceptedMouseButtons(Qt::AllButtons);
    setVisible(false);
    setZ(2e9);
}

void BubbleItem::paint(QPainter *painter) {
    stage.draw(*painter, color);
}

/** The window of a popover, which only popoverd takes off the screen. */
class BubbleWindow : public QQuickWindow {
public:
    QString name;
    QPointer<BubbleItem> bubble;

protected:
    bool event(QEvent *event) override {
        if (event->type() == QEvent::Close) return event->ignore(), true;
        const bool isHandled = QQuickWindow::event(event);
        // Nothing in the content has the focus.
        if (event->type() == QEvent::KeyPress && !event->isAccepted() && bubble && bubble->pressed)
            event->setAccepted(bubble->pressed(static_cast<QKeyEvent *>(event)));
        return isHandled;
    }
};

/** Says what people are to hear: Qt would say the title, which is the mark. */
class AccessibleWindow : public QAccessibleObject {
public:
    explicit AccessibleWindow(BubbleWindow *shown) : QAccessibleObject(shown), shown(shown) {}

    QWindow *window() const override { return shown; }
    QAccessible::Role role() const override { return QAccessible::Window; }
    QString text(QAccessible::Text kind) const override {
        return kind == QAccessible::Name ? shown->name : QString();
    }
    QRect rect() const override { return shown->geometry(); }
    QAccessible::State state() const override {
        QAccessible::State state;
        state.active = shown->isActive();
        state.invisible = !shown->isVisible();
        return state;
    }
    QAccessibleInterface *parent() const override { return QAccessible::queryAccessibleInterface(qApp); }
    int childCount() const override { return shown->bubble ? 1 : 0; }
    int indexOfChild(const QAccessibleInterface *interface) const override {
        return interface->object() == shown->bubble ? 0 : -1;
    }
    QAccessibleInterface *child(int index) const override {
        return index == 0 ? QAccessible::queryAccessibleInterface(shown->bubble) : nullptr;
    }
    QAccessibleInterface *childAt(int x, int y) const override {
        return rect().contains(x, y) ? child(0) : nullptr;
    }
    QAccessibleInterface *focusChild() const override {
        return QAccessible::queryAccessibleInterface(shown->activeFocusItem());
    }

private:
    BubbleWindow *const shown;
};

static QAccessibleInterface *accessible(const QString &, QObject *object) {
    auto *window = dynamic_cast<BubbleWindow *>(object);
    return window ? new AccessibleWindow(window) : nullptr;
}

QuickBubble::QuickBubble(QQuickWindow *owner)
    : stage(this), bubble(new BubbleItem(stage)), source(owner), clip(new QQuickItem(bubble)) {
    clip->setClip(true);
    clip->setFlag(QQuickItem::ItemIsFocusScope);
    if (isOnWayland()) {
        bubble->setParentItem(owner->contentItem());
        return;
    }
    // Installing it again changes nothing.
    QAccessible::installFactory(accessible);
    window = std::make_unique<BubbleWindow>();
    window->bubble = bubble;
    window->setFlags(Qt::Dialog | Qt::FramelessWindowHint);
    window->setColor(Qt::transparent);
    window->setTransientParent(owner);
    bubble->setParentItem(window->contentItem());
    bubble->setVisible(true);
}

QuickBubble::~QuickBubble() {
    delete scrim;
    // The content is its popover's.
    if (content) content->setParentItem(nullptr);
    delete bubble;
}

void QuickBubble::setContent(QQuickItem *item) {
    if (content && content != item) content->setParentItem(nullptr);
    content = item;
    if (content) content->setParentItem(clip);
}

void QuickBubble::setMark(const QString &mark) {
    if (window) window->setTitle(mark);
}

void QuickBubble::setAccessible(QAccessible::Role role, const QString &name, QQmlContext *context) {
    QQmlProperty::write(bubble, QStringLiteral("Accessible.role"), int(role), context);
    QQmlProperty::write(bubble, QStringLiteral("Accessible.name"), name, context);
    if (window) window->name = name;
}

QWindow *QuickBubble::ownWindow() const { return window.get(); }
bool QuickBubble::isShown() const { return window ? window->isVisible() : bubble->isVisible(); }

void QuickBubble::activate() {
    if (window) {
        window->raise();
        window->requestActivate();
    }
    if (content) content->forceActiveFocus(Qt::PopupFocusReason);
}

QRect QuickBubble::windowGeometry() const {
    if (window) return window->geometry();
    const QPoint corner = bubble->position().toPoint();
    return {source ? source->mapToGlobal(corner) : corner, bubble->size().toSize()};
}

void QuickBubble::setWindowGeometry(const QRect &geometry) {
    if (window) window->setGeometry(geometry);
    else if (source) bubble->setPosition(source->mapFromGlobal(geometry.topLeft()));
    bubble->setSize(geometry.size());
}

void QuickBubble::setShown(bool isShown) {
    if (window) window->setVisible(isShown);
    else bubble->setVisible(isShown);
}

void QuickBubble::setShape(const QRegion &shape) {
    if (window) window->setMask(shape);
}

void QuickBubble::frameChanged() {
    const QRectF frame = stage.frame();
    bubble->update();
    clip->setPosition(frame.topLeft());
    clip->setSize(frame.size());
    if (content) content->setSize(stage.size() / content->scale());
}

void QuickBubble::dim(qreal darkness) {
    if (!source || (!scrim && darkness <= 0)) return;
    if (!scrim) scrim = new ScrimItem(source->contentItem());
    scrim->setSize(source->contentItem()->size());
    scrim->setOpacity(darkness);
    scrim->setVisible(darkness > 0);
}

} // namespace Popoverd
