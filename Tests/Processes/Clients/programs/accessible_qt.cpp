// SPDX-License-Identifier: MIT
//
// A window of Qt with a button whose popover has an entry and a button.
//   accessible_qt OPTIONS    JSON: the popover's `properties`, and the `name` and `role` that the program
//                            gives it itself
// A line disables the button.

#include <popoverd/client.h>
#include <popoverd/popover.h>

#include <QtWidgets/QtWidgets>

static void say(const QString &line) { QTextStream(stdout) << line << Qt::endl; }

int main(int count, char **arguments) {
    QApplication application(count, arguments);
    const auto options = QJsonDocument::fromJson(arguments[1]).object();
    const auto properties = options["properties"].toObject();
    Popoverd::Client client("heard");
    QWidget window(nullptr, Qt::FramelessWindowHint);
    window.setWindowTitle("Shop");
    window.setGeometry(0, 0, 1280, 800);
    auto *button = new QPushButton("&Receipt", &window);
    button->setObjectName("receipt");
    button->setToolTip("Sent by mail");
    button->setGeometry(40, 40, 160, 48);
    auto *form = new QWidget;
    auto *rows = new QVBoxLayout(form);
    auto *entry = new QLineEdit;
    entry->setAccessibleName("Mail");
    rows->addWidget(entry);
    auto *send = new QPushButton("Send");
    rows->addWidget(send);
    auto *popover = new Popoverd::Popover(&client, button, form);
    popover->setContentSize({320, 160});
    popover->setWindowTitle(properties["title"].toString());
    if (properties.contains("behavior")) popover->setBehavior(properties["behavior"].toString());
    if (options.contains("name")) popover->setAccessibleName(options["name"].toString());
    if (options.contains("role")) popover->setAccessibleRole(QAccessible::AlertMessage);
    using namespace Popoverd;
    QObject::connect(button, &QPushButton::clicked, popover, &Popover::open);
    QObject::connect(&client, &Client::connected, [] { say("ready"); });
    QObject::connect(popover, &Popover::opened, [] { say("opened"); });
    QObject::connect(popover, &Popover::failed, [](const Error &error) { say("failed " + error.message); });
    QObject::connect(popover, &Popover::closed, [](const End &end) { say("ended " + end.reason); });
    QObject::connect(send, &QPushButton::clicked, [] { say("sent"); });
    QObject::connect(&client, &Client::settingsChanged, [&, before = 1.0]() mutable {
        if (std::exchange(before, client.textScale()) == 1 && client.textScale() != 1)
            say(QString("scale %1").arg(client.textScale()));
    });
    QSocketNotifier commands(0, QSocketNotifier::Read);
    QObject::connect(&commands, &QSocketNotifier::activated, [&] {
        commands.setEnabled(false);
        button->setEnabled(false);
    });
    window.show();
    client.start();
    return application.exec();
}
