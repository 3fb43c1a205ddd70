// SPDX-License-Identifier: MIT
//
// "Pay" in Qt 6: a window with a button, and a popover that asks where the receipt goes. No class
// has signals of its own, so that the compiler alone makes a program of it (see Makefile).
//   payment --frame X,Y,WxH        where its window is on the display, in points

#include <popoverd/client.h>
#include <popoverd/popover.h>

#include <QtWidgets/QtWidgets>

static const char *const STYLE = R"(
    * { font-family: Inter, "DejaVu Sans"; font-size: 15px; color: #1c1c1e; }
    .window { background: #f2f3f7; }
    .card { background: #ffffff; border: 1px solid #e6e8ee; border-radius: 16px; }
    .title { font-size: 18px; font-weight: 700; }
    .quiet { color: #6b7280; font-size: 14px; }
    .status { font-weight: 600; }
    QPushButton {
        min-height: 46px; background: #0066cc; color: #ffffff; border: none; border-radius: 12px;
        font-weight: 600; }
    QPushButton:pressed { background: #0067d1; }
    QPushButton:focus { border: 3px solid #1c1c1e; }
    .plain { background: #eef0f5; color: #1c1c1e; }
    .plain:pressed { background: #dde1ea; }
    QLineEdit {
        min-height: 46px; padding: 0 12px; background: #ffffff; border: 2px solid #d5d9e2;
        border-radius: 12px; }
    QLineEdit:focus { border-color: #0066cc; }
)";

template <typename Widget> Widget *classed(Widget *widget, const char *style) {
    widget->setProperty("class", style);
    return widget;
}

static QLabel *labeled(const QString &text, const char *style) {
    return classed(new QLabel(text), style);
}

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
    explicit Payment(QRect frame) {
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
        // The name of the source.
        button->setObjectName("pay");
        addPopover(frame.topLeft());
        window.show();
        client.start();
    }

private:
    void addPopover(QPoint windowOrigin) {
        auto *form = new QWidget;
        auto *rows = new QVBoxLayout(form);
        rows->setContentsMargins(18, 16, 18, 18);
        auto *entry = new QLineEdit;
        auto *cancel = classed(new QPushButton("Cancel"), "plain");
        auto *done = new QPushButton("Pay now");
        // Entries with a name come back.
        entry->setObjectName("address");
        entry->setPlaceholderText("name@example.org");
        rows->addWidget(labeled("Pay by card", "title"));
        rows->addWidget(labeled("The receipt goes to (may be empty)", "quiet"));
        rows->addWidget(entry);
        rows->addStretch();
        auto *buttons = new QHBoxLayout;
        buttons->setSpacing(12);
        buttons->addWidget(cancel);
        buttons->addWidget(done);
        rows->addLayout(buttons);

        popover = new Popoverd::Popover(&client, button, form);
        popover->setPalette(QPalette(Qt::white, Qt::white));
        popover->setWindowTitle("Receipt");
        popover->setWindowOrigin(windowOrigin);
        popover->setKey("receipt");
        popover->setContentSize({340, 214});
        popover->setOptions({{"buttons", QJsonArray{"Cancel", "Pay now"}}});
        QObject::connect(button, &QPushButton::clicked, popover, [this] {
            tell("tapped Pay");
            popover->open();
        });
        QObject::connect(cancel, &QPushButton::clicked, popover, [this] {
            tell("tapped Cancel");
            popover->cancel();
        });
        const auto pay = [this] {
            tell("tapped Pay now");
            thank();
            popover->done();
        };
        QObject::connect(done, &QPushButton::clicked, popover, pay);
        QObject::connect(entry, &QLineEdit::returnPressed, popover, pay);
        using Popoverd::Popover;
        QObject::connect(popover, &Popover::opened, &window, [this](const QJsonObject &draft) {
            const auto address = draft["address"].toString();
            if (!address.isEmpty()) tell(QString("restored %1 characters").arg(address.size()));
            status->setText(idle);
            tell("opened");
        });
        QObject::connect(popover, &Popover::closed, &window, [](const Popoverd::End &end) {
            tell(end.reason == "connection-lost" ? "closed, popoverd is away" : "closed " + end.reason);
        });
        QObject::connect(popover, &Popover::failed, &window, [](const Popoverd::Error &error) {
            tell("refused " + error.reason);
        });
    }

    void thank() {
        status->setText("Paid. Have a good trip!");
        QTimer::singleShot(8000, &window, [this] { status->setText(idle); });
    }

    const QString idle = "Ready when you are";
    Popoverd::Client client{"payment"};
    QWidget window;
    QLabel *status = labeled(idle, "status");
    QPushButton *button = new QPushButton("Pay");
    Popoverd::Popover *popover = nullptr;
};

int main(int count, char **arguments) {
    QApplication application(count, arguments);
    application.setStyleSheet(STYLE);
    Payment payment(frameFrom(application.arguments()));
    return application.exec();
}
