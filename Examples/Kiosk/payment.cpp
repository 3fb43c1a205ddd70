// SPDX-License-Identifier: MIT
//
// "Pay" in Qt 6: a window with a button, and a popover that asks where the receipt goes. Of popoverd
// it needs a socket and lines of JSON. Widgets only, and no class with signals of its own, so that
// the compiler alone makes a program of it (see Makefile).
//   payment --frame X,Y,WxH        where its window is on the display, in points

#include <QtNetwork/QLocalSocket>
#include <QtWidgets/QtWidgets>

#include "payment_popover.h"

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
        auto *rows = new QVBoxLayout(&window);
        rows->setContentsMargins(24, 20, 24, 20);
        rows->addWidget(labelled("Your order", "heading"));
        rows->addWidget(labelled("2 day tickets, zone A\n1 bicycle ticket", "detail"));
        rows->addStretch();
        rows->addWidget(total);
        button->setFixedHeight(52);
        rows->addWidget(button);
        QObject::connect(button, &QPushButton::clicked, [this] { tapped(); });

        popover.entry->setPlaceholderText("name@example.org");
        QObject::connect(popover.entry, &QLineEdit::textEdited, [this] { keep(); });
        QObject::connect(popover.cancel, &QPushButton::clicked, [this] { end("cancel"); });
        QObject::connect(popover.done, &QPushButton::clicked, [this] { end("done"); });
        QObject::connect(popover.entry, &QLineEdit::returnPressed, [this] { end("done"); });

        QObject::connect(&socket, &QLocalSocket::connected, [this] { greet(); });
        QObject::connect(&socket, &QLocalSocket::readyRead, [this] {
            while (socket.canReadLine()) heard(QJsonDocument::fromJson(socket.readLine()).object());
        });
        QObject::connect(&socket, &QLocalSocket::stateChanged, [this](auto state) {
            if (state == QLocalSocket::UnconnectedState) lost();
        });
        again.setSingleShot(true);
        QObject::connect(&again, &QTimer::timeout, [this] { reach(); });
        window.show();
        reach();
    }

private:
    // MARK: What people do

    void tapped() {
        tell("tapped Pay");
        if (!opened.isEmpty() || isOpening) return;
        isOpening = call("open", "popover.open", {
            {"behavior", "task"}, {"source", "pay"}, {"key", "receipt"}, {"title", "Receipt"},
            {"size", QJsonObject{{"width", 340}, {"height", 212}}},
            {"buttons", QJsonArray{"Cancel", "Pay now"}}});
    }

    void end(const QString &outcome) {
        if (opened.isEmpty()) return;
        tell(outcome == "done" ? "tapped Pay now" : "tapped Cancel");
        if (outcome == "done") total->setText("Paid. Have a good trip!");
        popover.hide();
        popover.entry->clear();
        call("close", "popover.close", {{"popover", opened}, {"outcome", outcome}});
    }

    // The daemon has what was typed, whatever becomes of this program.
    void keep() {
        call("keep", "draft.save", {{"key", "receipt"}, {"content", popover.entry->text()}});
    }

    // MARK: What the daemon says

    void heard(const QJsonObject &message) {
        const auto method = message["method"].toString();
        const auto params = message["params"].toObject();
        if (method == "popover.willClose") {
            popover.hide();
            const auto text = popover.entry->text();
            const bool isKept = params["disposition"] == "save" && !text.isEmpty();
            answer(message["id"], isKept ? QJsonObject{{"draft", text}} : QJsonObject{});
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
        } else if (message["id"] == "hello") {
            pause = 250;
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
        total->setText(price);
        popover.entry->setText(draft);
        popover.place(grant);
        popover.show();
        popover.activateWindow();
        popover.entry->setFocus();
        tell("opened");
    }

    // MARK: The connection

    void reach() { socket.connectToServer(qEnvironmentVariable("POPOVERD_SOCKET")); }

    void greet() {
        call("hello", "hello", {{"protocol", 1}, {"app", "payment"}});
        call("surface", "surface.set", {{"surface", "window"}, {"frame", json(frame)}});
        call("source", "source.set", {
            {"source", "pay"}, {"surface", "window"}, {"rect", json(button->geometry())}});
        // What was typed while the daemon was going away.
        if (!popover.entry->text().isEmpty()) keep();
    }

    void lost() {
        if (!opened.isEmpty()) tell("closed, popoverd is away");
        popover.hide();
        opened.clear();
        isOpening = false;
        again.start(pause);
        pause = qMin(2 * pause, 8000);
    }

    bool call(const QString &id, const QString &method, const QJsonObject &params) {
        return write({{"jsonrpc", "2.0"}, {"id", id}, {"method", method}, {"params", params}});
    }

    void answer(const QJsonValue &id, const QJsonObject &result) {
        write({{"jsonrpc", "2.0"}, {"id", id}, {"result", result}});
    }

    bool write(const QJsonObject &message) {
        if (socket.state() != QLocalSocket::ConnectedState) return false;
        return socket.write(QJsonDocument(message).toJson(QJsonDocument::Compact) + '\n') > 0;
    }

    const QRect frame;
    const QString price = "Total  € 17.60";
    QWidget window;
    QLabel *total = labelled(price, "total");
    QPushButton *button = new QPushButton("Pay");
    Popover popover;
    QLocalSocket socket;
    QTimer again;
    // In milliseconds, until the next try; it doubles.
    int pause = 250;
    QString opened;
    bool isOpening = false;
};

int main(int count, char **arguments) {
    QApplication application(count, arguments);
    application.setStyleSheet(STYLE);
    Payment payment(frameFrom(application.arguments()));
    return application.exec();
}
