// SPDX-License-Identifier: MIT

#include "drawing_p.h"

#include <popoverd/bubble.h>

#include <QtCore/QPointer>
#include <QtGui/QPainter>
#include <QtGui/QScreen>
#include <QtGui/QWindow>
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

class BubblePrivate {
public:
    explicit BubblePrivate(Bubble *q) : q(q), clip(new QWidget(q)) {}

    Bubble *const q;
    /** Shows the part of the content that is in the frame while that grows. */
    QWidget *const clip;
    QPointer<QWidget> content;
    QList<QPointer<Scrim>> scrims;
    std::optional<QPointF> origin;
    Appearance appearance;
    Placement placement;
    /** The frame now, on the screen as Qt sees it. */
    QRectF current;
    FrameMotion motion;
    std::function<void()> gone;

    QWidget *ownerWindow() const { return q->parentWidget()->window(); }

    QPointF toGlobal(const QPointF &point) const {
        const auto *window = ownerWindow();
        const QPointF corner = window->mapToGlobal(QPoint(0, 0));
        return corner + point - origin.value_or(corner - window->screen()->geometry().topLeft());
    }

    QRectF toGlobal(const QRectF &rect) const { return {toGlobal(rect.topLeft()), rect.size()}; }

    void dim(qreal darkness) {
        for (const auto &scrim : std::as_const(scrims)) {
            if (scrim) scrim->dim(darkness);
        }
    }

    void setWindow(const QRect &geometry) {
        if (q->geometry() == geometry) return;
        // Qt 6.4 cannot move a popup of Wayland that is shown.
        const bool isShownAgain = isOnWayland() && q->isVisible();
        if (isShownAgain) q->QWidget::setVisible(false);
        q->setGeometry(geometry);
        if (isShownAgain) show();
    }

    void show() {
        q->show();
        if (isOnWayland()) takeKeys();
    }

    /** A popup of Wayland gets no keys: they come by way of its owner's window. */
    void takeKeys() {
        if (auto *handle = ownerWindow()->windowHandle()) {
            handle->removeEventFilter(q);
            handle->installEventFilter(q);
        }
        QT_WARNING_PUSH
        QT_WARNING_DISABLE_DEPRECATED
        QApplication::setActiveWindow(q);
        QT_WARNING_POP
    }

    void giveKeysBack() {
        if (!isOnWayland()) return;
        if (auto *handle = ownerWindow()->windowHandle()) handle->removeEventFilter(q);
        QT_WARNING_PUSH
        QT_WARNING_DISABLE_DEPRECATED
        QApplication::setActiveWindow(ownerWindow());
        QT_WARNING_POP
    }

    void step(const QRectF &frame) {
        current = frame;
        clip->setGeometry(frame.translated(-q->geometry().topLeft()).toRect());
        q->update();
    }

    void layOut() {
        if (content) content->setGeometry(QRect(QPoint(0, 0), placement.frame.size().toSize()));
    }
};

Bubble::Bubble(QWidget *owner)
    : QWidget(owner, (isOnWayland() ? Qt::ToolTip : Qt::Dialog) | Qt::FramelessWindowHint),
      d(std::make_unique<BubblePrivate>(this)) {
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

void Bubble::setBehind(const QList<QWidget *> &windows) {
    for (const auto &scrim : std::as_const(d->scrims)) delete scrim;
    d->scrims = {new Scrim(d->ownerWindow())};
    for (auto *window : windows) d->scrims.append(new Scrim(window->window()));
}

void Bubble::setAppearance(const Appearance &appearance) {
    d->appearance = appearance;
    update();
}

void Bubble::setWindowOrigin(const QPointF &origin) { d->origin = origin; }

void Bubble::place(const Placement &placement) {
    d->motion.finish();
    d->gone = {};
    const bool isNew = !isVisible();
    const QRectF end = d->toGlobal(placement.frame);
    const auto &from = placement.animation.from;
    const QRectF start = from ? d->toGlobal(*from) : isNew ? end : d->current;
    d->placement = placement;
    if (placement.arrow) d->placement.arrow = d->toGlobal(*placement.arrow);
    d->layOut();
    const QRect screen = d->ownerWindow()->screen()->geometry();
    const bool isAnimated = placement.animation.milliseconds > 0;
    d->setWindow(windowAround(isAnimated ? start : end, end, d->placement, screen));
    const qreal darkness = placement.scrim;
    d->motion.run(start, end, placement.animation, [=, this](const QRectF &frame, qreal part) {
        d->step(frame);
        d->dim(isNew ? darkness * part : darkness);
    }, [=, this] {
        // A popup of Wayland would blink.
        if (isAnimated && !isOnWayland()) {
            d->setWindow(windowAround(end, end, d->placement, screen));
            d->step(end);
        }
    });
    if (isNew) d->show();
}

void Bubble::leave(const Animation &animation, const std::function<void()> &done) {
    d->motion.finish();
    d->gone = done;
    if (!isVisible()) return dismiss();
    // The way that it came: into the tip of its arrow.
    const QRectF start = d->current;
    const QRectF end = d->placement.arrow ? QRectF(*d->placement.arrow, QSizeF()) : QRectF(start.center(), QSizeF());
    const qreal darkness = d->placement.scrim;
    d->motion.run(start, end, animation, [=, this](const QRectF &frame, qreal part) {
        if (animation.milliseconds <= 0) return;
        d->step(frame);
        d->dim(darkness * (1 - part));
    }, [this] { dismiss(); });
}

void Bubble::dismiss() {
    d->motion.stop();
    const bool wasVisible = isVisible();
    hide();
    d->dim(0);
    if (wasVisible) d->giveKeysBack();
    if (const auto gone = std::exchange(d->gone, {})) gone();
}

bool Bubble::event(QEvent *event) {
    if (event->type() == QEvent::Close) {
        // Only popoverd takes it off the screen.
        event->ignore();
        return true;
    }
    return QWidget::event(event);
}

bool Bubble::eventFilter(QObject *object, QEvent *event) {
    switch (event->type()) {
    case QEvent::KeyPress:
    case QEvent::KeyRelease:
    case QEvent::ShortcutOverride:
        if (isVisible() && object == d->ownerWindow()->windowHandle()) {
            QCoreApplication::sendEvent(windowHandle(), event);
            return true;
        }
        break;
    case QEvent::FocusIn:
        if (isVisible() && object == d->ownerWindow()->windowHandle()) {
            QMetaObject::invokeMethod(this, [this] { if (isVisible()) d->takeKeys(); }, Qt::QueuedConnection);
        }
        break;
    default:
        break;
    }
    return QWidget::eventFilter(object, event);
}

void Bubble::paintEvent(QPaintEvent *) {
    QPainter painter(this);
    Placement placement = d->placement;
    const QPointF corner = geometry().topLeft();
    if (placement.arrow) placement.arrow = *placement.arrow - corner;
    drawBubble(painter, d->current.translated(-corner), placement, d->appearance, palette().color(QPalette::Base));
}

} // namespace Popoverd
