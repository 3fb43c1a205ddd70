// SPDX-License-Identifier: MIT
// A popover of Qt whose program still writes into its form when people have left it. It opens by itself, and
// closes itself at a line on its standard input.

#include <popoverd/client.h>
#include <popoverd/popover.h>

#include <QtWidgets/QtWidgets>

static void say(const QString &line) { QTextStream(stdout) << line << Qt::endl; }

int main(int count, char **arguments) {
    QApplication application(count, arguments);
    Popoverd::Client client("qt");
    QWidget window;
    window.setGeometry(0, 0, 1280, 800);
    auto *button = new QPushButton("Order", &window);
    button->setGeometry(600, 80, 80, 40);
    auto *entry = new QLineEdit;
    entry->setObjectName("name");
    auto *popover = new Popoverd::Popover(&client, button, entry);
    popover->setKey("order-7");
    popover->setContentSize({320, 200});
    const auto write = [&] {
        entry->setText("late");
        // After every timer that this may have started.
        QTimer::singleShot(1000, &application, [] { say("waited"); });
    };
    QSocketNotifier input(0, QSocketNotifier::Read);

    using namespace Popoverd;
    QObject::connect(&client, &Client::connected, popover, &Popover::open);
    QObject::connect(popover, &Popover::opened, [&] {
        QObject::connect(popover->handle(), &PopoverHandle::willClose, [&] {
            say("leaves");
            write();
        });
        say("opened " + entry->text());
    });
    QObject::connect(popover, &Popover::closed, [](const End &end) { say("closed " + end.reason); });
    QObject::connect(&input, &QSocketNotifier::activated, [&] {
        QTextStream(stdin).readLine();
        popover->done();
        say("done");
        write();
    });
    window.show();
    client.start();
    return application.exec();
}
