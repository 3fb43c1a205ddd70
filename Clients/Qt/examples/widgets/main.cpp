#include <popoverd/client.h>
#include <popoverd/popover.h>

#include <QtWidgets/QtWidgets>

int main(int count, char **arguments) {
    QApplication application(count, arguments);
    Popoverd::Client client("shop");

    QWidget window;
    auto *basket = new QPushButton("Basket", &window);
    basket->setObjectName("basket");
    basket->setGeometry(600, 80, 80, 40);

    auto *form = new QWidget;
    auto *rows = new QFormLayout(form);
    auto *name = new QLineEdit;
    name->setObjectName("name");
    auto *order = new QPushButton("Order");
    rows->addRow("Name", name);
    rows->addRow(order);

    auto *popover = new Popoverd::Popover(&client, basket, form);
    popover->setWindowTitle("Your order");
    popover->setKey("order-7");
    using Popoverd::Popover;
    QObject::connect(basket, &QPushButton::clicked, popover, &Popover::open);
    QObject::connect(order, &QPushButton::clicked, popover, &Popover::done);
    QObject::connect(popover, &Popover::opened, [](const QJsonObject &draft) {
        qInfo("opened, it goes on with \"%s\"", qPrintable(draft["name"].toString()));
    });
    QObject::connect(popover, &Popover::closed, [](const Popoverd::End &end) {
        qInfo("closed: %s, draft %s", qPrintable(end.reason), qPrintable(end.draft));
    });
    QObject::connect(popover, &Popover::failed, [](const Popoverd::Error &error) {
        qWarning("refused: %s", qPrintable(error.message));
    });
    QObject::connect(&client, &Popoverd::Client::connectFailed, [](const Popoverd::Error &error) {
        qWarning("no daemon: %s", qPrintable(error.message));
    });

    window.showFullScreen();
    client.start();
    return application.exec();
}
