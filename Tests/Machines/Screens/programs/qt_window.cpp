// SPDX-License-Identifier: MIT
//
// A window of Qt that tells which presses and touches reach it. It knows no popoverd.
//   qt_window WIDTH HEIGHT [X Y WIDTH HEIGHT]...    its size, and where its buttons are
// Its lines are those of gtk3_window.py.

#include <QtCore/QSocketNotifier>
#include <QtCore/QTextStream>
#include <QtCore/QtMath>
#include <QtGui/QMouseEvent>
#include <QtGui/QPointingDevice>
#include <QtGui/QWindow>
#include <QtWidgets/QApplication>
#include <QtWidgets/QPushButton>
#include <unistd.h>

static void say(const QString &line) { QTextStream(stdout) << line << Qt::endl; }

// Sees each press that Qt gives to a widget, before that does anything with it.
class Presses : public QObject {
public:
    bool eventFilter(QObject *receiver, QEvent *event) override {
        const bool isPress = event->type() == QEvent::MouseButtonPress
            || event->type() == QEvent::MouseButtonDblClick;
        if (isPress && receiver->isWidgetType()) {
            const auto *press = static_cast<QMouseEvent *>(event);
            const auto *widget = static_cast<QWidget *>(receiver);
            const QPointF place = widget->mapTo(widget->window(), press->position());
            const bool isTouch = press->source() == Qt::MouseEventSynthesizedByQt
                || press->device()->type() == QInputDevice::DeviceType::TouchScreen;
            say(QString("%1 %2 %3").arg(isTouch ? "touch" : "press").arg(qFloor(place.x()))
                    .arg(qFloor(place.y())));
        }
        return QObject::eventFilter(receiver, event);
    }
};

int main(int count, char **arguments) {
    QApplication application(count, arguments);
    const auto numbers = application.arguments().mid(1);
    const auto number = [&](int index) { return numbers.value(index).toInt(); };
    Presses presses;
    application.installEventFilter(&presses);
    QWidget window(nullptr, Qt::FramelessWindowHint);
    window.setGeometry(0, 0, number(0), number(1));
    for (int first = 2; first + 3 < numbers.size(); first += 4) {
        const int which = (first - 2) / 4;
        auto *button = new QPushButton(QString("Button %1").arg(which), &window);
        button->setGeometry(
            number(first), number(first + 1), number(first + 2), number(first + 3));
        QObject::connect(button, &QPushButton::clicked, [which] {
            say(QString("click %1").arg(which));
        });
    }
    QSocketNotifier commands(STDIN_FILENO, QSocketNotifier::Read);
    QObject::connect(&commands, &QSocketNotifier::activated, [&] {
        char command[64];
        if (read(STDIN_FILENO, command, sizeof command) <= 0) return application.quit();
        // Under Wayland it asks the server once more before a window that has lost the keyboard
        // is inactive, and lets go of what is pressed.
        for (int trips = 0; trips < 2; trips++) {
            QGuiApplication::sync();
            application.processEvents();
        }
        say("pong");
    });
    window.show();
    while (!window.windowHandle()->isExposed()) application.processEvents();
    QGuiApplication::sync();
    say("ready");
    return application.exec();
}
