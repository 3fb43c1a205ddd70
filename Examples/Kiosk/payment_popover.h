// SPDX-License-Identifier: MIT
//
// How payment.cpp looks, and its popover: a window without decorations around the frame that
// popoverd gave, wider by its shadow, with a triangle whose tip is on the source. An alert is one
// without a triangle.

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

// Dims a window behind a modal popover or an alert. Qt's widgets cannot blur.
class Scrim : public QWidget {
public:
    explicit Scrim(QWidget *window) : QWidget(window) {
        setAttribute(Qt::WA_TransparentForMouseEvents);
        hide();
    }

    void dim(double opacity) {
        share = opacity;
        setGeometry(parentWidget()->rect());
        setVisible(share > 0);
        raise();
        update();
    }

protected:
    void paintEvent(QPaintEvent *) override {
        QPainter painter(this);
        // Of a window with an arrow and a shadow, only what is there.
        painter.setCompositionMode(QPainter::CompositionMode_SourceAtop);
        painter.fillRect(rect(), QColor::fromRgbF(0, 0, 0, float(share)));
    }

private:
    double share = 0;
};

class Bubble : public QWidget {
public:
    // Dims its owner and the windows `behind`, where popoverd says so.
    explicit Bubble(QWidget *owner, const QList<QWidget *> &behind = {})
        : QWidget(owner, Qt::Dialog | Qt::FramelessWindowHint) {
        for (auto *window : QList<QWidget *>{owner} + behind) scrims.append(new Scrim(window));
        setAttribute(Qt::WA_TranslucentBackground);
        rows->setContentsMargins(18, 16, 18, 18);
    }

    // What popoverd said: `frame`, in display points, `side` and `arrow` (null for a sheet), and how it
    // gets there.
    void place(const QJsonObject &placement) {
        const QRectF end = rectangle(placement["frame"]), start = rectangle(placement["from"]);
        const double darkness = placement["scrim"].toDouble();
        if (placement.contains("appearance")) {
            const bool isGlass = placement["appearance"]["material"] == "translucent";
            background = QColor(255, 255, 255, isGlass ? 235 : 255);
        }
        run(placement, [=, this](double part) {
            if (start.isEmpty()) setWindowOpacity(part);
            const QRectF now(
                start.topLeft() + part * (end.topLeft() - start.topLeft()),
                start.size() + part * (end.size() - start.size()));
            shapeAs(placement, start.isEmpty() ? end : now);
            dim(darkness * (start.isEmpty() ? part : 1));
        });
    }

    // Calls `gone` when it is off the screen.
    void leave(const QJsonObject &told, std::function<void()> gone) {
        run(told, [this](double part) { setWindowOpacity(1 - part); }, [=, this] {
            hide();
            gone();
        });
    }

protected:
    QWidget *const body = new QWidget(this);
    QVBoxLayout *const rows = new QVBoxLayout(body);

private:
    void dim(double opacity) {
        for (auto *scrim : scrims) scrim->dim(opacity);
    }

    static QRectF rectangle(const QJsonValue &told) {
        return {told["x"].toDouble(), told["y"].toDouble(), told["width"].toDouble(),
                told["height"].toDouble()};
    }

    // Calls `step` with shares up to 1, and then `done`; one animation at a time, each to its end.
    void run(const QJsonObject &told, std::function<void(double)> step,
             std::function<void()> done = [] {}) {
        if (animation) animation->setCurrentTime(animation->duration());
        if (!told["animate"].toBool()) {
            step(1);
            return done();
        }
        const QMap<QString, QEasingCurve> curves{
            {"ease-out", QEasingCurve::OutQuad}, {"ease-in", QEasingCurve::InQuad},
            {"ease-in-out", QEasingCurve::InOutQuad}};
        auto *made = new QVariantAnimation(this);
        made->setDuration(told["durationMs"].toInt());
        made->setEasingCurve(curves.value(told["easing"].toString()));
        made->setStartValue(0.0);
        made->setEndValue(1.0);
        connect(made, &QVariantAnimation::valueChanged, [=](const QVariant &part) {
            step(part.toDouble());
        });
        connect(made, &QVariantAnimation::finished, done);
        animation = made;
        step(0);
        made->start(QAbstractAnimation::DeleteWhenStopped);
    }

    void shapeAs(const QJsonObject &placement, const QRectF &frame) {
        const QRect whole = frame.toAlignedRect().marginsAdded({SHADOW, SHADOW, SHADOW, SHADOW});
        shape = frame.translated(-whole.topLeft());
        arrow = placement["arrow"].isObject() ? triangle(placement, frame) : QPolygonF();
        arrow.translate(-whole.topLeft());
        setGeometry(whole);
        body->setGeometry(shape.toRect());
        update();
    }

protected:
    void hideEvent(QHideEvent *) override {
        // Its next step would dim again.
        if (animation) animation->stop();
        dim(0);
        setWindowOpacity(1);
    }

    void paintEvent(QPaintEvent *) override {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(QColor(0, 0, 0, 4));
        for (int grown = SHADOW - 6; grown > 0; grown -= 2) {
            const QMarginsF margins(grown, grown - 4, grown, grown + 4);
            painter.drawRoundedRect(shape.marginsAdded(margins), 14 + grown, 14 + grown);
        }
        painter.setCompositionMode(QPainter::CompositionMode_Source);
        painter.setBrush(background);
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
    QList<Scrim *> scrims;
    QPointer<QVariantAnimation> animation;
    QColor background = Qt::white;
    QRectF shape;
    QPolygonF arrow;
};

class Popover : public Bubble {
public:
    QLineEdit *const entry = new QLineEdit;
    QPushButton *const cancel = classed(new QPushButton("Cancel"), "plain");
    QPushButton *const done = new QPushButton("Pay now");

    explicit Popover(QWidget *owner) : Bubble(owner) {
        setWindowTitle("Receipt");
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
};
