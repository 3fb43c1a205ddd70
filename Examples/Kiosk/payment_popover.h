// SPDX-License-Identifier: MIT
//
// How payment.cpp looks, and its popover: a window without decorations around the frame that
// popoverd gave, wider by its shadow, with a triangle whose tip is on the source.

#pragma once

#include <QtWidgets/QtWidgets>

static const char *const STYLE = R"(
    * { font-family: Inter, "DejaVu Sans"; font-size: 15px; color: #1c1c1e; }
    .window { background: #f2f3f7; }
    .card { background: #ffffff; border: 1px solid #e6e8ee; border-radius: 16px; }
    .title { font-size: 18px; font-weight: 700; }
    .quiet { color: #6b7280; font-size: 14px; }
    .status { font-weight: 600; }
    QPushButton {
        min-height: 46px; background: #0a84ff; color: #ffffff; border: none; border-radius: 12px;
        font-weight: 600; }
    QPushButton:pressed { background: #0067d1; }
    .plain { background: #eef0f5; color: #1c1c1e; }
    .plain:pressed { background: #dde1ea; }
    QLineEdit {
        min-height: 46px; padding: 0 12px; background: #ffffff; border: 2px solid #d5d9e2;
        border-radius: 12px; }
    QLineEdit:focus { border-color: #0a84ff; }
)";

template <typename Widget> Widget *classed(Widget *widget, const char *style) {
    widget->setProperty("class", style);
    return widget;
}

inline QLabel *labeled(const QString &text, const char *style) {
    return classed(new QLabel(text), style);
}

inline QJsonObject json(const QRect &rect) {
    return {{"x", rect.x()}, {"y", rect.y()}, {"width", rect.width()}, {"height", rect.height()}};
}

class Popover : public QWidget {
public:
    QLineEdit *const entry = new QLineEdit;
    QPushButton *const cancel = classed(new QPushButton("Cancel"), "plain");
    QPushButton *const done = new QPushButton("Pay now");

    explicit Popover(QWidget *owner) : QWidget(owner, Qt::Dialog | Qt::FramelessWindowHint) {
        setWindowTitle("Receipt");
        setAttribute(Qt::WA_TranslucentBackground);
        body = new QWidget(this);
        auto *rows = new QVBoxLayout(body);
        rows->setContentsMargins(18, 16, 18, 18);
        rows->addWidget(labeled("Pay by card", "title"));
        rows->addWidget(labeled("The receipt goes to (may be empty)", "quiet"));
        rows->addWidget(entry);
        rows->addStretch();
        auto *buttons = new QHBoxLayout;
        buttons->setSpacing(12);
        buttons->addWidget(cancel);
        buttons->addWidget(done);
        rows->addLayout(buttons);
    }

    // What popoverd said: `frame`, in display points, `side` and `arrow` (null for a sheet).
    void place(const QJsonObject &placement) {
        const auto told = placement["frame"].toObject();
        const QRectF frame(
            told["x"].toDouble(), told["y"].toDouble(), told["width"].toDouble(),
            told["height"].toDouble());
        const QRect whole = frame.toAlignedRect().marginsAdded({SHADOW, SHADOW, SHADOW, SHADOW});
        shape = frame.translated(-whole.topLeft());
        arrow = placement["arrow"].isObject() ? triangle(placement, frame) : QPolygonF();
        arrow.translate(-whole.topLeft());
        setGeometry(whole);
        body->setGeometry(shape.toRect());
        update();
    }

protected:
    void paintEvent(QPaintEvent *) override {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(QColor(0, 0, 0, 4));
        for (int grown = SHADOW - 6; grown > 0; grown -= 2) {
            const QMarginsF margins(grown, grown - 4, grown, grown + 4);
            painter.drawRoundedRect(shape.marginsAdded(margins), 14 + grown, 14 + grown);
        }
        painter.setBrush(Qt::white);
        painter.drawRoundedRect(shape, 14, 14);
        painter.drawPolygon(arrow);
    }

private:
    static QPolygonF triangle(const QJsonObject &placement, const QRectF &frame) {
        const QPointF tip(
            placement["arrow"]["x"].toDouble(), placement["arrow"]["y"].toDouble());
        // The nearest point of the body, and a little deeper, so that there is no line between.
        const QPointF foot(
            qBound(frame.left() + 1, tip.x(), frame.right() - 1),
            qBound(frame.top() + 1, tip.y(), frame.bottom() - 1));
        const bool isUpright = placement["side"] == "top" || placement["side"] == "bottom";
        const QPointF half = isUpright ? QPointF(12, 0) : QPointF(0, 12);
        return QPolygonF({tip, foot + half, foot - half});
    }

    static constexpr int SHADOW = 28;
    QWidget *body;
    QRectF shape;
    QPolygonF arrow;
};
