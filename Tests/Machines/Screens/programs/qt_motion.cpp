// SPDX-License-Identifier: MIT
//
// A program of Qt with a popover, which also renders alerts.
//   qt_motion WIDTH HEIGHT    the size of its window, at the display's corner
// Its lines are those of gtk4_motion.py.

#include <popoverd/bubble.h>
#include <popoverd/client.h>

#include <QtCore/QSocketNotifier>
#include <QtWidgets/QtWidgets>
#include <unistd.h>

using namespace Popoverd;

static void say(const QString &line) { QTextStream(stdout) << line << Qt::endl; }

static void fill(Bubble *bubble, const QString &title, const QStringList &labels) {
    auto *content = new QWidget;
    auto *rows = new QVBoxLayout(content);
    rows->addWidget(new QLabel(title));
    rows->addStretch();
    auto *buttons = new QHBoxLayout;
    buttons->setSpacing(12);
    for (const auto &label : labels) buttons->addWidget(new QPushButton(label));
    rows->addLayout(buttons);
    bubble->setContent(content);
    bubble->setPalette(QPalette(Qt::white, Qt::white));
}

class Program : public QObject {
public:
    explicit Program(QSize size) {
        window.setPalette(QPalette(QColor(242, 243, 247), QColor(242, 243, 247)));
        window.setGeometry(QRect(QPoint(0, 0), size));
        fill(&popover, "Pay by card", {"Cancel", "Pay now"});
        fill(&alert, "The paper is out", {"OK"});
        alert.setBehind({&popover});
        Appearance opaque;
        opaque.isTranslucent = false;
        alert.setAppearance(opaque);
        window.show();
        client.setRoles({"app", "shell"});
        client.setPresentsAlerts(true);
        connect(&client, &Client::connected, this, [] { say("ready"); });
        connect(&client, &Client::alertPresented, this, [this](const Alert &shown) {
            alert.place(shown.placement);
            client.acceptAlert(shown.alert);
            say("alert.present");
        });
        client.start();
    }

    void act(const QString &method, const QJsonObject &params) {
        if (method == "popover.open") return open(params);
        if (method == "popover.update") return finish(method, handle->update(params));
        if (method == "alert.raise") return finish(method, client.raiseAlert(params));
        finish(method, client.answerAlert(params["alert"].toString(), params["button"].toString()));
    }

private:
    void open(const QJsonObject &params) {
        handle = client.open(params);
        const auto place = [this] {
            popover.setAppearance(handle->appearance());
            popover.place(handle->placement());
        };
        connect(handle, &PopoverHandle::opened, this, place);
        connect(handle, &PopoverHandle::opened, this, [] { say("popover.open"); });
        connect(handle, &PopoverHandle::moved, this, place);
        connect(handle, &PopoverHandle::failed, this, [] { say("error"); });
        connect(handle, &PopoverHandle::willClose, this, [this](const CloseRequest &request) {
            popover.leave(request.animation, [this] { handle->answerClose(); });
        });
    }

    void finish(const QString &method, QFuture<Response> future) {
        future.then(this, [=, this](const Response &response) {
            if (method == "alert.answer") alert.dismiss();
            say(response.error ? "error" : method);
        });
    }

    QWidget window{nullptr, Qt::FramelessWindowHint};
    Bubble popover{&window}, alert{&window};
    Client client{"motion"};
    PopoverHandle *handle = nullptr;
};

int main(int count, char **arguments) {
    QApplication application(count, arguments);
    const auto words = application.arguments();
    Program program({words.value(1).toInt(), words.value(2).toInt()});
    QSocketNotifier commands(STDIN_FILENO, QSocketNotifier::Read);
    QObject::connect(&commands, &QSocketNotifier::activated, &program, [&] {
        char buffer[65536];
        const auto read = ::read(STDIN_FILENO, buffer, sizeof buffer);
        if (read <= 0) return application.quit();
        for (const auto &line : QByteArray(buffer, read).trimmed().split('\n')) {
            const auto end = line.indexOf(' ');
            program.act(
                QString::fromUtf8(line.left(end)), QJsonDocument::fromJson(line.mid(end + 1)).object());
        }
    });
    return application.exec();
}
