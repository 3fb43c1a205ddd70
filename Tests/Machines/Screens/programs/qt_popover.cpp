// SPDX-License-Identifier: MIT
//
// A program of Qt whose button opens a popover with an entry, all by the library.
//   qt_popover WIDTH HEIGHT X Y    its window's size, and where in it the button is
// With POPOVER_FIELDS there are that many entries, and nothing else.

#include <popoverd/client.h>
#include <popoverd/popover.h>

#include <QtWidgets/QtWidgets>

static void say(const QString &line) { QTextStream(stdout) << line << Qt::endl; }

int main(int count, char **arguments) {
    QApplication application(count, arguments);
    const auto number = [&](int index) { return application.arguments().value(index).toInt(); };
    Popoverd::Client client("qt");
    QWidget window(nullptr, Qt::FramelessWindowHint);
    window.setGeometry(0, 0, number(1), number(2));
    window.setPalette(QColor(242, 243, 247));
    auto *button = new QPushButton("Order", &window);
    button->setObjectName("order");
    button->setGeometry(number(3), number(4), 80, 40);

    auto *form = new QWidget;
    auto *rows = new QVBoxLayout(form);
    auto *entry = new QLineEdit;
    entry->setObjectName("name");
    auto *password = new QLineEdit;
    password->setObjectName("password");
    password->setEchoMode(QLineEdit::Password);
    auto *gift = new QCheckBox("Gift");
    gift->setObjectName("gift");
    const int fields = qEnvironmentVariableIntValue("POPOVER_FIELDS");
    if (!fields) {
        rows->addWidget(entry);
        rows->addWidget(password);
        rows->addWidget(gift);
    }
    for (int field = 1; field <= fields; ++field) {
        auto *one = new QLineEdit;
        one->setObjectName(QString("field-%1").arg(field));
        rows->addWidget(one);
        QObject::connect(one, &QLineEdit::textEdited, [one](const QString &text) {
            say("typed " + one->objectName() + " " + text);
        });
    }
    rows->addStretch();
    auto *popover = new Popoverd::Popover(&client, button, form);
    popover->setWindowTitle("Order");
    popover->setKey("order-7");
    popover->setContentSize({320, 200});
    popover->setOptions({{"sides", QJsonArray{"bottom", "top"}}});
    auto palette = popover->palette();
    palette.setColor(QPalette::Window, QColor(0, 160, 80));
    popover->setPalette(palette);

    using namespace Popoverd;
    QObject::connect(button, &QPushButton::clicked, popover, &Popover::open);
    QObject::connect(&client, &Client::connected, [] { say("ready"); });
    QObject::connect(popover, &Popover::opened, [&] {
        say("opened " + entry->text());
        const auto *heard = QAccessible::queryAccessibleInterface(popover);
        say(QString("heard %1 %2").arg(heard->role() == QAccessible::Dialog ? "dialog" : "other")
                .arg(heard->text(QAccessible::Name)));
    });
    QObject::connect(popover, &Popover::closed, [](const End &end) { say("closed " + end.reason); });
    QObject::connect(&application, &QApplication::focusChanged, [](QWidget *, QWidget *now) {
        if (now) say("focus " + now->objectName());
    });
    QObject::connect(popover, &Popover::failed, [](const Error &error) { say("failed " + error.message); });
    QObject::connect(entry, &QLineEdit::textEdited, [&](const QString &text) {
        say("typed " + text);
        if (text == "x") popover->deleteLater();
    });
    window.show();
    client.start();
    return application.exec();
}
