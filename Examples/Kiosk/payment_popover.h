// SPDX-License-Identifier: MIT
//
// How the popover of payment.cpp looks: a window without decorations that is cut to a rounded
// body, exactly the frame that popoverd gave, and a triangle whose tip is on the source.

#pragma once

#include <QtWidgets/QtWidgets>

static const char *const STYLE = R"(
    * { font-family: Inter, "DejaVu Sans"; font-size: 15px; color: #1c1c1e; }
    QWidget { background: #ffffff; }
    .heading { font-size: 20px; font-weight: 600; }
    .detail { color: #6e6e73; }
    .total { font-size: 17px; font-weight: 600; }
    QPushButton {
        background: #0a84ff; color: #ffffff; border: none; border-radius: 12px;
        font-size: 17px; font-weight: 600; }
    QPushButton:pressed { background: #0060c0; }
    .quiet { background: #e9e9eb; color: #0a84ff; }
    QLineEdit {
        background: #f2f2f7; border: 1px solid #d1d1d6; border-radius: 10px; padding: 0 12px; }
    QLineEdit:focus { border: 2px solid #0a84ff; }
)";

template <typename Widget> Widget *classed(Widget *widget, const char *style) {
    widget->setProperty("class", style);
    return widget;
}

inline QLabel *labelled(const QString &text, const char *style) {
    return classed(new QLabel(text), style);
}

inline QJsonObject json(const QRect &rect) {
    return {{"x", rect.x()}, {"y", rect.y()}, {"width", rect.width()}, {"height", rect.height()}};
}

class Popover : public QWidget {
public:
    QLineEdit *const entry = new QLineEdit;
    QPushButton *const cancel = classed(new QPushButton("Cancel"), "quiet");
    QPushButton *const done = new QPushButton("Pay now");

    explicit Popover(QWidget *owner) : QWidget(owner, Qt::Dialog | Qt::FramelessWindowHint) {
        setWindowTitle("Receipt");
        body = new QWidget(this);
        auto *rows = new QVBoxLayout(body);
        rows->setContentsMargins(20, 18, 20, 20);
        rows->addWidget(labelled("Pay by card", "heading"));
        rows->addWidget(labelled("Send the receipt to (optional)", "detail"));
        entry->setFixedHeight(48);
        rows->addWidget(entry);
        rows->addStretch();
        auto *buttons = new QHBoxLayout;
        buttons->setSpacing(12);
        for (auto *button : {cancel, done}) {
            button->setFixedHeight(48);
            buttons->addWidget(button);
        }
        rows->addLayout(buttons);
    }

    // What popoverd said: `frame`, in display points, `side` and `arrow` (null for a sheet).
    void place(const QJsonObject &placement) {
        const auto told = placement["frame"].toObject();
        const QRectF frame(
            told["x"].toDouble(), told["y"].toDouble(), told["width"].toDouble(),
            told["height"].toDouble());
        outline = QPainterPath();
        outline.addRoundedRect(frame, 14, 14);
        if (placement["arrow"].isObject()) outline = outline.united(triangle(placement, frame));
        const QRect whole = outline.boundingRect().toAlignedRect();
        outline.translate(-whole.topLeft());
        setGeometry(whole);
        // Without a compositor nothing is half transparent: what is not the shape is cut away.
        setMask(QRegion(outline.toFillPolygon().toPolygon()));
        // The corners are the mask's, and the border is drawn around the body.
        body->setGeometry(frame.translated(-whole.topLeft()).toRect().adjusted(6, 6, -6, -6));
        update();
    }

protected:
    void paintEvent(QPaintEvent *) override {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(QColor(0xc7c7cc), 2));
        painter.setBrush(Qt::white);
        painter.drawPath(outline);
    }

private:
    static QPainterPath triangle(const QJsonObject &placement, const QRectF &frame) {
        const QPointF tip(
            placement["arrow"]["x"].toDouble(), placement["arrow"]["y"].toDouble());
        // Where the tip's shadow falls on the body, and a little deeper, so that both are one.
        const QPointF foot(
            qBound(frame.left() + 2, tip.x(), frame.right() - 2),
            qBound(frame.top() + 2, tip.y(), frame.bottom() - 2));
        const bool isUpright = placement["side"] == "top" || placement["side"] == "bottom";
        const QPointF half = isUpright ? QPointF(12, 0) : QPointF(0, 12);
        QPainterPath path;
        path.addPolygon(QPolygonF({tip, foot + half, foot - half, tip}));
        return path;
    }

    QWidget *body;
    QPainterPath outline;
};
