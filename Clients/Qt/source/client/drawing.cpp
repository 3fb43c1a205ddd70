// SPDX-License-Identifier: MIT

#include "drawing_p.h"

#include <QtGui/QGuiApplication>
#include <QtGui/QPainter>
#include <QtGui/QPainterPath>

namespace Popoverd {

static QPainterPath arrowPath(const QRectF &frame, const Placement &placement, const Appearance &appearance) {
    QPainterPath path;
    if (!placement.arrow || placement.side.isEmpty()) return path;
    const QPointF tip = *placement.arrow;
    // The nearest point of the body, and a little deeper, so that there is no line between.
    const auto within = [](qreal low, qreal value, qreal high) { return qMax(low, qMin(value, high)); };
    const QPointF foot(within(frame.left() + 1, tip.x(), frame.right() - 1),
                       within(frame.top() + 1, tip.y(), frame.bottom() - 1));
    const bool isUpright = placement.side == "top" || placement.side == "bottom";
    const qreal half = qMin(appearance.arrowWidth, isUpright ? frame.width() : frame.height()) / 2;
    const QPointF offset = isUpright ? QPointF(half, 0) : QPointF(0, half);
    path.addPolygon(QPolygonF({tip, foot + offset, foot - offset, tip}));
    return path;
}

void drawBubble(QPainter &painter, const QRectF &frame, const Placement &placement,
                const Appearance &appearance, const QColor &background) {
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(QColor(0, 0, 0, 4));
    const qreal radius = qMin(appearance.cornerRadius, qMin(frame.width(), frame.height()) / 2);
    for (int grown = ShadowWidth - 6; grown > 0; grown -= 2) {
        const QMarginsF margins(grown, grown - 4, grown, grown + 4);
        painter.drawRoundedRect(frame.marginsAdded(margins), radius + grown, radius + grown);
    }
    QPainterPath path;
    path.addRoundedRect(frame, radius, radius);
    path = path.united(arrowPath(frame, placement, appearance));
    QColor color = background;
    // Nothing here can blur what is behind.
    if (appearance.isTranslucent) color.setAlphaF(color.alphaF() * 0.92f);
    painter.setCompositionMode(QPainter::CompositionMode_Source);
    painter.setBrush(color);
    const bool isLight = background.lightness() > 127;
    if (appearance.isHighContrast) painter.setPen(QPen(isLight ? Qt::black : Qt::white, 2));
    painter.drawPath(path);
    painter.setCompositionMode(QPainter::CompositionMode_SourceOver);
}

bool isOnWayland() { return QGuiApplication::platformName().startsWith(QLatin1String("wayland")); }

QRect windowAround(const QRectF &one, const QRectF &other, const Placement &placement, const QRect &screen) {
    QRectF whole = one.united(other);
    if (placement.arrow) whole = whole.united(QRectF(*placement.arrow, QSizeF(1, 1)));
    constexpr QMargins shadow(ShadowWidth, ShadowWidth, ShadowWidth, ShadowWidth);
    const QRect around = whole.toAlignedRect().marginsAdded(shadow);
    // A compositor would move a window that leaves the screen.
    return around.intersected(screen).isEmpty() ? around : around.intersected(screen);
}

void FrameMotion::run(const QRectF &start, const QRectF &end, const Animation &motion, const Step &step,
                      const std::function<void()> &done) {
    finish();
    if (motion.milliseconds <= 0) {
        step(end, 1);
        return done();
    }
    auto *made = new QVariantAnimation(this);
    animation = made;
    made->setDuration(motion.milliseconds);
    made->setEasingCurve(motion.easing);
    made->setStartValue(0.0);
    made->setEndValue(1.0);
    connect(made, &QVariantAnimation::valueChanged, this, [=](const QVariant &value) {
        const qreal part = value.toDouble();
        step({start.topLeft() + part * (end.topLeft() - start.topLeft()),
              start.size() + part * (end.size() - start.size())}, part);
    });
    connect(made, &QVariantAnimation::finished, this, [=, this] {
        animation.clear();
        done();
    });
    step(start, 0);
    made->start(QAbstractAnimation::DeleteWhenStopped);
}

void FrameMotion::finish() {
    if (animation) animation->setCurrentTime(animation->duration());
}

void FrameMotion::stop() {
    if (!animation) return;
    animation->disconnect(this);
    animation->stop();
    animation.clear();
}

} // namespace Popoverd
