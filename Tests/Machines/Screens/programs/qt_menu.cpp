// SPDX-License-Identifier: MIT
//
// A window of Qt with a list at its upper left, whose drop-down fills with a color. It knows no popoverd.
//   qt_menu GROUND MENU    the colors of the window and the list, which opens at SIGUSR1, too

#include <QtCore/QSocketNotifier>
#include <QtWidgets/QApplication>
#include <QtWidgets/QComboBox>

#include <csignal>
#include <sys/signalfd.h>
#include <unistd.h>

int main(int count, char **arguments) {
    sigset_t opening;
    sigemptyset(&opening);
    sigaddset(&opening, SIGUSR1);
    // Before there are threads.
    sigprocmask(SIG_BLOCK, &opening, nullptr);
    QApplication application(count, arguments);
    const QString ground = application.arguments().value(1), menu = application.arguments().value(2);
    QWidget window;
    window.setStyleSheet(QString("QWidget { background: #%1; }").arg(ground));
    QComboBox list(&window);
    list.setGeometry(0, 0, 160, 60);
    list.addItems({"One", "Two", "Three", "Four"});
    list.setStyleSheet(QString("QAbstractItemView { background: #%1; color: #%1; min-height: 160px; "
                               "selection-background-color: #%1; }").arg(menu));
    QSocketNotifier notifier(signalfd(-1, &opening, SFD_CLOEXEC), QSocketNotifier::Read);
    QObject::connect(&notifier, &QSocketNotifier::activated, [&](QSocketDescriptor descriptor) {
        signalfd_siginfo information;
        if (read(descriptor, &information, sizeof information) > 0) list.showPopup();
    });
    window.showFullScreen();
    return application.exec();
}
