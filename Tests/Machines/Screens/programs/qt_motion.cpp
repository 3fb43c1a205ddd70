// SPDX-License-Identifier: MIT
//
// A program of Qt with the example kiosk's popover, which also renders alerts.
//   qt_motion WIDTH HEIGHT    the size of its window, at the display's corner
// Its lines are those of gtk4_motion.py.

#include <QtCore/QSocketNotifier>
#include <unistd.h>

#include "payment_popover.h"
#include "popoverd_qt.h"

class Alert : public Bubble {
public:
    Alert(QWidget *owner, QWidget *popover) : Bubble(owner, {popover}) {
        rows->addWidget(labeled("The paper is out", "title"));
        rows->addStretch();
        rows->addWidget(new QPushButton("OK"));
    }
};

static void say(const QString &line) { QTextStream(stdout) << line << Qt::endl; }

int main(int count, char **arguments) {
    QApplication application(count, arguments);
    application.setStyleSheet(STYLE);
    QWidget window(nullptr, Qt::FramelessWindowHint);
    classed(&window, "window")->setAttribute(Qt::WA_StyledBackground);
    window.setGeometry(
        0, 0, application.arguments().value(1).toInt(), application.arguments().value(2).toInt());
    window.show();
    Popover popover(&window);
    Alert alert(&window, &popover);
    Popoverd daemon("motion", {"app", "shell"});

    daemon.left = [] {};
    daemon.joined = [] {};
    daemon.heard = [&](const QJsonObject &message) {
        const auto method = message["method"].toString(), id = message["id"].toString();
        const auto params = message["params"].toObject(), result = message["result"].toObject();
        if (id == "hello") say("ready");
        else if (message.contains("error")) say("error");
        else if (method == "popover.willClose") {
            popover.leave(params, [&, request = message["id"]] { daemon.answer(request, {}); });
        } else if (method == "alert.present") {
            alert.place(params);
            alert.show();
            daemon.answer(message["id"], {});
            say(method);
        } else if (method.isEmpty()) {
            if (id == "popover.open" || id == "popover.update") {
                popover.place(result);
                popover.show();
            }
            if (id == "alert.answer") alert.hide();
            say(id);
        }
    };

    QSocketNotifier commands(STDIN_FILENO, QSocketNotifier::Read);
    QObject::connect(&commands, &QSocketNotifier::activated, [&] {
        char buffer[65536];
        const auto read = ::read(STDIN_FILENO, buffer, sizeof buffer);
        if (read <= 0) return application.quit();
        for (const auto &line : QByteArray(buffer, read).trimmed().split('\n')) {
            const auto end = line.indexOf(' ');
            const auto method = QString::fromUtf8(line.left(end));
            daemon.call(method, method, QJsonDocument::fromJson(line.mid(end + 1)).object());
        }
    });
    daemon.reach();
    return application.exec();
}
