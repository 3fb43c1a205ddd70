// SPDX-License-Identifier: MIT
//
// "Pay" in Qt 6: a window with a button, and a popover that asks where the receipt goes. No class
// has signals of its own, so that the compiler alone makes a program of it (see Makefile).
//   payment --frame X,Y,WxH        where its window is on the display, in points

#include <QtWidgets/QtWidgets>

#include "payment_popover.h"
#include "popoverd_qt.h"

// What a person did, a line each; never what they typed.
static void tell(const QString &what) {
    QTextStream(stdout) << "payment: " << what << Qt::endl;
}

static QRect frameFrom(const QStringList &arguments) {
    const auto match = QRegularExpression("^(\\d+),(\\d+),(\\d+)x(\\d+)$")
        .match(arguments.value(arguments.indexOf("--frame") + 1));
    if (!match.hasMatch()) return {880, 552, 400, 248};
    return {match.captured(1).toInt(), match.captured(2).toInt(), match.captured(3).toInt(),
            match.captured(4).toInt()};
}

class Payment {
public:
    explicit Payment(QRect frame) : frame(frame), popover(&window) {
        window.setWindowTitle("Payment");
        window.setWindowFlag(Qt::FramelessWindowHint);
        window.setGeometry(frame);
        auto *around = new QVBoxLayout(classed(&window, "window"));
        around->setContentsMargins(12, 12, 12, 12);
        auto *card = classed(new QFrame, "card");
        around->addWidget(card);
        auto *rows = new QVBoxLayout(card);
        rows->setContentsMargins(20, 16, 20, 16);
        rows->addWidget(labeled("Payment", "title"));
        rows->addWidget(labeled("Card, phone or watch;\nthe receipt comes by e-mail.", "quiet"));
        rows->addStretch();
        rows->addWidget(status);
        rows->addWidget(button);
        QObject::connect(button, &QPushButton::clicked, [this] { tapped(); });

        popover.entry->setPlaceholderText("name@example.org");
        QObject::connect(popover.entry, &QLineEdit::textEdited, [this] { keep(); });
        QObject::connect(popover.cancel, &QPushButton::clicked, [this] { end("cancel"); });
        QObject::connect(popover.done, &QPushButton::clicked, [this] { end("done"); });
        QObject::connect(popover.entry, &QLineEdit::returnPressed, [this] { end("done"); });

        daemon.joined = [this] { joined(); };
        daemon.left = [this] { left(); };
        daemon.heard = [this](const QJsonObject &message) { heard(message); };
        window.show();
        daemon.reach();
    }

private:
    // MARK: What people do

    void tapped() {
        tell("tapped Pay");
        if (!opened.isEmpty() || isOpening) return;
        isOpening = daemon.call("open", "popover.open", {
            {"behavior", "task"}, {"source", "pay"}, {"key", "receipt"}, {"title", "Receipt"},
            {"size", QJsonObject{{"width", 340}, {"height", 214}}},
            {"buttons", QJsonArray{"Cancel", "Pay now"}}});
    }

    void end(const QString &outcome) {
        if (opened.isEmpty()) return;
        tell(outcome == "done" ? "tapped Pay now" : "tapped Cancel");
        if (outcome == "done") thank();
        popover.hide();
        popover.entry->clear();
        daemon.call("close", "popover.close", {{"popover", opened}, {"outcome", outcome}});
    }

    void thank() {
        status->setText("Paid. Have a good trip!");
        QTimer::singleShot(8000, &window, [this] { status->setText(idle); });
    }

    // The daemon has what was typed, whatever becomes of this program.
    void keep() {
        daemon.call("keep", "draft.save", {{"key", "receipt"}, {"content", popover.entry->text()}});
    }

    // MARK: What the daemon says

    void heard(const QJsonObject &message) {
        const auto method = message["method"].toString();
        const auto params = message["params"].toObject();
        if (method == "popover.willClose") {
            const auto text = popover.entry->text();
            const bool isKept = params["disposition"] == "save" && !text.isEmpty();
            const auto work = isKept ? QJsonObject{{"draft", text}} : QJsonObject{};
            const auto request = message["id"];
            popover.leave(params, [=, this] { daemon.answer(request, work); });
        } else if (method == "popover.closed" && params["popover"] == opened) {
            tell("closed " + params["reason"].toString());
            popover.hide();
            popover.entry->clear();
            opened.clear();
            if (params["returnFocus"].toBool()) window.activateWindow();
        } else if (method == "popover.moved" && params["popover"] == opened) {
            popover.place(params);
        } else if (method == "source.activated") {
            button->click();
        } else if (message["id"] == "open") {
            isOpening = false;
            if (message.contains("result")) present(message["result"].toObject());
            else tell("refused " + message["error"]["data"]["reason"].toString());
        }
    }

    void present(const QJsonObject &grant) {
        opened = grant["popover"].toString();
        const auto draft = grant["draft"]["content"].toString();
        if (!draft.isEmpty()) tell(QString("restored %1 characters").arg(draft.size()));
        status->setText(idle);
        popover.entry->setText(draft);
        popover.place(grant);
        popover.show();
        popover.activateWindow();
        popover.entry->setFocus();
        tell("opened");
    }

    // MARK: The daemon comes and goes

    void joined() {
        daemon.call("surface", "surface.set", {{"surface", "window"}, {"frame", json(frame)}});
        const QRect place(button->mapTo(&window, QPoint()), button->size());
        daemon.call("source", "source.set", {
            {"source", "pay"}, {"surface", "window"}, {"rect", json(place)}});
        // What was typed before it went.
        if (!popover.entry->text().isEmpty()) keep();
    }

    void left() {
        if (!opened.isEmpty()) tell("closed, popoverd is away");
        popover.hide();
        opened.clear();
        isOpening = false;
    }

    const QRect frame;
    const QString idle = "Ready when you are";
    QWidget window;
    QLabel *status = labeled(idle, "status");
    QPushButton *button = new QPushButton("Pay");
    Popover popover;
    Popoverd daemon{"payment"};
    QString opened;
    bool isOpening = false;
};

int main(int count, char **arguments) {
    QApplication application(count, arguments);
    application.setStyleSheet(STYLE);
    Payment payment(frameFrom(application.arguments()));
    return application.exec();
}
