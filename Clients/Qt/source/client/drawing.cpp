// SPDX-License-Identifier: MIT

#include "drawing_p.h"

#include <QtGui/QGuiApplication>
#include <QtGui/QPainter>
#include <QtGui/QPainterPath>

#if QT_CONFIG(xcb)
#include <QtGui/qguiapplication_platform.h>
#include <cstdlib>
#include <memory>
#include <xcb/xcb.h>
#endif

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

static qreal radiusOf(const QRectF &frame, const Appearance &appearance) {
    return qMin(appearance.cornerRadius, qMin(frame.width(), frame.height()) / 2);
}

static QPainterPath bubblePath(const QRectF &frame, const Placement &placement, const Appearance &appearance) {
    QPainterPath path;
    const qreal radius = radiusOf(frame, appearance);
    path.addRoundedRect(frame, radius, radius);
    return path.united(arrowPath(frame, placement, appearance));
}

QRegion bubbleShape(const QRectF &frame, const Placement &placement, const Appearance &appearance) {
    return QRegion(bubblePath(frame, placement, appearance).toFillPolygon().toPolygon());
}

void drawOpaqueBubble(QPainter &painter, const QRectF &frame, const Placement &placement,
                      const Appearance &appearance, const QColor &background) {
    // A smooth edge would have darkness in it: the window's shape cuts it.
    painter.fillRect(painter.window(), background.rgb());
    QColor edge = background.lightness() > 63 ? Qt::black : Qt::white;
    if (!appearance.isHighContrast) edge.setAlphaF(0.3f);
    // The shape cuts the outer half; without a shadow there has to be an edge.
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(edge, appearance.isHighContrast ? 4 : 2));
    painter.setBrush(Qt::NoBrush);
    painter.drawPath(bubblePath(frame, placement, appearance));
}

void drawBubble(QPainter &painter, const QRectF &frame, const Placement &placement,
                const Appearance &appearance, const QColor &background) {
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(QColor(0, 0, 0, 4));
    const qreal radius = radiusOf(frame, appearance);
    for (int grown = ShadowWidth - 6; grown > 0; grown -= 2) {
        const QMarginsF margins(grown, grown - 4, grown, grown + 4);
        painter.drawRoundedRect(frame.marginsAdded(margins), radius + grown, radius + grown);
    }
    QColor color = background;
    // Nothing here can blur what is behind.
    if (appearance.isTranslucent) color.setAlphaF(color.alphaF() * 0.92f);
    painter.setCompositionMode(QPainter::CompositionMode_Source);
    painter.setBrush(color);
    const bool isLight = background.lightness() > 127;
    if (appearance.isHighContrast) painter.setPen(QPen(isLight ? Qt::black : Qt::white, 2));
    painter.drawPath(bubblePath(frame, placement, appearance));
    painter.setCompositionMode(QPainter::CompositionMode_SourceOver);
}

bool isComposited() {
#if QT_CONFIG(xcb)
    const auto *x11 = qGuiApp->nativeInterface<QNativeInterface::QX11Application>();
    // The platform "offscreen" has the interface, and no connection.
    auto *connection = x11 ? x11->connection() : nullptr;
    if (!connection) return true;
    char *host = nullptr;
    int display = 0, screen = 0;
    xcb_parse_display(nullptr, &host, &display, &screen);
    std::free(host);
    const auto name = QByteArrayLiteral("_NET_WM_CM_S") + QByteArray::number(screen);
    const std::unique_ptr<xcb_intern_atom_reply_t, decltype(&std::free)> atom(xcb_intern_atom_reply(
        connection, xcb_intern_atom(connection, false, uint16_t(name.size()), name.constData()), nullptr),
        &std::free);
    if (!atom) return true;
    const std::unique_ptr<xcb_get_selection_owner_reply_t, decltype(&std::free)> owner(
        xcb_get_selection_owner_reply(connection, xcb_get_selection_owner(connection, atom->atom), nullptr),
        &std::free);
    return !owner || owner->owner != XCB_NONE;
#else
    return true;
#endif
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
