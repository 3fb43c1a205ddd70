// SPDX-License-Identifier: MIT

#include "access_p.h"
#include "stage_p.h"

#include <popoverd/bubble.h>

#include <QtCore/QPointer>
#include <QtGui/QPainter>
#include <QtGui/QWindow>
#include <QtWidgets/QAccessibleWidget>
#include <QtWidgets/QApplication>

namespace Popoverd {

/** Dims a window behind a modal popover or an alert. Qt's widgets cannot blur. */
class Scrim : public QWidget {
public:
    explicit Scrim(QWidget *window) : QWidget(window) {
        setAttribute(Qt::WA_TransparentForMouseEvents);
        hide();
    }

    void dim(qreal opacity) {
        darkness = opacity;
        setGeometry(parentWidget()->rect());
        setVisible(darkness > 0);
        raise();
        update();
    }

protected:
    void paintEvent(QPaintEvent *) override {
        QPainter painter(this);
        // Of a window with an arrow and a shadow, only what is there.
        painter.setCompositionMode(QPainter::CompositionMode_SourceAtop);
        painter.fillRect(rect(), QColor::fromRgbF(0, 0, 0, float(darkness)));
    }

private:
    qreal darkness = 0;
};

class BubblePrivate : public StageWindow {
public:
    explicit BubblePrivate(Bubble *q) : q(q), clip(new QWidget(q)), stage(this) {}

    Bubble *const q;
    /** Shows the part of the content that is in the frame while that grows. */
    QWidget *const clip;
    QPointer<QWidget> content;
    QList<QPointer<Scrim>> scrims;
    std::optional<QAccessible::Role> role;
    Stage stage;

    QWidget *ownerWindow() const { return q->parentWidget()->window(); }

    QWindow *owner() const override { return ownerWindow()->windowHandle(); }
    QRect windowGeometry() const override { return q->geometry(); }
    void setWindowGeometry(const QRect &geometry) override { q->setGeometry(geometry); }
    bool isShown() const override { return q->isVisible(); }
    void setShown(bool isShown) override { q->setVisible(isShown); }
    void setShape(const QRegion &shape) override {
        q->winId();
        q->windowHandle()->setMask(shape);
    }
    void frameChanged() override {
        clip->setGeometry(stage.frame().toRect());
        if (content) content->setGeometry(QRect(QPoint(0, 0), stage.size().toSize()));
        q->update();
    }
    void dim(qreal darkness) override {
        for (const auto &scrim : std::as_const(scrims)) {
            if (scrim) scrim->dim(darkness);
        }
    }
    bool isPopup() const override { return isOnWayland(); }
    void setHasKeys(bool hasKeys) override {
        if (auto *window = owner()) {
            window->removeEventFilter(q);
            if (hasKeys) window->installEventFilter(q);
        }
        QT_WARNING_PUSH
        QT_WARNING_DISABLE_DEPRECATED
        QApplication::setActiveWindow(hasKeys ? q : ownerWindow());
        QT_WARNING_POP
    }
};

class AccessibleBubble : public QAccessibleWidget {
public:
    explicit AccessibleBubble(Bubble *bubble) : QAccessibleWidget(bubble), bubble(bubble) {}

    QAccessible::Role role() const override { return bubble->accessibleRole(); }

    QString text(QAccessible::Text kind) const override {
        const auto own = QAccessibleWidget::text(kind);
        return own.isEmpty() && kind == QAccessible::Name ? labelOf(bubble->parentWidget()) : own;
    }

    QList<QPair<QAccessibleInterface *, QAccessible::Relation>> relations(
        QAccessible::Relation match) const override {
        auto all = QAccessibleWidget::relations(match);
        if (match & QAccessible::Controller)
            all.append({QAccessible::queryAccessibleInterface(bubble->parentWidget()),
                        QAccessible::Controller});
        return all;
    }

private:
    Bubble *const bubble;
};

static QAccessibleInterface *accessible(const QString &, QObject *object) {
    auto *bubble = qobject_cast<Bubble *>(object);
    return bubble ? new AccessibleBubble(bubble) : nullptr;
}

Bubble::Bubble(QWidget *owner)
    : QWidget(owner, (isOnWayland() ? Qt::ToolTip : Qt::Dialog) | Qt::FramelessWindowHint),
      d(std::make_unique<BubblePrivate>(this)) {
    // Installing it again changes nothing.
    QAccessible::installFactory(accessible);
    setAttribute(Qt::WA_TranslucentBackground);
    setBehind({});
}

Bubble::~Bubble() {
    for (const auto &scrim : std::as_const(d->scrims)) delete scrim;
}

void Bubble::setContent(QWidget *content) {
    if (d->content == content) return;
    delete d->content;
    d->content = content;
    if (!content) return;
    content->setParent(d->clip);
    content->show();
}

QWidget *Bubble::content() const { return d->content; }

void Bubble::setAccessibleRole(QAccessible::Role role) { d->role = role; }
QAccessible::Role Bubble::accessibleRole() const { return d->role.value_or(defaultAccessibleRole()); }
QAccessible::Role Bubble::defaultAccessibleRole() const { return QAccessible::Dialog; }

void Bubble::setMark(const QString &mark) {
    // A popup of Wayland has no title.
    if (isOnWayland()) return;
    winId();
    // Not the widget's title, which people hear.
    windowHandle()->setTitle(mark);
}

void Bubble::setBehind(const QList<QWidget *> &windows) {
    for (const auto &scrim : std::as_const(d->scrims)) delete scrim;
    d->scrims = {new Scrim(d->ownerWindow())};
    for (auto *window : windows) d->scrims.append(new Scrim(window->window()));
}

void Bubble::setAppearance(const Appearance &appearance) { d->stage.setAppearance(appearance); }
void Bubble::setWindowOrigin(const QPointF &origin) { d->stage.origin = origin; }
std::optional<QPointF> Bubble::windowOrigin() const { return d->stage.origin; }
void Bubble::place(const Placement &placement) { d->stage.place(placement); }

void Bubble::leave(const Animation &animation, const std::function<void()> &done) {
    d->stage.leave(animation, done);
}

void Bubble::dismiss() { d->stage.dismiss(); }

bool Bubble::event(QEvent *event) {
    // Only popoverd takes it off the screen.
    if (event->type() == QEvent::Close) return event->ignore(), true;
    return QWidget::event(event);
}

/** A popup of Wayland gets no keys: they come by way of its owner's window. */
bool Bubble::eventFilter(QObject *object, QEvent *event) {
    if (!isVisible() || object != d->owner()) return QWidget::eventFilter(object, event);
    switch (event->type()) {
    case QEvent::KeyPress:
    case QEvent::KeyRelease:
    case QEvent::ShortcutOverride:
        QCoreApplication::sendEvent(windowHandle(), event);
        return true;
    case QEvent::FocusIn:
        // After Qt has made the owner's window the active one.
        QMetaObject::invokeMethod(this, [this] {
            if (isVisible()) d->setHasKeys(true);
        }, Qt::QueuedConnection);
        break;
    default:
        break;
    }
    return QWidget::eventFilter(object, event);
}

void Bubble::paintEvent(QPaintEvent *) {
    // Some servers show popups above the shield, which is to get the taps around the frame.
    if (isOnWayland()) windowHandle()->setMask(d->stage.placement().frame.toRect());
    QPainter painter(this);
    d->stage.draw(painter, palette().color(QPalette::Window));
}

} // namespace Popoverd
