// SPDX-License-Identifier: MIT

#include "stage_p.h"

#include <QtGui/QScreen>
#include <QtGui/QWindow>

namespace Popoverd {

/** popover-stage tells the programs that it starts where their windows are. */
static std::optional<QPointF> regionOrigin() {
    const auto numbers = qEnvironmentVariable("POPOVERD_WINDOW_ORIGIN").split(',');
    if (numbers.size() != 2) return {};
    return QPointF(numbers[0].toDouble(), numbers[1].toDouble());
}

QPointF originOf(const QWindow *window) {
    static const auto region = regionOrigin();
    if (region) return *region;
    const auto *screen = window->screen();
    return window->mapToGlobal(QPoint(0, 0)) - (screen ? screen->geometry().topLeft() : QPoint());
}

Stage::Stage(StageWindow *window) : window(window) {}

Placement Stage::placement() const {
    Placement result = goal;
    const QPointF corner = window->windowGeometry().topLeft();
    result.frame.translate(-corner);
    if (result.arrow) result.arrow = *result.arrow - corner;
    return result;
}

QPointF Stage::toGlobal(const QPointF &point) const {
    const auto *owner = window->owner();
    if (!owner) return point;
    return owner->mapToGlobal(QPoint(0, 0)) + point - origin.value_or(originOf(owner));
}

void Stage::setGeometry(const QRect &geometry) {
    if (window->windowGeometry() == geometry) return;
    const bool isShownAgain = window->isPopup() && window->isShown();
    if (isShownAgain) window->setShown(false);
    window->setWindowGeometry(geometry);
    if (isShownAgain) setShown(true);
}

void Stage::setShown(bool isShown) {
    window->setShown(isShown);
    if (window->isPopup()) window->setHasKeys(isShown);
}

void Stage::draw(QPainter &painter, const QColor &background) const {
    const auto drawn = isOpaque ? drawOpaqueBubble : drawBubble;
    drawn(painter, frame(), placement(), appearance, background);
}

void Stage::cut() {
    if (isOpaque) window->setShape(bubbleShape(frame(), placement(), appearance));
}

/** A shape and what is drawn in it are not of the same moment: without a compositing manager nothing moves. */
Animation Stage::lasting(Animation animation) const {
    if (isOpaque) animation.milliseconds = 0;
    return animation;
}

void Stage::step(const QRectF &frame) {
    current = frame;
    cut();
    window->frameChanged();
}

void Stage::setAppearance(const Appearance &look) {
    appearance = look;
    cut();
    window->frameChanged();
}

void Stage::place(const Placement &placement) {
    motion.finish();
    gone = {};
    const bool isNew = !window->isShown();
    if (std::exchange(isOpaque, !isComposited()) && !isOpaque) window->setShape({});
    const QRectF end = toGlobal(placement.frame);
    const auto &from = placement.animation.from;
    const QRectF start = from ? toGlobal(*from) : isNew ? end : current;
    goal = placement;
    goal.frame = end;
    if (placement.arrow) goal.arrow = toGlobal(*placement.arrow);
    // Where the display is, for a window whose place only the program knows.
    const auto *owner = window->owner();
    const QRect screen = owner ? QRect(toGlobal(QPointF()).toPoint(), owner->screen()->size()) : QRect();
    const auto animation = lasting(placement.animation);
    const bool isAnimated = animation.milliseconds > 0;
    setGeometry(windowAround(isAnimated ? start : end, end, goal, screen));
    const qreal darkness = placement.scrim;
    motion.run(start, end, animation, [=, this](const QRectF &frame, qreal part) {
        step(frame);
        window->dim(isNew ? darkness * part : darkness);
    }, [=, this] {
        // A popup would blink.
        if (!isAnimated || window->isPopup()) return;
        setGeometry(windowAround(end, end, goal, screen));
        cut();
        window->frameChanged();
    });
    if (isNew) setShown(true);
}

void Stage::leave(const Animation &told, const std::function<void()> &done) {
    const auto animation = lasting(told);
    motion.finish();
    gone = done;
    if (!window->isShown()) return dismiss();
    // The way that it came: into the tip of its arrow.
    const QRectF end(goal.arrow.value_or(current.center()), QSizeF());
    const qreal darkness = goal.scrim;
    motion.run(current, end, animation, [=, this](const QRectF &frame, qreal part) {
        if (animation.milliseconds <= 0) return;
        step(frame);
        window->dim(darkness * (1 - part));
    }, [this] { dismiss(); });
}

void Stage::dismiss() {
    motion.stop();
    if (window->isShown()) setShown(false);
    window->dim(0);
    if (const auto done = std::exchange(gone, {})) done();
}

} // namespace Popoverd
